"""The released references, run: which pass, and why the others don't."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from asmeant.authoring.audit import Finding, audit
from asmeant.datasets import load_tasks
from asmeant.execution import default_sandbox, load_sandbox
from asmeant.records import Limits, Selection, Task
from asmeant.workers import local_workers

pytestmark = pytest.mark.data


def examine(tasks: list[Task]) -> dict[str, list[Finding]]:
    found = audit(tasks, [load_sandbox(default_sandbox())], Limits(seconds=60), local_workers())
    return {findings[0].task.id: findings for findings in found}


@pytest.mark.thorough
def test_humaneval(released_data: Path, some_of: Callable[[list[Task], int], list[Task]]) -> None:
    tasks = list(load_tasks("humaneval", data=released_data))
    assert len(tasks) == 164
    found = examine(some_of(tasks, 2))
    assert all(findings[0].fault is None for findings in found.values())


def test_mbupp(released_data: Path, some_of: Callable[[list[Task], int], list[Task]]) -> None:
    faulty = {"mbupp/109", "mbupp/157", "mbupp/328", "mbupp/461"}
    tasks = list(load_tasks("mbupp", data=released_data))
    chosen = some_of([task for task in tasks if task.id not in faulty], 9)
    found = examine([*chosen, *(task for task in tasks if task.id in faulty)])
    assert sum(findings[0].reference_passes for findings in found.values()) == len(chosen) + 1
    faults = {name: findings[0].reason for name, findings in found.items() if findings[0].fault}
    assert set(faults) == faulty
    assert "not valid Python" in faults["mbupp/109"]
    assert "missing 1 required positional argument" in faults["mbupp/328"]


def test_english_odex_without_libraries(
    released_data: Path, some_of: Callable[[list[Task], int], list[Task]]
) -> None:
    tasks = load_tasks("odex", Selection(languages=("en",)), released_data)
    closed = [task for task in tasks if not task.scaffold.libraries]
    assert len(closed) == 209
    found = examine(some_of(closed, 2))
    assert all(findings[0].reference_passes for findings in found.values())
