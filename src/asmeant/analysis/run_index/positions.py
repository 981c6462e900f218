"""How far the files of a run were read: whether an index is up to date, and what it lacks."""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from asmeant.cache import cache_folder
from asmeant.records import Candidate, Observation, Task, TaskPrompt, Verdict
from asmeant.runs import FILES, INDEX, RunFolder

VERSION = 1
KINDS: dict[type, int] = {Task: 0, TaskPrompt: 1, Candidate: 2, Observation: 3, Verdict: 4}
# No page shows deadlines.
INDEXED = {kind: name for kind, name in FILES.items() if kind in KINDS}
TAIL = 64


def place_of(files: RunFolder) -> Path:
    """The path of the index: in the run's folder or, if that is not writable, in the cache."""
    in_run = files.path / INDEX
    if os.access(files.path, os.W_OK):
        return in_run
    digest = hashlib.sha256(str(files.path.resolve()).encode()).hexdigest()[:16]
    return cache_folder("indexes") / f"{digest}.sqlite"


def pending_bytes(files: RunFolder) -> int:
    """The bytes appended since the index was written; all bytes if there is no index."""
    read = read_positions(place_of(files))
    sizes = {name: _size(files.path / name) for name in INDEXED.values()}
    if read is None or any(not goes_on(files.path / name, read.get(name)) for name in sizes):
        return sum(sizes.values()) or 1
    return sum(size - read[name]["end"] for name, size in sizes.items())


def is_stale(files: RunFolder) -> bool:
    return pending_bytes(files) > 0


def read_positions(place: Path) -> dict[str, Any] | None:
    if _is_from_before_start(place):
        return None
    try:
        with closing(sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            rows = dict(connection.execute("SELECT key, value FROM meta WHERE key IN ('files', 'version')"))
    except sqlite3.Error:
        return None
    if rows.get("version") != VERSION:
        return None
    positions: dict[str, Any] = msgspec.json.decode(rows["files"])
    return positions


def _is_from_before_start(place: Path) -> bool:
    """Whether the machine was restarted since.

    The index is not synced, so a power cut may have damaged it.
    """
    if not hasattr(time, "CLOCK_BOOTTIME"):
        return False
    started = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
    return place.exists() and place.stat().st_mtime < started


def _size(path: Path) -> int:
    """The size of the file up to the end of its last complete line."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            if size == 0 or file.read(1) == b"\n":
                return size
            file.seek(0)
            return sum(len(line) for line in file if line.endswith(b"\n"))
    except FileNotFoundError:
        return 0


def goes_on(path: Path, read: dict[str, Any] | None) -> bool:
    """Whether a file still begins with the part that was read."""
    if read is None:
        return False
    if read["end"] == 0:
        return True
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            # Appending makes a file longer. A file of the same length that has changed was rewritten.
            if status.st_size == read["end"] and status.st_mtime_ns != read["modified"]:
                return False
            return _mark(file, read["end"]) == str(read["mark"])
    except OSError:
        return False


def remembered(file: BinaryIO | None, end: int) -> dict[str, Any]:
    if file is None or not end:
        return {"mark": "", "modified": 0}
    return {"mark": _mark(file, end), "modified": os.fstat(file.fileno()).st_mtime_ns}


def _mark(file: BinaryIO, end: int) -> str:
    """A digest that distinguishes a file that was appended to from one that was rewritten."""
    file.seek(max(0, end - TAIL))
    return f"{os.fstat(file.fileno()).st_ino}:{hashlib.sha256(file.read(min(TAIL, end))).hexdigest()}"
