"""A URL -> a folder on an object store, by fsspec: whole objects, and a lock.

An object store writes objects as a whole, or not at all, and cannot append. What is appended is therefore
written as segments: `verdicts.TIME-WRITER.jsonl`. The times put them in order, and two writers never use the
same name.
"""

from __future__ import annotations

import json
import os
import re
import socket
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from asmeant.errors import RunBusyError, RunError, UsageError

Outcome = TypeVar("Outcome")
EXTRA = "pip install 'asmeant[store]'"
LOCK = "lock.json"
# A lock that was not renewed for so long was left by a process that is no more.
STALE_SECONDS = 120.0
_URL = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)


def is_url(location: str | Path) -> bool:
    """Whether a run is on a store, and not in a folder of this machine."""
    match = _URL.match(str(location)) if isinstance(location, str) else None
    return match is not None and match[1].lower() != "file"


def local_path(location: str | Path) -> Path:
    """The folder that a path or a file:// URL names."""
    return Path(location.removeprefix("file://") if isinstance(location, str) else location)


def joined(location: str | Path, name: str) -> str | Path:
    """What has that name in a folder of this machine, or of a store."""
    if isinstance(location, str) and is_url(location):
        return f"{location.rstrip('/')}/{name}"
    return local_path(location) / name


@dataclass(frozen=True, slots=True)
class StoredObject:
    """An object of a folder, as the store lists it. What is written anew has another `version`."""

    name: str
    size: int
    version: str


class Store:
    """The objects of one folder on a store."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        if "://" not in self.url:
            raise UsageError(f"{url} names no folder. Say for example: s3://BUCKET/RUN")
        self.writer = uuid.uuid4().hex[:12]
        self._fs, self._root = _opened(self.url)

    def objects(self) -> list[StoredObject]:
        """All objects of the folder, by name. None where there is no such folder."""
        entries = [entry for entry in self._entries() if entry["type"] == "file"]
        return sorted((_object(entry) for entry in entries), key=lambda item: item.name)

    def folders(self) -> list[str]:
        """The names of the folders right below this one."""
        names = (entry["name"] for entry in self._entries() if entry["type"] == "directory")
        return sorted(name.rstrip("/").rpartition("/")[2] for name in names)

    def _entries(self) -> list[dict[str, Any]]:
        def listed() -> list[dict[str, Any]]:
            self._fs.invalidate_cache()
            try:
                entries: list[dict[str, Any]] = self._fs.ls(self._root, detail=True)
            except FileNotFoundError:
                return []
            return entries

        return self._checked("listed", listed)

    def read(self, name: str) -> bytes:
        content: bytes = self._checked(f"read ({name})", lambda: self._fs.cat_file(f"{self._root}/{name}"))
        return content

    def write(self, name: str, content: bytes) -> None:
        self._checked(f"written ({name})", lambda: self._fs.pipe_file(f"{self._root}/{name}", content))

    def delete(self, *names: str) -> None:
        paths = [f"{self._root}/{name}" for name in names]
        if paths:
            self._checked(f"deleted ({', '.join(names)})", lambda: self._fs.rm(paths))

    def _checked(self, verb: str, action: Callable[[], Outcome]) -> Outcome:
        try:
            return action()
        except PermissionError as error:
            raise RunError(
                f"{self.url} cannot be {verb}: access is denied ({_text(error)}). Look at your credentials: "
                "for S3, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile."
            ) from error
        except FileNotFoundError as error:
            raise RunError(
                f"{self.url} cannot be {verb}: it is not there ({_text(error)}). A bucket must exist before."
            ) from error
        except Exception as error:  # each store has errors of its own
            hint = " Look at your credentials." if "redential" in str(error) else ""
            raise RunError(f"{self.url} cannot be {verb}: {_text(error)}.{hint}") from error

    # ── the lock ──

    def lock(self) -> None:
        """Raises RunBusyError where another process has it."""
        path = f"{self._root}/{LOCK}"
        content = self._lock_content()

        def create() -> bool:
            try:
                self._fs.pipe_file(path, content, mode="create")
            except FileExistsError:
                return False
            return True

        if self._checked("locked", create):
            return
        holder = self._holder()
        if _is_held(holder):
            raise RunBusyError(
                f"A process on {holder.get('host')} ({holder.get('pid')}) is writing {self.url}. Wait for "
                f"it, or write elsewhere with --out. Its lock ends {STALE_SECONDS:g} s after its last sign."
            )
        self.write(LOCK, content)
        self._require_lock()

    def keep_lock(self) -> None:
        """Renews the lock. Raises RunBusyError if another process took it while this one was silent."""
        self._require_lock()
        self.write(LOCK, self._lock_content())

    def _require_lock(self) -> None:
        if self._holder().get("writer", self.writer) != self.writer:
            raise RunBusyError(f"Another process has begun to write {self.url}. Wait for it.")

    def unlock(self) -> None:
        if self._holder().get("writer") == self.writer:
            self.delete(LOCK)

    def _lock_content(self) -> bytes:
        process = {"host": socket.gethostname(), "pid": os.getpid()}
        return json.dumps({**process, "writer": self.writer, "time": time.time()}).encode()

    def _holder(self) -> dict[str, Any]:
        try:
            holder = json.loads(self.read(LOCK))
        except (RunError, ValueError):
            return {}
        return holder if isinstance(holder, dict) else {}


def _is_held(holder: dict[str, Any]) -> bool:
    """Whether the process that locked the folder may still be there."""
    if not holder.get("writer") or time.time() - float(holder.get("time", 0)) > STALE_SECONDS:
        return False
    if holder.get("host") != socket.gethostname():
        return True
    return Path(f"/proc/{holder.get('pid')}").exists() or not Path("/proc/self").exists()


def _object(entry: dict[str, Any]) -> StoredObject:
    version = entry.get("ETag") or entry.get("etag") or entry.get("md5Hash") or entry.get("created") or ""
    return StoredObject(str(entry["name"]).rpartition("/")[2], int(entry["size"] or 0), str(version))


def _opened(url: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError as error:
        raise UsageError(
            f"A run at {url} needs fsspec, which is not installed. Install it with: {EXTRA}"
        ) from error
    try:
        fs, root = fsspec.url_to_fs(url)
    except ImportError as error:
        raise UsageError(f"A run at {url} needs another package: {_text(error)}. For S3: {EXTRA}") from error
    except ValueError as error:
        raise UsageError(f"A run cannot be at {url}: {_text(error)}.") from error
    return fs, str(root).rstrip("/")


def _text(error: BaseException) -> str:
    return " ".join(str(error).split()).rstrip(".")[:300] or type(error).__name__
