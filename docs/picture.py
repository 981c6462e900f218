"""A run -> docs/pictures/demo.svg: some of its answers and its table, as a terminal shows them.

python docs/picture.py runs/sample-embedded-...
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

from asmeant.cli.demo import describe
from asmeant.pipeline import join, scored
from asmeant.reports import score_table, to_rich
from asmeant.runs import RunFolder

PICTURE = Path(__file__).parent / "pictures" / "demo.svg"


def draw(folder: Path) -> None:
    """For each natural language one answer that passed, where there is one, and one that did not."""
    files = RunFolder(folder)
    settings = files.settings()
    console = Console(record=True, width=100, force_terminal=True, highlight=False, file=io.StringIO())
    console.print("$ make demo\n", style="bold")
    shown: set[tuple[str, str]] = set()
    for item in join(files):
        for candidate, verdict in zip(item.candidates, item.verdicts, strict=True):
            key = (item.task.intent_language, verdict.status)
            short = 0 < len(candidate.code.strip().splitlines()) < 4
            if verdict.status != "undecided" and short and key not in shown:
                shown.add(key)
                console.print(describe(item.task, candidate, verdict))
    console.print(to_rich(score_table(f"{settings.model} on {settings.dataset}", scored(files))))
    console.save_svg(str(PICTURE), title="asmeant demo")


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
