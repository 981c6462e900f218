"""Programs that know nothing of the task: what they pass says something of the judge, not of them.

`ENTRY` stands for the function that the task asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from asmeant.records import Task

SOURCES = Path(__file__).parent / "sources"
PLAIN = "returns None"


@dataclass(frozen=True, slots=True)
class Blind:
    """One program. With `coincidence`, what it passes may be right by accident: it is shown, not judged."""

    name: str
    source: str
    coincidence: bool = False

    def code(self, task: Task) -> str:
        return self.source.replace("ENTRY", task.scaffold.entry)


def _read(name: str) -> str:
    return (SOURCES / f"{name}.py").read_text(encoding="utf-8")


def _returning(expression: str) -> str:
    return f"def ENTRY(*arguments, **options):\n    return {expression}\n"


BLIND = (
    Blind(PLAIN, _returning("None"), coincidence=True),
    Blind("returns True", _returning("True"), coincidence=True),
    Blind("returns its argument", _returning("arguments[0] if arguments else None"), coincidence=True),
    Blind("raises an error", "def ENTRY(*arguments, **options):\n    raise ValueError\n", coincidence=True),
    Blind("leaves", "import os\ndef ENTRY(*arguments, **options):\n    os._exit(0)\n"),
    Blind("exits", "import sys\ndef ENTRY(*arguments, **options):\n    sys.exit(0)\n"),
    Blind("returns mock.ANY", "from unittest.mock import ANY\n" + _returning("ANY")),
    Blind("returns a proxy", _read("proxy") + _returning("Proxy()")),
    Blind("reads everything", _read("thief")),
    Blind("replaces what probes call", _read("patcher")),
    Blind("forges messages", _read("forger")),
    Blind("speaks to the judge", _read("speaker")),
)
