"""Trees are sought that tell commands apart which pass all checks of a task."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from asmeant.authoring.verifying.separating import Separated, separate
from asmeant.execution.shell import ShellRunner
from asmeant.records import Check, Scaffold, Task

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

NAMES = "find . -name '*.c' -size +2k"


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    made = ShellRunner()
    yield made
    made.close()


def task(
    reference: str, intent: str = "C files larger than 2 kB", working_directory: str = "", clock: str = ""
) -> Task:
    check = Check("same", same_outcome_as=reference)
    scaffold = Scaffold(working_directory=working_directory, clock=clock)
    return Task("b", intent, "en", "bash", (reference,), (check,), scaffold)


def separated(tested: Task, runner: ShellRunner, *commands: str) -> Separated:
    return separate(tested, dict.fromkeys(commands, ("same",)), runner)


def test_a_tree_tells_commands_apart(runner: ShellRunner) -> None:
    wrong, right = "find . -name '*.c' -size +3k", "find . -size +2k -name '*.c'"
    (tree,) = (result := separated(task(NAMES), runner, wrong, right)).trees
    assert set(tree.differences) == {("same", wrong)}
    assert "expected" in tree.differences["same", wrong]
    assert all(entry.path.startswith("/root") for entry in tree.entries)
    assert not result.not_asked_for
    assert result.usable == frozenset({"same"})


def test_what_the_intent_does_not_ask_for_is_no_new_tree(runner: ShellRunner) -> None:
    other = "find . -iname '*.c' -size +2k"
    result = separated(task(NAMES), runner, other)
    assert result.trees == ()
    assert result.not_asked_for == {other: "letters of another case"}
    asks = task(NAMES, "C files, whose ending is in lower case letters, larger than 2 kB")
    assert len(separated(asks, runner, other).trees) == 1


def test_trees_are_in_the_working_directory_and_as_old_as_the_task(runner: ShellRunner) -> None:
    reference, other = "find . -name '*.c' -mtime +3", "find . -name '*.c' -mtime +4"
    tested = task(reference, "old C files", working_directory="/srv/code", clock="2020-05-01T12:00:00")
    (tree,) = separated(tested, runner, other).trees
    paths = {entry.path for entry in tree.entries}
    assert "/srv/code" in paths
    assert not any(path.startswith("/root/work") for path in paths)
    assert all(entry.time < 1_588_400_000 for entry in tree.entries)


@pytest.mark.parametrize(
    "reference", ["find . -mtime +3", "ls (", "ssh host ls"], ids=["no clock", "no Bash", "cannot decide"]
)
def test_where_no_tree_can_be_planted(reference: str, runner: ShellRunner) -> None:
    assert separated(task(reference), runner, "ls") == Separated()
