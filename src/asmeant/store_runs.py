"""A run on an object store: the store has the truth, and a folder of this machine mirrors it.

Everything that reads a run reads the mirror, at the speed of a local run. What is written goes to the mirror
and, every few seconds, to the store: as whole objects, or as segments of what is appended. When the writer is
done, its segments of each kind are joined to one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import msgspec
from filelock import FileLock, Timeout

from asmeant.cache import cache_folder
from asmeant.errors import RunError
from asmeant.files import write_whole
from asmeant.runs import FILES, INDEX, RunFolder
from asmeant.store_sending import Sender
from asmeant.stores import LOCK, Store, StoredObject, is_url, local_path

STATE = ".store.json"
# Beside the records of a run: what is one object each.
WHOLE_FILES = ("run.json", "scores.json", "tags.json")


def run_folder(location: RunFolder | Path | str) -> RunFolder:
    """The run at a path, or at a URL such as s3://bucket/runs/mine."""
    if isinstance(location, RunFolder):
        return location
    if isinstance(location, str) and is_url(location):
        return StoreFolder(location)
    return RunFolder(local_path(location))


def runs_in(location: Path | str) -> Iterator[RunFolder]:
    """The run at a path or a URL, where there is one, and the runs right below it."""
    if isinstance(location, str) and is_url(location):
        below = [f"{location.rstrip('/')}/{name}" for name in Store(location).folders()]
        yield from (StoreFolder(url) for url in [location, *below] if is_run(url))
        return
    folder = local_path(location)
    for path in [folder / "run.json", *sorted(folder.glob("*/run.json"))]:
        if path.is_file():
            yield RunFolder(path.parent)


def is_run(location: Path | str) -> bool:
    """Whether a run is there. Of one on a store nothing is fetched."""
    if isinstance(location, str) and is_url(location):
        return any(item.name == "run.json" for item in Store(location).objects())
    return (local_path(location) / "run.json").is_file()


def write_file(location: Path | str, name: str, content: bytes) -> None:
    """Writes a file as a whole into a folder, or a folder of a store."""
    if isinstance(location, str) and is_url(location):
        Store(location).write(name, content)
        return
    folder = local_path(location)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / name, content)
    except OSError as error:
        raise RunError(
            f"{folder / name} cannot be written: {error.strerror}. Choose another --out."
        ) from error


class StoreFolder(RunFolder):
    """A run on a store. It is fetched when it is opened, as far as it has changed."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        super().__init__(mirror_of(self.store.url))
        self._sender: Sender | None = None
        self._before: set[str] = set()
        self.fetch()

    @property
    def label(self) -> str:
        return self.store.url

    def beside(self, suffix: str) -> RunFolder:
        return StoreFolder(f"{self.store.url}{suffix}")

    # ── reading ──

    def changed(self) -> float:
        # The mirror was written when it was fetched. Segments say when their writer wrote them.
        times = [_time_of(item.name) for items in self._known().values() for item in items]
        return max(times, default=0) / 1e9 or super().changed()

    def fetch(self) -> None:
        """Brings the mirror up to date. While another process of this machine writes it, it is."""
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.path / ".lock", timeout=0):
                self._fetch()
        except Timeout:
            return

    def _fetch(self) -> None:
        objects = [item for item in self.store.objects() if item.name != LOCK]
        known = self._known()
        for name in WHOLE_FILES:
            self._fetch_file(name, [item for item in objects if item.name == name], known.get(name, []))
        for name in FILES.values():
            segments = [item for item in objects if _file_of(item.name) == name]
            self._fetch_file(name, segments, known.get(name, []))
        self._remember(objects)

    def _fetch_file(self, name: str, objects: list[StoredObject], known: list[StoredObject]) -> None:
        """The objects of a file, one after the other. What is there already is not fetched again."""
        path = self.path / name
        if objects == known and path.exists() == bool(objects):
            return
        if known and objects[: len(known)] == known and path.exists():
            with path.open("ab") as file:
                file.writelines(self.store.read(item.name) for item in objects[len(known) :])
        elif objects:
            write_whole(path, b"".join(self.store.read(item.name) for item in objects))
        else:
            path.unlink(missing_ok=True)
        (self.path / INDEX).unlink(missing_ok=True)

    def _known(self) -> dict[str, list[StoredObject]]:
        """Which objects each file of the mirror was made of."""
        try:
            return msgspec.json.decode((self.path / STATE).read_bytes(), type=dict[str, list[StoredObject]])
        except (OSError, msgspec.DecodeError):
            return {}

    def _remember(self, objects: Iterable[StoredObject]) -> None:
        files: dict[str, list[StoredObject]] = {}
        for item in objects:
            files.setdefault(_file_of(item.name), []).append(item)
        write_whole(self.path / STATE, msgspec.json.encode(files))

    # ── writing ──

    def __enter__(self) -> RunFolder:
        self.store.lock()
        try:
            self._delete_joined()
            self.fetch()  # another process may have written since
            super().__enter__()
        except BaseException:
            self.store.unlock()
            raise
        # Until the writer is done, the mirror holds what the store does not.
        self._before = {item.name for items in self._known().values() for item in items}
        (self.path / STATE).unlink(missing_ok=True)
        self._sender = Sender(self.store, max(map(_time_of, self._before), default=0))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sender, self._sender = self._sender, None
        try:
            if sender is not None:
                sender.close()
                self._remember_own()
        finally:
            super().__exit__(kind, error, trace)
            with suppress(RunError):
                self.store.unlock()

    def _remember_own(self) -> None:
        """The mirror is what the store holds, unless another writer did not heed the lock."""
        objects = [item for item in self.store.objects() if item.name != LOCK]
        own = (item.name for item in objects if self.store.writer in item.name or not _time_of(item.name))
        if {item.name for item in objects} <= self._before.union(own):
            self._remember(objects)

    def _delete_joined(self) -> None:
        """Deletes segments that a writer had joined to its first one before it was killed."""
        segments: dict[tuple[str, str], list[str]] = {}
        for item in self.store.objects():
            if _time_of(item.name):
                segments.setdefault((_file_of(item.name), _writer_of(item.name)), []).append(item.name)
        for first, *others in segments.values():
            joined = self.store.read(first) if others else b""
            self.store.delete(*(name for name in others if self.store.read(name) in joined))

    def _append_text(self, name: str, text: bytes) -> None:
        super()._append_text(name, text)
        if self._sender is not None:
            self._sender.append(name, text)

    def _replace(self, name: str, text: bytes) -> None:
        super()._replace(name, text)
        self.store.write(name, text)
        if name in FILES.values():
            self._delete_segments(name)

    def forget(self, kind: type) -> None:
        super().forget(kind)
        self._delete_segments(FILES[kind])
        self.store.delete(*(item.name for item in self.store.objects() if item.name == FILES[kind]))

    def _delete_segments(self, name: str) -> None:
        if self._sender is not None:
            self._sender.forget(name)
        segments = (item.name for item in self.store.objects() if _file_of(item.name) == name)
        self.store.delete(*(segment for segment in segments if segment != name))


def _file_of(name: str) -> str:
    """The file of a run that an object belongs to: verdicts.TIME-WRITER.jsonl is of verdicts.jsonl."""
    first, _, rest = name.partition(".")
    return f"{first}.jsonl" if rest.endswith("jsonl") else name


def _time_of(name: str) -> int:
    """When a segment was written, in nanoseconds; 0 of any other object."""
    time_text = name.partition(".")[2].partition("-")[0]
    return int(time_text) if time_text.isdecimal() else 0


def _writer_of(name: str) -> str:
    return name.rpartition("-")[2]


def mirror_of(url: str) -> Path:
    """The folder of this machine for what is on a store."""
    digest = hashlib.sha256(url.encode()).hexdigest()[:16]
    return cache_folder("stores") / digest / url.rpartition("/")[2]
