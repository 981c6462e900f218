"""Grounded -> a task with a check for each command that decides something, and its tree as a listing."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from asmeant.authoring.corpus.grounding.planting import WORK
from asmeant.authoring.corpus.grounding.trial import Grounded
from asmeant.authoring.corpus.pairs import Pair, write_lines
from asmeant.errors import UsageError
from asmeant.execution.shell import Entry
from asmeant.languages.natural import normalised_intent
from asmeant.records import Check, Scaffold, Task, to_json

LARGEST_LISTING = 1 << 18
_TAR_KINDS = {"file": tarfile.REGTYPE, "directory": tarfile.DIRTYPE, "link": tarfile.SYMTYPE}


def by_intent(pairs: Iterable[Pair]) -> list[list[Pair]]:
    """Pairs whose intents say the same, each command once."""
    groups: dict[str, dict[str, Pair]] = {}
    for pair in pairs:
        groups.setdefault(normalised_intent(pair.intent), {}).setdefault(pair.command, pair)
    return [list(group.values()) for group in groups.values()]


def write_tasks(folder: Path, found: Iterable[Grounded], clock: float) -> None:
    """tasks.jsonl, and a tree below trees/ for each task."""
    try:
        (folder / "trees").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"{folder} cannot be made: {error.strerror}. Name another folder for --out."
        ) from error
    tasks = []
    for grounded in found:
        if grounded.deciding:
            tree = _write_tree(folder, str(grounded.deciding[0].row), grounded.entries)
            tasks.append(to_task(grounded, tree, clock))
    write_lines(folder / "tasks.jsonl", (json.loads(to_json(task)) for task in tasks))


def _write_tree(folder: Path, name: str, entries: Sequence[Entry]) -> str:
    """A listing, which people can read; an archive where that would be large."""
    if sum(len(entry.content) for entry in entries) <= LARGEST_LISTING:
        write_lines(folder / "trees" / f"{name}.jsonl", listing(entries))
        return f"trees/{name}.jsonl"
    (folder / "trees" / f"{name}.tgz").write_bytes(archive(entries))
    return f"trees/{name}.tgz"


def to_task(grounded: Grounded, tree: str, clock: float) -> Task:
    """The task of pairs that decide something; `tree` is where its listing is, seen from the tasks file."""
    first = grounded.deciding[0]
    checks = tuple(
        Check(name=f"row {pair.row}", same_outcome_as=pair.command)
        for pair in {pair.row: pair for pair in grounded.deciding}.values()
    )
    return Task(
        id=str(first.more.get("task", f"row/{first.row}")),
        intent=first.intent,
        code_language="bash",
        references=tuple(pair.command for pair in grounded.deciding),
        checks=checks,
        scaffold=Scaffold(
            tree=tree,
            working_directory=WORK,
            clock=datetime.fromtimestamp(clock, UTC).isoformat(),
        ),
    )


def listing(entries: Iterable[Entry]) -> Iterator[Mapping[str, Any]]:
    """The lines of a starting tree, as `asmeant.execution.shell.archives` reads them."""
    for entry in entries:
        line: dict[str, Any] = {"path": entry.path, "kind": entry.kind, "time": entry.time}
        if entry.kind == "link":
            line["target"] = entry.target
        else:
            line["mode"] = f"{entry.mode:o}"
        if entry.content:
            line |= _content(entry.content)
        yield line


def archive(entries: Iterable[Entry]) -> bytes:
    """The same tree as a tar archive, equal to the byte each time it is made."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as made:
        for entry in sorted(entries, key=lambda entry: entry.path):
            member = tarfile.TarInfo(entry.path.lstrip("/"))
            member.type = _TAR_KINDS[entry.kind]
            member.mode, member.mtime, member.linkname = entry.mode, int(entry.time), entry.target
            member.size = len(entry.content)
            made.addfile(member, io.BytesIO(entry.content))
    return gzip.compress(stream.getvalue(), mtime=0)


def _content(content: bytes) -> dict[str, str]:
    try:
        return {"text": content.decode()}
    except UnicodeDecodeError:
        return {"content": b64encode(content).decode()}
