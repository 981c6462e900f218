"""Task -> Item: the same programs and the same tests for every system."""

from __future__ import annotations

import os
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from asmeant.datasets import load_tasks
from asmeant.errors import DataError
from asmeant.execution.assemble import source
from asmeant.records import Task, to_json
from throughput.items import Item


@dataclass(frozen=True, slots=True)
class Work:
    name: str
    items: tuple[Item, ...]


def load() -> Work:
    """The references of HumanEval; without the released data, those of the sample's Python tasks."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "data"
    folder = Path(os.environ.get("ASMEANT_DATA") or beside)
    try:
        return Work("HumanEval references", tuple(map(item, load_tasks("humaneval", data=folder))))
    except DataError:
        return Work(f"sample references, for there is no HumanEval in {folder}", sample())


def sample() -> tuple[Item, ...]:
    return tuple(map(item, sample_tasks()))


def sample_tasks() -> Iterator[Task]:
    """Those that every system can run: plain Python, one check of one function."""
    for task in load_tasks("sample"):
        scaffold = task.scaffold
        plain = not (scaffold.libraries or scaffold.files or scaffold.any_function)
        if task.code_language == "python" and plain and len(task.checks) == 1 and scaffold.entry:
            yield task


def item(task: Task) -> Item:
    return recorded(with_code(task, task.references[0]))


def with_code(task: Task, code: str) -> Item:
    return Item(task.id, task.scaffold.entry, code, source(task, code), test_of(task), to_json(task))


def test_of(task: Task) -> str:
    (check,) = task.checks
    return "\n".join([task.scaffold.setup, f"candidate = {task.scaffold.entry}", *check.probes])


def recorded(made: Item) -> Item:
    """With every call that its test makes. Runs the code in here: references are trusted."""
    inputs: list[tuple[Any, ...]] = []
    expected: list[Any] = []
    names: dict[str, Any] = {"__name__": "recorded"}
    exec(made.program, names)
    reference = names[made.entry]

    def candidate(*arguments: Any) -> Any:
        inputs.append(deepcopy(arguments))
        answer = reference(*arguments)
        expected.append(deepcopy(answer))
        return answer

    # A copy, so that a reference which calls itself still does so, unseen.
    exec(made.test, {**names, made.entry: candidate})
    return replace(made, inputs=tuple(inputs), expected=tuple(expected))
