"""How many right answers are still right after they were wrapped in a reply and extracted from it again.

    python benchmarks/extraction.py [--answers 20] [--shapes known|held|all] [--lost] [--failures FILE]

The answers are the references of HumanEval, ODEX and MBUPP that pass here, from ASMEANT_DATA or
../shared/data, and of the sample tasks. Each is wrapped in every shape; it survives where the extracted
program passes.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from replies.held import HELD
from replies.known import KNOWN
from replies.survival import Judge, Trial, right_answers, trials
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from asmeant import load_tasks
from asmeant.errors import DataError
from asmeant.execution import Place, default_sandbox, load_sandbox
from asmeant.records import Selection, Task

SUITES = ("sample", "humaneval", "odex", "mbupp")
SHAPES = {"known": KNOWN, "held": HELD, "all": [*KNOWN, *HELD]}


def main() -> None:
    options = arguments()
    console = Console()
    tried: list[Trial] = []
    for suite in options.suites:
        judging = Judge(load_sandbox(default_sandbox(), Place()))
        answers = right_answers(shuffled_tasks(suite, data_folder()), judging, options.answers or None)
        if not answers:
            console.print(f"{suite}: not here; put it below ASMEANT_DATA")
        tried += trials(suite, answers, SHAPES[options.shapes], judging)
    print_table(tried, console, every=not options.lost)
    lost = [trial for trial in tried if not trial.survived]
    if options.failures:
        Path(options.failures).write_text("".join(json.dumps(asdict(trial)) + "\n" for trial in lost))
    if options.json:
        Path(options.json).write_text(json.dumps(shares(tried), indent=1) + "\n")


def arguments() -> argparse.Namespace:
    words = argparse.ArgumentParser(
        description=(__doc__ or "").split("\n")[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    words.add_argument("--answers", type=int, default=20, help="answers of each suite; 0 takes all")
    words.add_argument("--suites", nargs="+", default=SUITES, choices=SUITES, help="which answers to wrap")
    words.add_argument("--shapes", default="all", choices=SHAPES, help="which shapes to wrap them in")
    words.add_argument("--lost", action="store_true", help="show only the shapes that lost an answer")
    words.add_argument("--failures", metavar="FILE", help="write every answer that was lost there")
    words.add_argument("--json", metavar="FILE", help="write the shares there")
    return words.parse_args()


def data_folder() -> Path:
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    return Path(os.environ.get("ASMEANT_DATA", beside))


def shuffled_tasks(suite: str, folder: Path) -> list[Task]:
    """The tasks that are here, in an order that is the same every time."""
    tasks: list[Task] = []
    for languages in [("en",), ("es",), ("ja",), ("ru",)] if suite in ("odex", "sample") else [()]:
        try:
            tasks += load_tasks(suite, Selection(languages=languages), folder)
        except DataError:
            continue  # this language was not released here
    Random(suite).shuffle(tasks)
    return tasks


def shares(tried: Iterable[Trial]) -> dict[str, dict[str, tuple[int, int]]]:
    """By suite and shape: how many survived, of how many."""
    all_of = Counter((trial.suite, trial.shape) for trial in tried)
    survived = Counter((trial.suite, trial.shape) for trial in tried if trial.survived)
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for (suite, shape), count in all_of.items():
        found.setdefault(suite, {})[shape] = (survived[suite, shape], count)
    return found


def print_table(tried: Sequence[Trial], console: Console, every: bool) -> None:
    """A row for every shape, or for those that lost an answer; and the sums."""
    table = shares(tried)
    printed = Table("shape", *table, title="Right answers that survive")
    for shape in dict.fromkeys(trial.shape for trial in tried):
        pairs = [found.get(shape) for found in table.values()]
        if every or any(pair and pair[0] < pair[1] for pair in pairs):
            printed.add_row(escape(shape), *(f"{pair[0]}/{pair[1]}" if pair else "" for pair in pairs))
    for title, names in SHAPES.items():
        chosen = {shape.name for shape in names}
        totals = [[pair for shape, pair in found.items() if shape in chosen] for found in table.values()]
        printed.add_row(f"[bold]{title}[/bold]", *map(percent, totals))
    console.print(printed)


def percent(pairs: Sequence[tuple[int, int]]) -> str:
    survived, count = (sum(pair[side] for pair in pairs) for side in (0, 1))
    return f"{100 * survived / count:.2f} % ({survived}/{count})" if count else ""


if __name__ == "__main__":
    main()
