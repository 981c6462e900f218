"""Nearly right is wrong, and right in another way is right: each candidate is run against its reference."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from asmeant.execution.shell import Outcome, ShellRunner
from asmeant.execution.shell.sameness import Told, compare
from asmeant.records import Limits
from tests.execution.shell.pairs import TREES, Row, rows

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

RIGHT, WRONG = rows("right"), rows("wrong")


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    runner = ShellRunner()
    yield runner
    runner.close()


def accepted(runner: ShellRunner, row: Row) -> dict[str, bool]:
    """Whether each candidate is; those whose tools are not installed here are left out."""

    def run(command: str) -> Outcome:
        return runner.run(command, TREES[row.tree], Limits(seconds=5))

    reference = Told(row.reference, run(row.reference))
    if reference.outcome.missing_tool:
        pytest.skip(f"{reference.outcome.missing_tool} is not installed")
    found = {command: run(command) for command in row.candidates}
    return {
        command: compare(reference, Told(command, outcome), row.intent, TREES[row.tree]).same
        for command, outcome in found.items()
        if not outcome.missing_tool
    }


@pytest.mark.parametrize("row", RIGHT, ids=[row.name for row in RIGHT])
def test_right_in_another_way(runner: ShellRunner, row: Row) -> None:
    assert [command for command, same in accepted(runner, row).items() if not same] == []


@pytest.mark.parametrize("row", WRONG, ids=[row.name for row in WRONG])
def test_nearly_right(runner: ShellRunner, row: Row) -> None:
    assert [command for command, same in accepted(runner, row).items() if same] == []


def test_there_are_many() -> None:
    for table in (RIGHT, WRONG):
        assert sum(len(row.candidates) for row in table) > 250
