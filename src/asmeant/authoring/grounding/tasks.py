"""Grounded -> tasks that can be decided, with the listings of their starting trees beside them on disk."""

from __future__ import annotations

import base64
import io
import tarfile
from collections import Counter
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
from asmeant.execution.shell.tree import MADE, Kind
from asmeant.records import Check, Scaffold, Task

LARGEST_LISTING = 1 << 18
TAR_TYPES: Mapping[Kind, bytes] = {
    "file": tarfile.REGTYPE,
    "directory": tarfile.DIRTYPE,
    "link": tarfile.SYMTYPE,
    "hard link": tarfile.LNKTYPE,
    "pipe": tarfile.FIFOTYPE,
}


def task_of(grounded: Grounded) -> Task:
    """An intent with the references that decide something. Its starting tree is still to be named."""
    first = grounded.references[0].pair
    return Task(
        id=str(first.more.get("task", f"pair/{first.row}")),
        intent=grounded.intent,
        code_language="bash",
        references=tuple(dict.fromkeys(reference.cleaned for reference in grounded.deciding)),
    )


def best_tree(grounded: Grounded) -> int:
    """The tree in which the most references decide; of several the first."""
    counts = Counter(number for reference in grounded.deciding for number in reference.trees)
    return max(sorted(counts), key=lambda number: counts[number])


def task_in(grounded: Grounded, number: int, tree: str) -> Task:
    """The task in one of its trees, a listing at that path; a check for each reference that decides there.

    All of them share the line that sets variables: it is that of the first.
    """
    before = next(item.around.before for item in grounded.deciding if number in item.trees)
    here = [item for item in grounded.deciding if number in item.trees and item.around.before in ("", before)]
    commands = dict.fromkeys(before + item.cleaned for item in here)
    # Ages are kept by the clock; where dates are named, the times of files have to stay as they are.
    keeps_dates = grounded.needs.dates and not grounded.needs.ages
    clock = "" if keeps_dates else datetime.fromtimestamp(MADE, UTC).isoformat()
    return replace(
        task_of(grounded),
        references=tuple(dict.fromkeys(item.cleaned for item in here)),
        checks=tuple(
            Check(f"reference {place}", same_outcome_as=command) for place, command in enumerate(commands, 1)
        ),
        scaffold=Scaffold(before=before, tree=tree, working_directory=WORK, clock=clock),
    )


def write_tasks(folder: Path, found: Iterable[Grounded]) -> int:
    """tasks.jsonl, and below trees/ a listing for each task. Returns how many there are."""
    try:
        (folder / "trees").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be made: {error.strerror}. Name another folder for --out."
        ) from error
    tasks = []
    for grounded in found:
        if grounded.deciding:
            number = best_tree(grounded)
            name = task_of(grounded).id.replace("/", "-")
            tree = write_tree(folder / "trees", name, grounded.planted[number])
            tasks.append(task_in(grounded, number, f"trees/{tree.name}"))
    write_lines(folder / "tasks.jsonl", (msgspec.to_builtins(task) for task in tasks))
    return len(tasks)


def write_tree(folder: Path, name: str, entries: Sequence[Entry]) -> Path:
    """A listing, which people can read; an archive where that would be large."""
    if sum(len(entry.content) for entry in entries) <= LARGEST_LISTING:
        place = folder / f"{name}.jsonl"
        write_lines(place, map(_line, entries))
        return place
    place = folder / f"{name}.tgz"
    with tarfile.open(place, "w:gz") as archive:
        for entry in entries:
            member = tarfile.TarInfo(entry.path.lstrip("/"))
            member.type = TAR_TYPES[entry.kind]
            member.mode, member.mtime, member.size = entry.mode, int(entry.time), len(entry.content)
            member.linkname = entry.target.lstrip("/") if entry.kind == "hard link" else entry.target
            archive.addfile(member, io.BytesIO(entry.content))
    return place


def _line(entry: Entry) -> dict[str, object]:
    line: dict[str, object] = {
        "path": entry.path,
        "kind": entry.kind,
        "mode": f"{entry.mode:o}",
        "time": entry.time,
    }
    if entry.target:
        line["target"] = entry.target
    if entry.content:
        line |= _content(entry.content)
    return line


def _content(content: bytes) -> dict[str, object]:
    try:
        return {"text": content.decode()}
    except UnicodeDecodeError:
        return {"content": base64.b64encode(content).decode()}
