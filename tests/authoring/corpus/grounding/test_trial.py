from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.authoring.corpus.grounding.tasks import archive, by_intent, to_task, write_tasks
from asmeant.authoring.corpus.grounding.trial import ground, grounded_all
from asmeant.authoring.corpus.pairs import Pair
from asmeant.datasets import load_tasks
from asmeant.errors import UsageError
from asmeant.execution.shell import ShellRunner, grow
from asmeant.execution.shell.archives import read_entries

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

CLOCK = 1_700_000_000.0


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    found = ShellRunner()
    yield found
    found.close()


@pytest.mark.parametrize(
    "command",
    [
        "find . -name '*.c' -type f",
        "find src -type d -empty",
        "grep -rl 'needle' notes",
        "sort -u names.txt | head -n 3",
        "rm -r old",
        "chmod u+x run.sh",
        "mkdir new",
        "tar -tzf x.tar.gz",
        "find . -name '*.txt' | xargs wc -l",  # only without blanks in names
    ],
)
def test_what_decides_something(runner: ShellRunner, command: str) -> None:
    (tried,) = ground([Pair(0, "Do it", command)], runner, CLOCK).tried
    assert (tried.reason, tried.detail) == ("", "")


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("echo 'open", "no Bash"),
        ("ls $dir", "needs a variable"),
        ("ssh host ls", "needs the network"),
        ("cp x", "the command fails"),
        ("shopt -s nullglob", "the command finds nothing"),
        ("no-such-tool-here x", "a tool is missing here"),
        ("head -c 8 /dev/urandom | od", "not the same each time"),
        ("uname -a", "depends on more than files"),
    ],
)
def test_what_does_not(runner: ShellRunner, command: str, reason: str) -> None:
    (tried,) = ground([Pair(0, "Do it", command)], runner, CLOCK).tried
    assert tried.reason == reason


def test_commands_of_one_intent_share_a_tree() -> None:
    pairs = [
        Pair(3, "List all c files", "ls *.c"),
        Pair(5, "list all the C files", "ls x"),
        Pair(8, "List all c files", "find . -name '*.c'"),
    ]
    groups = by_intent([*pairs, pairs[0]])
    assert [len(group) for group in groups] in ([2, 1], [3])
    (found,) = grounded_all([[pairs[0], pairs[2]]], CLOCK)
    task = to_task(found, "trees/3.jsonl", CLOCK)
    assert task.references == ("ls *.c", "find . -name '*.c'")
    assert [check.name for check in task.checks] == ["row 3", "row 8"]


def test_tasks_are_read_back(tmp_path: Path) -> None:
    found = list(
        grounded_all([[Pair(7, "Show it", "cat a.gz | zcat")], [Pair(8, "Nothing", "ls $x")]], CLOCK)
    )
    write_tasks(tmp_path / "out", found, CLOCK)
    (task,) = load_tasks(f"tasks:{tmp_path / 'out' / 'tasks.jsonl'}")
    assert task.id == "row/7"
    assert task.scaffold.clock == "2023-11-14T22:13:20+00:00"
    assert grow(read_entries(Path(task.scaffold.tree))) == grow(found[0].entries)


def test_large_trees_are_archives(tmp_path: Path) -> None:
    (found,) = grounded_all([[Pair(7, "Find large ones", "find . -size +300k")]], CLOCK)
    write_tasks(tmp_path, [found], CLOCK)
    (task,) = load_tasks(f"tasks:{tmp_path / 'tasks.jsonl'}")
    assert task.scaffold.tree.endswith("/trees/7.tgz")
    assert grow(read_entries(Path(task.scaffold.tree))) == grow(found.entries)
    assert archive(found.entries) == (tmp_path / "trees" / "7.tgz").read_bytes()


def test_only_what_decides_is_a_reference() -> None:
    (found,) = grounded_all([[Pair(1, "Find it", "find . -name x"), Pair(2, "Find it", "cp x")]], CLOCK)
    assert to_task(found, "trees/1.jsonl", CLOCK).references == ("find . -name x",)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be made"):
        write_tasks(tmp_path / "file" / "out", [], CLOCK)
