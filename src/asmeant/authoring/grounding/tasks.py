"""Grounded -> tasks that can be decided, with the listings of their starting trees beside them on disk."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from asmeant.authoring.corpus.pairs import write_lines
from asmeant.authoring.grounding.places import WORK
from asmeant.authoring.grounding.trial import Grounded
from asmeant.errors import UsageError
from asmeant.execution.shell import Entry
from asmeant.execution.shell.tree import MADE
from asmeant.records import Check, Scaffold, Task


def task_of(grounded: Grounded) -> Task:
    """An intent with the references that decide something. Its starting tree is still to be named."""
    first = grounded.references[0].pair
    return Task(
        id=str(first.more.get("task", f"pair/{first.row}")),
        intent=grounded.intent,
        code_language="bash",
        references=tuple(dict.fromkeys(reference.cleaned for reference in grounded.deciding)),
    )


def task_in(grounded: Grounded, trees: Mapping[int, str]) -> Task:
    """The task with a check for each reference that decides, in each of its trees: listings at those paths.

    All of them share the lines that set variables and that show the state of the shell: those of the first.
    """
    before, after = grounded.deciding[0].around.before, grounded.deciding[0].around.after
    usable = [
        item
        for item in grounded.deciding
        if item.around.before in ("", before) and item.around.after == after
    ]
    commands = {before + item.cleaned + after: item for item in reversed(usable)}
    clock = "" if grounded.clock is None else datetime.fromtimestamp(grounded.clock, UTC).isoformat()
    checks = [
        Check(
            f"reference {place}",
            same_outcome_as=command,
            expects=grounded.expected(item).expects,
            trees=tuple(trees[number] for number in item.trees),
        )
        for place, (command, item) in enumerate(reversed(commands.items()), 1)
    ]
    return replace(
        task_of(grounded),
        references=tuple(dict.fromkeys(item.cleaned for item in usable)),
        checks=tuple(checks),
        scaffold=Scaffold(
            before=before, after=after, tree=checks[0].trees[0], working_directory=WORK, clock=clock
        ),
    )


def write_tasks(folder: Path, groundings: Iterable[Grounded]) -> int:
    """tasks.jsonl, and below trees/ the listings of each task. Returns how many tasks there are."""
    try:
        (folder / "trees").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be made: {error.strerror}. Name another folder for --out."
        ) from error
    tasks = []
    for grounded in groundings:
        if grounded.deciding:
            name = task_of(grounded).id.replace("/", "-")
            trees = {
                number: f"trees/{write_tree(folder / 'trees', f'{name}.{number + 1}', entries).name}"
                for number, entries in enumerate(grounded.planted)
                if any(number in reference.trees for reference in grounded.deciding)
            }
            tasks.append(task_in(grounded, trees))
    write_lines(folder / "tasks.jsonl", (msgspec.to_builtins(task) for task in tasks))
    return len(tasks)


def write_tree(folder: Path, name: str, entries: Sequence[Entry]) -> Path:
    """A listing, which people can read."""
    place = folder / f"{name}.jsonl"
    write_lines(place, map(_line, entries))
    return place


def _line(entry: Entry) -> dict[str, object]:
    line: dict[str, object] = {"path": entry.path, "kind": entry.kind, "mode": f"{entry.mode:o}"}
    if entry.time != MADE:  # as old as the task, or the clock that it names
        line["time"] = entry.time
    if entry.owner or entry.group:
        line |= {"owner": entry.owner, "group": entry.group}
    if entry.target:
        line["target"] = entry.target
    if entry.size:
        line["size"] = entry.size
    if entry.content:
        line |= _content(entry.content)
    return line


def _content(content: bytes) -> dict[str, object]:
    try:
        return {"text": content.decode()}
    except UnicodeDecodeError:
        return {"content": base64.b64encode(content).decode()}
