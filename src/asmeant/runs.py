"""A run on disk: run.json and one file per arrow.

    run.json -> tasks.jsonl -> prompts.jsonl -> candidates.jsonl -> deadlines.jsonl -> observations.jsonl
    -> verdicts.jsonl -> scores.json

Every arrow reads the file before it and appends to its own, one line per record, in one write. A torn last
line (the machine died) is dropped and redone. What is finished is never written again.

Every few seconds, and at the end, what was appended is made safe from a power cut. A cut in between may take
the last lines of some files and not of others: what is known of a candidate that is gone is dropped when the
run goes on, or the one that is generated in its place would have the verdict of the old one.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TypeVar

import msgspec
from filelock import FileLock, Timeout

from asmeant.errors import RunBusyError, RunError
from asmeant.files import is_disk_full, sync_file, sync_folder, write_whole
from asmeant.records import (
    Candidate,
    Deadline,
    Observation,
    Run,
    Score,
    Task,
    TaskPrompt,
    Verdict,
    from_json,
    to_json,
)

R = TypeVar("R")
FILES: dict[type, str] = {
    Task: "tasks.jsonl",
    TaskPrompt: "prompts.jsonl",
    Candidate: "candidates.jsonl",
    Deadline: "deadlines.jsonl",
    Observation: "observations.jsonl",
    Verdict: "verdicts.jsonl",
}
# What is found out of these files is kept beside them, and may be deleted at any time.
INDEX = ".index.sqlite"
# Of so many seconds of work, a power cut may take the last records. To sync after each one would take longer
# than to judge it.
SECONDS_BETWEEN_SYNCS = 5.0


class RunFolder:
    """Reads a run; inside a `with` block it may also be written, by this process alone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: FileLock | None = None
        self._unsynced: set[Path] = set()
        self._has_new_files = False
        self._last_sync = time.monotonic()
        self._sync_lock = Lock()

    @property
    def label(self) -> str:
        """How a person names it."""
        return str(self.path)

    def beside(self, suffix: str) -> RunFolder:
        """The run next to this one that has this name and a suffix."""
        path = self.path.resolve()
        return RunFolder(path.with_name(f"{path.name}{suffix}"))

    # ── reading ──

    def exists(self) -> bool:
        return (self.path / "run.json").is_file()

    def settings(self) -> Run:
        text = self._bytes("run.json")
        run = self.decode(Run, text, self.path / "run.json")
        if b'"deadline"' in text:
            return run
        # Runs of version 0.1 had one deadline for all tasks.
        return replace(run, limits=replace(run.limits, deadline="fixed"))

    def read(self, kind: type[R]) -> Iterator[R]:
        """All whole records of one kind, in the order in which they were written."""
        path = self.path / FILES[kind]
        if not path.exists():
            return
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n"):
                    yield self.decode(kind, line, path, number)

    def changed(self) -> float:
        """When the run was last written, in seconds since 1970."""
        # What is kept beside a run, such as its index, is no part of it.
        files = [path for path in self.path.iterdir() if path.is_file() and not path.name.startswith(".")]
        return max(path.stat().st_mtime for path in files)

    def tasks(self) -> list[Task]:
        return list(self.read(Task))

    def scores(self) -> list[Score]:
        return self.decode(list[Score], self._bytes("scores.json"), self.path / "scores.json")

    def _bytes(self, name: str) -> bytes:
        try:
            return (self.path / name).read_bytes()
        except FileNotFoundError:
            raise RunError(
                f"{self.label} has no {name}: it is not a run, or not yet that far. See: asmeant run --help"
            ) from None
        except OSError as error:
            raise RunError(f"{self.path / name} cannot be read: {error.strerror}.") from error

    @staticmethod
    def decode(kind: type[R], text: bytes, path: Path, line: int | None = None) -> R:
        """The record that a text holds; an error names the file and the line."""
        try:
            return from_json(kind, text)
        except msgspec.DecodeError as error:
            place = f"{path}, line {line}" if line else f"{path}"
            raise RunError(
                f"{place} does not hold a {getattr(kind, '__name__', 'record')}: {error}. "
                f"Delete {'that line' if line else 'the file'} and run again: only what is missing is redone."
            ) from error

    # ── writing ──

    def __enter__(self) -> RunFolder:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.path / ".lock", timeout=0)
            lock.acquire()
        except Timeout:
            raise RunBusyError(
                f"Another process is writing {self.label}. Wait for it, or write elsewhere with --out."
            ) from None
        except OSError as error:
            raise self._cannot_write(self.path, error) from error
        self._lock = lock
        for name in FILES.values():
            self._drop_torn_line(self.path / name)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.sync()
        except RunError:
            if error is None:
                raise
        finally:
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def sync(self) -> None:
        """Returns when all that was appended is safe from a power cut, candidates before their verdicts."""
        with self._sync_lock:
            self._last_sync = time.monotonic()
            paths, self._unsynced = self._unsynced, set()
            has_new_files, self._has_new_files = self._has_new_files, False
        if not paths:
            return
        for path in (self.path / name for name in FILES.values()):
            if path in paths and path.exists():
                try:
                    sync_file(path)
                except OSError as error:
                    raise self._cannot_write(path, error) from error
        if has_new_files:
            sync_folder(self.path)

    def begin(self, run: Run, tasks: Iterable[Task]) -> None:
        """Writes down what is asked. The settings come last: a folder without them is not yet a run."""
        if not self.exists():
            self._replace(FILES[Task], b"".join(to_json(task) + b"\n" for task in tasks))
            self._replace("run.json", msgspec.json.format(to_json(run), indent=2) + b"\n")

    def append(self, *records: object) -> None:
        """Adds records of one kind, whole or not at all."""
        if not records:
            return
        self._append_text(FILES[type(records[0])], b"".join(to_json(record) + b"\n" for record in records))

    def _append_text(self, name: str, text: bytes) -> None:
        path = self.path / name
        try:
            with path.open("ab", buffering=0) as file:
                size = file.tell()
                self._write_all(file.fileno(), text, size)
        except OSError as error:
            raise self._cannot_write(path, error) from error
        with self._sync_lock:
            self._unsynced.add(path)
            self._has_new_files = self._has_new_files or size == 0
            is_due = time.monotonic() - self._last_sync >= SECONDS_BETWEEN_SYNCS
        if is_due:
            self.sync()

    @staticmethod
    def _write_all(file: int, text: bytes, size: int) -> None:
        try:
            left = memoryview(text)
            while left:
                left = left[os.write(file, left) :]
        except OSError:
            os.ftruncate(file, size)
            raise

    def write_scores(self, scores: Iterable[Score]) -> None:
        self.sync()  # what they are computed from comes first
        self._replace("scores.json", msgspec.json.format(to_json(list(scores)), indent=2) + b"\n")

    def write_file(self, name: str, text: bytes) -> None:
        """Writes a file that is kept with the run and is no record of it, such as its tags."""
        self._replace(name, text)

    def forget(self, kind: type) -> None:
        """Deletes the records of one kind, so that they are made again."""
        (self.path / FILES[kind]).unlink(missing_ok=True)
        (self.path / INDEX).unlink(missing_ok=True)
        sync_folder(self.path)  # or a power cut would bring the old ones back

    def drop(self, keys: Collection[tuple[str, int]]) -> None:
        """Deletes what is known of these candidates (task and rank), so that it is made again."""
        for name in (FILES[Observation], FILES[Verdict]):
            if (self.path / name).exists():
                with (self.path / name).open("rb") as file:
                    self._replace(name, b"".join(line for line in file if _key(line) not in keys))

    def _replace(self, name: str, text: bytes) -> None:
        """Writes a file as a whole, or leaves the old one."""
        path = self.path / name
        try:
            write_whole(path, text)
        except OSError as error:
            raise self._cannot_write(path, error) from error

    def _drop_torn_line(self, path: Path) -> None:
        if not path.exists():
            return
        try:
            with path.open("rb+") as file:
                end = size = file.seek(0, os.SEEK_END)
                while end > 0:
                    start = max(0, end - 65536)
                    file.seek(start)
                    newline = file.read(end - start).rfind(b"\n")
                    if newline >= 0:
                        # A file that is whole is left alone, and so is the time when it was written.
                        if start + newline + 1 < size:
                            file.truncate(start + newline + 1)
                        return
                    end = start
                file.truncate(0)
        except OSError as error:
            raise self._cannot_write(path, error) from error

    def _cannot_write(self, path: Path, error: OSError) -> RunError:
        if is_disk_full(error):
            free = shutil.disk_usage(self.path).free >> 20
            return RunError(
                f"{path} cannot be written: the disk is full ({free} MB free). "
                "Nothing that was finished is lost: make room and run again."
            )
        return RunError(f"{path} cannot be written: {error.strerror}. Choose another folder with --out.")


class _Key(msgspec.Struct):
    """What joins the records of a candidate."""

    task_id: str
    rank: int = 0


def _key(line: bytes) -> tuple[str, int] | None:
    """None where the line is no record: who reads it says so."""
    try:
        key = from_json(_Key, line)
    except msgspec.DecodeError:
        return None
    return key.task_id, key.rank
