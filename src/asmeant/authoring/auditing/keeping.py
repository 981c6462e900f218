"""Audited tasks <-> a file, so that an interrupted audit can be continued."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from asmeant.authoring.auditing.on_runs import Audited
from asmeant.errors import DataError
from asmeant.records import Task, to_json


@dataclass(frozen=True, slots=True)
class Kept:
    """One line: the results of running a task, and a key of the task and the settings."""

    key: str
    audited: Audited


def key_of(task: Task, settings: Mapping[str, object]) -> str:
    """A key that changes with the task and the settings."""
    return hashlib.sha256(to_json(task) + to_json(settings)).hexdigest()[:16]


def read_kept(path: Path | None) -> dict[str, Audited]:
    """The results by key. An incomplete last line of an interrupted audit is ignored."""
    if path is None or not path.exists():
        return {}
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}. Choose another --keep.") from None
    return {line.key: line.audited for line in _decoded(path, lines)}


def _decoded(path: Path, lines: Sequence[bytes]) -> list[Kept]:
    entries = []
    for number, line in enumerate(lines, 1):
        try:
            entries.append(msgspec.json.decode(line, type=Kept))
        except msgspec.DecodeError as error:
            if number < len(lines):
                raise DataError(
                    f"{path}, line {number} is not from an audit: {error}. Choose another --keep."
                ) from None
    return entries


def append_kept(path: Path | None, key: str, audited: Audited) -> None:
    if path is None:
        return
    try:
        with path.open("ab") as file:
            if file.tell() and not _ends_a_line(path):
                file.write(b"\n")
            file.write(to_json(Kept(key, audited)) + b"\n")
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror}. Choose another --keep.") from None


def _ends_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"
