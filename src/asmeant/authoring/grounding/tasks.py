"""Grounded -> tasks that can be decided, with listings of their starting trees on disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from asmeant.authoring.corpus.pairs import write_lines
from asmeant.authoring.grounding.places import WORK
from asmeant.authoring.grounding.trial import Grounded
from asmeant.errors import UsageError
from asmeant.execution.shell import Entry
from asmeant.execution.shell.archives import Line
from asmeant.records import Check, Scaffold, Task


def task_in(grounded: Grounded, trees: Mapping[int, str]) -> Task:
    """The task with a check for each reference that decides, in each of its trees: listings at these paths.

    All references share the lines that set variables and print the state of the shell: those of the first.
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
    return Task(
        id=_id(grounded),
        intent=grounded.intent,
        code_language="bash",
        references=tuple(dict.fromkeys(item.cleaned for item in usable)),
        checks=tuple(checks),
        scaffold=Scaffold(
            before=before, after=after, tree=checks[0].trees[0], working_directory=WORK, clock=clock
        ),
    )


def _id(grounded: Grounded) -> str:
    pair = grounded.references[0].pair
    return str(pair.more.get("task", f"pair/{pair.row}"))


def write_tasks(folder: Path, groundings: Iterable[Grounded]) -> int:
    """Writes tasks.jsonl, and the listings of each task below trees/. Returns the number of tasks."""
    try:
        (folder / "trees").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be made: {error.strerror}. Name another folder for --out."
        ) from error
    tasks = []
    for grounded in groundings:
        if grounded.deciding:
            name = _id(grounded).replace("/", "-")
            trees = {
                number: f"trees/{write_tree(folder / 'trees', f'{name}.{number + 1}', entries).name}"
                for number, entries in enumerate(grounded.planted)
                if any(number in reference.trees for reference in grounded.deciding)
            }
            tasks.append(task_in(grounded, trees))
    write_lines(folder / "tasks.jsonl", (msgspec.to_builtins(task) for task in tasks))
    return len(tasks)


def write_tree(folder: Path, name: str, entries: Sequence[Entry]) -> Path:
    """Writes a listing, which people can read."""
    place = folder / f"{name}.jsonl"
    write_lines(place, map(_line, entries))
    return place


def _line(entry: Entry) -> dict[str, object]:
    """An entry without its defaults.

    Without a time, it is as old as its task, or as the task's clock says.
    """
    try:
        text, content = entry.content.decode(), b""
    except UnicodeDecodeError:
        text, content = "", entry.content
    mode, owners = f"{entry.mode:o}", (entry.owner, entry.group)
    line = Line(entry.path, entry.kind, text, content, entry.target, mode, entry.time, *owners, entry.size)
    usual = msgspec.to_builtins(Line(""))
    return {name: value for name, value in msgspec.to_builtins(line).items() if value != usual[name]}
