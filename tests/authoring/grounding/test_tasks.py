"""Grounded pairs become tasks that any run can use."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from asmeant.authoring.audit import audit
from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.grounding.tasks import write_tasks, write_tree
from asmeant.authoring.grounding.trial import Setting, ground
from asmeant.datasets import load_tasks
from asmeant.errors import UsageError
from asmeant.execution import load_sandbox
from asmeant.execution.shell import Entry, ShellRunner
from asmeant.execution.shell.archives import read_entries
from asmeant.records import Limits
from asmeant.workers import InProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")


@pytest.fixture(scope="module")
def runner() -> Iterator[ShellRunner]:
    made = ShellRunner()
    yield made
    made.close()


def test_tasks_that_were_written_pass_their_audit(tmp_path: Path, runner: ShellRunner) -> None:
    groups = [
        [
            Pair(4, "List old C files", "find . -name '*.c' -mtime +3"),
            Pair(5, "list old C files", "ssh a"),
            Pair(8, "list old C files", "find . -name '*.c' -mtime +3 -print"),
        ],
        [Pair(6, "Delete $x", 'rm "$x"', {"task": "set/6"})],
        [Pair(7, "What time is it there?", "ssh host date")],
    ]
    found = [ground(pairs, runner, Setting(trees=2, runs=1)) for pairs in groups]
    assert write_tasks(tmp_path, found) == 2
    tasks = list(load_tasks(f"tasks:{tmp_path / 'tasks.jsonl'}"))
    assert [task.id for task in tasks] == ["pair/4", "set/6"]
    assert [check.same_outcome_as for task in tasks for check in task.checks] == [
        "find . -name '*.c' -mtime +3",
        "find . -name '*.c' -mtime +3 -print",
        "x='x_file'\nrm \"$x\"",
    ]
    assert (tasks[0].references[0], tasks[1].scaffold.before) == (
        "find . -name '*.c' -mtime +3",
        "x='x_file'\n",
    )
    findings = list(audit(tasks, [load_sandbox("namespaces")], Limits(seconds=5), InProcess()))
    assert [finding[0].fault for finding in findings] == [None] * 2


def test_a_tree_is_read_as_it_was_written(tmp_path: Path) -> None:
    entries = [
        Entry("/a", content=b"xx", mode=0o600, time=5.0, owner=1001, group=100),
        Entry("/b", "link", 0o777, target="a", time=5.0),
        Entry("/c", content=b"\xff", time=5.0),
        Entry("/d", "directory", 0o700, time=5.0),
        Entry("/e", "hard link", target="/a", time=5.0),
        Entry("/f", "pipe", time=5.0),
        Entry("/g", content=b"x", time=5.0, size=1 << 30),
    ]
    assert list(read_entries(write_tree(tmp_path, "t", entries))) == entries


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be made"):
        write_tasks(tmp_path / "file" / "in", [])
