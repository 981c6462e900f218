"""Replies of model servers by all that they depend on, on disk: nothing is paid twice.

A file is named by the model and its server, the prompt, the sampling, the task and the number of the sample.
So two samples of one task never share a reply, and more samples of a task need only the new ones. Files are
written whole, any number of processes may share a folder, and the least recently used are deleted when it
becomes too large.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from asmeant.errors import UsageError
from asmeant.files import write_whole
from asmeant.records import Reply, Request, Sampling, from_json, to_json

MOST_MB = 1024
# So much is left when files are deleted, so that it does not happen at every reply.
SHARE_KEPT = 0.9


@dataclass(frozen=True, slots=True)
class _File:
    used: float
    size: int
    path: Path


class ReplyCache:
    """A folder of replies, of `most_mb` at most."""

    def __init__(self, folder: Path, most_mb: float = MOST_MB) -> None:
        self.folder = folder
        self._most_bytes = most_mb * 1e6
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"The reply cache {folder} cannot be made: {error.strerror}.") from error
        self._bytes = sum(file.size for file in self._files())

    def find(self, identities: Iterable[bytes], call: Request, sampling: Sampling) -> list[Reply]:
        """The replies to the ranks of a call that one of these servers gave before."""
        identities = list(identities)
        replies = []
        for rank in call.ranks:
            cached = (self._read(self._path(identity, call, sampling, rank)) for identity in identities)
            reply = next((reply for reply in cached if reply is not None), None)
            if reply is not None and (reply.task_id, reply.rank) == (call.task_id, rank):
                replies.append(_as_cached(reply))
        return replies

    def keep(self, identity: bytes, call: Request, sampling: Sampling, replies: Sequence[Reply]) -> None:
        """Writes replies down. Where that fails, a later run only has to ask again."""
        for reply in replies:
            path = self._path(identity, call, sampling, reply.rank)
            text = to_json(reply)
            with suppress(OSError):
                path.parent.mkdir(exist_ok=True)
                write_whole(path, text, durable=False)
                self._bytes += len(text)

    def trim(self) -> None:
        """Deletes the least recently used replies if the folder is too large."""
        if self._bytes > self._most_bytes:
            self._delete_oldest()

    def _read(self, path: Path) -> Reply | None:
        try:
            reply = from_json(Reply, path.read_bytes())
            os.utime(path)
        except (OSError, msgspec.DecodeError):
            return None
        return reply

    def _path(self, identity: bytes, call: Request, sampling: Sampling, rank: int) -> Path:
        # The number of samples does not change a sample.
        settings = replace(sampling, count=1)
        content = to_json([call.prompt, settings, call.task_id, rank])
        name = hashlib.sha256(len(identity).to_bytes(8, "big") + identity + content).hexdigest()
        return self.folder / name[:2] / f"{name[2:]}.json"

    def _files(self) -> Iterator[_File]:
        for path in self.folder.glob("[0-9a-f][0-9a-f]/*.json"):
            with suppress(OSError):
                status = path.stat()
                yield _File(status.st_mtime, status.st_size, path)

    def _delete_oldest(self) -> None:
        """Other processes may write and delete at the same time: the folder says what is there."""
        files = sorted(self._files(), key=lambda file: file.used)
        self._bytes = sum(file.size for file in files)
        for file in files:
            if self._bytes <= SHARE_KEPT * self._most_bytes:
                return
            file.path.unlink(missing_ok=True)
            self._bytes -= file.size


def _as_cached(reply: Reply) -> Reply:
    """Nothing is paid for it again."""
    if reply.usage is None:
        return reply
    cost = None if reply.usage.cost is None else 0.0
    return replace(reply, usage=replace(reply.usage, cached=True, seconds=0.0, cost=cost))
