"""Task, trees -> the task with these additional trees, and their listings on disk."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from asmeant.authoring.grounding.tasks import write_tree
from asmeant.execution import assemble
from asmeant.execution.shell import Entry
from asmeant.execution.shell.sandbox import tree_of
from asmeant.execution.shell.tree import HOME
from asmeant.records import Candidate, Task


def in_listings(task: Task, folder: Path | None = None) -> Task:
    """The task without its own files, and with its working directory set, so that each check can have trees.

    With a folder, the files and trees of the task are written there as listings, for its checks.
    """
    places = dict.fromkeys((task.scaffold.tree, *(place for check in task.checks for place in check.trees)))
    start = task.scaffold.working_directory or ("/" if any(places) else HOME)
    bare = replace(task.scaffold, files={}, working_directory=start)
    if folder is None or not task.scaffold.files:
        return replace(task, scaffold=bare)
    timeless = replace(task, scaffold=replace(task.scaffold, clock="", working_directory=start))
    program = assemble(timeless, Candidate(task.id, 0, ""))
    listings = {place: str(write_new_tree(folder, task, tree_of(program, place).entries)) for place in places}
    checks = tuple(
        replace(check, trees=tuple(listings[place] for place in check.trees)) for check in task.checks
    )
    return replace(task, checks=checks, scaffold=replace(bare, tree=listings[task.scaffold.tree]))


def with_trees(task: Task, trees: Iterable[tuple[Sequence[Entry], Collection[str]]], folder: Path) -> Task:
    """The task with more trees, each for the checks with these names. They are written into the folder."""
    task = in_listings(task, folder)
    for entries, names in trees:
        place = str(write_new_tree(folder, task, entries))
        checks = tuple(
            replace(check, trees=(*(check.trees or (task.scaffold.tree,)), place))
            if check.name in names
            else check
            for check in task.checks
        )
        task = replace(task, checks=checks)
    return task


def with_relative_trees(task: Task, folder: Path) -> Task:
    """Trees in the folder are named relative to it, so that it can be moved."""

    def short(place: str) -> str:
        path = Path(place)
        return str(path.relative_to(folder)) if place and path.is_relative_to(folder) else place

    checks = tuple(replace(check, trees=tuple(map(short, check.trees))) for check in task.checks)
    return replace(task, checks=checks, scaffold=replace(task.scaffold, tree=short(task.scaffold.tree)))


def write_new_tree(folder: Path, task: Task, entries: Sequence[Entry]) -> Path:
    """Writes another listing for a task."""
    name = task.id.replace("/", "-")
    number = next(number for number in count(1) if not (folder / f"{name}.{number}.jsonl").exists())
    return write_tree(folder, f"{name}.{number}", entries)
