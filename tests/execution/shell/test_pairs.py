"""Nearly right is wrong, and right in another way is right: each candidate is run against its reference."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from asmeant.execution.shell import ShellRunner
from asmeant.execution.shell.sandbox import ShellSandbox
from asmeant.execution.shell.tools import missing_tools
from asmeant.languages.bash.expecting import expectation
from asmeant.records import Limits
from tests.execution.shell.pairs import TREES, Row, read_rows, rows

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

RIGHT, WRONG = rows("right"), rows("wrong")


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    runner = ShellRunner()
    yield runner
    runner.close()


def accepted(runner: ShellRunner, row: Row) -> dict[str, bool]:
    """Whether each candidate is; those whose tools are not installed here are left out."""

    if missing_tools(row.reference):
        pytest.skip(f"{missing_tools(row.reference)[0]} is not installed")
    expects = expectation((row.reference,), row.intent)
    limits, tree, sandbox = Limits(seconds=5), TREES[row.tree], ShellSandbox(runner)
    return {
        command: sandbox.compared(
            row.reference, runner.run(command, tree, limits), expects, tree, limits
        ).same
        for command in row.candidates
        if not missing_tools(command)
    }


@pytest.mark.parametrize("row", RIGHT, ids=[row.name for row in RIGHT])
@pytest.mark.every(2)
def test_right_in_another_way(runner: ShellRunner, row: Row) -> None:
    assert [command for command, same in accepted(runner, row).items() if not same] == []


@pytest.mark.parametrize("row", WRONG, ids=[row.name for row in WRONG])
@pytest.mark.every(2)
def test_nearly_right(runner: ShellRunner, row: Row) -> None:
    assert [command for command, same in accepted(runner, row).items() if same] == []


def test_wrong_commands_written_with_the_source_in_hand(runner: ShellRunner) -> None:
    table = list(read_rows("office", "fooled.txt"))
    wrong = {
        f"{row.reference} / {command}"
        for row in table
        for command, same in accepted(runner, row).items()
        if same
    }
    assert wrong == set()
    assert sum(len(row.candidates) for row in table) > 450


def test_there_are_many() -> None:
    for table in (RIGHT, WRONG):
        assert sum(len(row.candidates) for row in table) > 250
