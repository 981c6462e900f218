"""Batches with a key: their verdicts are kept on disk, so that each is decided once, even after a crash.

There is one file per key. Its first line identifies the batch, and every other line is an event `decided`.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import BinaryIO

import msgspec

from asmeant.client.wire import Decided
from asmeant.web.keeping import sweep
from asmeant.web.responses import RefusedError
from asmeant.web.security.callers import Caller
from asmeant.web.settings import Quotas

SECONDS_BETWEEN_SWEEPS = 300.0
_DECIDED = msgspec.json.Decoder(Decided)


class _Head(msgspec.Struct, frozen=True):
    digest: str


class KeptBatch:
    """The verdicts stored under one key. Without a file, nothing is stored."""

    def __init__(self, file: BinaryIO | None = None) -> None:
        self._file = file

    def decided(self) -> Iterator[Decided]:
        """The verdicts that were decided before."""
        if self._file is not None:
            self._file.seek(0)
            next(self._file)
            for line in self._file:
                yield _DECIDED.decode(line)

    def keep(self, lines: bytes) -> None:
        if self._file is not None:
            self._file.seek(0, os.SEEK_END)
            self._file.write(lines)
            self._file.flush()


class KeptBatches:
    """Keys belong to their caller: the same key of another caller is a different one."""

    def __init__(self, folder: Path, quotas: Quotas) -> None:
        self._folder, self._quotas = folder, quotas
        self._swept = -SECONDS_BETWEEN_SWEEPS

    @contextmanager
    def open(self, caller: Caller, key: str, digest: str) -> Iterator[KeptBatch]:
        """The batch with this key, for one request at a time. `digest` is that of its body."""
        if not key:
            yield KeptBatch()
            return
        self._sweep()
        folder = self._folder / _name(caller.name)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _locked(folder / f"{_name(key)}.jsonl") as file:
            _drop_torn_line(file)
            head = file.readline()
            if not head:
                file.write(msgspec.json.encode(_Head(digest)) + b"\n")
                file.flush()
            elif msgspec.json.decode(head, type=_Head).digest != digest:
                raise RefusedError(409, "This idempotency key was used for another batch. Make a new one.")
            yield KeptBatch(file)

    def _sweep(self) -> None:
        """Removes old files from time to time, in a thread, because there may be many."""
        if time.monotonic() - self._swept >= SECONDS_BETWEEN_SWEEPS:
            self._swept = time.monotonic()
            Thread(target=sweep, args=[self._folder, "*/*.jsonl", self._quotas], daemon=True).start()


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+b") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise RefusedError(
                409, "A batch with this idempotency key is under way.", headers={"retry-after": "1"}
            ) from None
        yield file


def _drop_torn_line(file: BinaryIO) -> None:
    """Removes the incomplete last line that a killed server leaves."""
    end = file.seek(0, os.SEEK_END)
    while end > 0:
        start = max(0, end - 65536)
        file.seek(start)
        newline = file.read(end - start).rfind(b"\n")
        if newline >= 0:
            end = start + newline + 1
            break
        end = start
    file.truncate(end)
    file.seek(0)


def _name(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:40]
