"""Task -> nearly right programs: mutants of its references, and one-step readings. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from asmeant.authoring.auditing.on_runs import returning
from asmeant.authoring.mutating import mutants
from asmeant.authoring.varying import read_check
from asmeant.authoring.verifying.readings import readings
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash import mutants as bash_mutants
from asmeant.records import Task

Kind = Literal["mutant", "reading"]
Compared = Literal["differs", "same", "not asked for", "not compared"]


@dataclass(frozen=True, slots=True)
class Nearly:
    """A nearly right program, and its fault. `part` is the kind of the part that a mutant changes."""

    kind: Kind
    change: str
    code: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Survivor:
    """A program that passes, and how it compares with the reference.

    `probe` shows where it differs: a probe in Python; for a command, its difference in a new tree, or in what
    the intent does not ask for. It is empty if nothing differs.
    """

    kind: Kind
    change: str
    code: str
    check: str
    compared: Compared
    probe: str = ""
    part: str = ""


# A program that passes, and the names of the checks that it meets.
Passing = Sequence[tuple[Nearly, tuple[str, ...]]]


def nearly_right(task: Task) -> list[Nearly]:
    return [*_mutants(task), *_readings(task)]


def _mutants(task: Task) -> list[Nearly]:
    if task.code_language == "python":
        return [Nearly("mutant", item.change, item.code, item.part) for item in mutants(task)]
    try:
        changed = [item for reference in task.references for item in bash_mutants.mutants(reference)]
    except BashSyntaxError:
        return []
    by_command = {item.command: item for item in changed}
    return [Nearly("mutant", f"`{item.command}`", item.command, item.kind) for item in by_command.values()]


def _readings(task: Task) -> list[Nearly]:
    """Readings that fit a check, if the answer defines its own function."""
    if task.code_language != "python" or task.scaffold.before:
        return []
    expressions = {
        reading.expression: None
        for check in task.checks
        for call in (read_check(check),)
        if call is not None
        for reading in readings(call[1])
    }
    return [Nearly("reading", f"`{expression}`", returning(task, expression)) for expression in expressions]
