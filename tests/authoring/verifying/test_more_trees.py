"""A task gets more trees, and keeps those that it has."""

from __future__ import annotations

from pathlib import Path

from asmeant.authoring.verifying.more_trees import in_listings, with_relative_trees, with_trees
from asmeant.execution.shell import Entry
from asmeant.execution.shell.archives import read_tree
from asmeant.records import Check, Scaffold, Task

CHECKS = (Check("one", same_outcome_as="ls"), Check("two", same_outcome_as="ls -A"))
NEW = [Entry("/root/new.txt", content=b"new\n")]


def task(scaffold: Scaffold) -> Task:
    return Task("a/b", "i", code_language="bash", references=("ls",), checks=CHECKS, scaffold=scaffold)


def test_files_of_a_task_become_its_first_tree(tmp_path: Path) -> None:
    stronger = with_trees(task(Scaffold(files={"n.txt": "1\n"})), [(NEW, {"one"})], tmp_path)
    first, second = (str(tmp_path / f"a-b.{number}.jsonl") for number in (1, 2))
    assert stronger.scaffold == Scaffold(tree=first, working_directory="/root")
    assert [check.trees for check in stronger.checks] == [(first, second), ()]
    assert {entry.path for entry in read_tree(Path(first)).entries} == {"/root", "/root/n.txt"}
    assert "time" not in Path(first).read_text()  # it is as old as any run
    moved = with_relative_trees(stronger, tmp_path)
    assert (moved.scaffold.tree, moved.checks[0].trees) == ("a-b.1.jsonl", ("a-b.1.jsonl", "a-b.2.jsonl"))


def test_a_tree_on_disk_is_kept(tmp_path: Path) -> None:
    stronger = with_trees(task(Scaffold(tree="/srv/tree.tar")), [(NEW, {"one", "two"})], tmp_path)
    new = str(tmp_path / "a-b.1.jsonl")
    assert [check.trees for check in stronger.checks] == [("/srv/tree.tar", new)] * 2
    assert stronger.scaffold == Scaffold(tree="/srv/tree.tar", working_directory="/")
    assert with_relative_trees(stronger, tmp_path).scaffold.tree == "/srv/tree.tar"


def test_without_files_nothing_is_written() -> None:
    assert in_listings(task(Scaffold())).scaffold == Scaffold(working_directory="/root")
