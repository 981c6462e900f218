"""The runs of a folder, local or on a store, by name: the name of a direct subfolder, never a path."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from time import monotonic

from asmeant.analysis.run_list import Summary, summary
from asmeant.files import write_whole
from asmeant.loaded_run import LoadedRun
from asmeant.runs import FILES, RunFolder
from asmeant.store_runs import is_run, run_folder, runs_in
from asmeant.stores import joined
from asmeant.web.responses import RefusedError
from asmeant.web.security.callers import Caller

MOST_LOADED = 16
LONGEST_NAME = 255
FRESH_SECONDS = 5.0


class Runs:
    """Finds runs, and caches the latest ones. Thread-safe."""

    def __init__(self, folder: Path | str, state: Path) -> None:
        self.folder = folder
        self._owners = state / "owners"
        self._loaded: OrderedDict[Path, tuple[object, LoadedRun]] = OrderedDict()
        self._opened: dict[str | Path, tuple[float, RunFolder]] = {}
        self._lock = Lock()

    def names(self) -> list[str]:
        return sorted(self.name_of(files) for files in self._folders())

    def summaries(self) -> Iterator[tuple[str, Summary]]:
        """The summary of each run, by name.

        Counts lines of files: too slow for every page of a large folder.
        """
        for files in self._folders():
            yield self.name_of(files), summary(files)

    def _folders(self) -> Iterator[RunFolder]:
        return (files for files in runs_in(self.folder) if not files.path.name.startswith("."))

    def name_of(self, files: RunFolder) -> str:
        """The name of a run. If the folder is itself a run, its own name."""
        return self._own_name if files.path == self.folder else files.path.name

    @property
    def _own_name(self) -> str:
        return self.folder.resolve().name if isinstance(self.folder, Path) else Path(self.folder).name

    def files(self, name: str) -> RunFolder:
        """Raises a RefusedError if there is no run with this name."""
        if is_run_name(name):
            # Links to other places were made by the owner of the folder, and are allowed.
            files = self._open(joined(self.folder, name))
            if files is None and name == self._own_name:
                files = self._open(self.folder)
            if files is not None:
                return files
        raise RefusedError(404, "There is no run of that name in the folder.")

    def _open(self, location: Path | str) -> RunFolder | None:
        """The run at this location. A run on a store is opened again only after some seconds."""
        if isinstance(location, Path):
            return RunFolder(location) if is_run(location) else None
        opened, files = self._opened.get(location, (0.0, None))
        if files is None or monotonic() - opened > FRESH_SECONDS:
            if not is_run(location):
                return None
            files = run_folder(location)
            self._opened[location] = monotonic(), files
        return files

    def load(self, name: str) -> LoadedRun:
        """The current run. It is read again only if its files have changed."""
        files = self.files(name)
        state = _state(files.path)
        with self._lock:
            cached = self._loaded.get(files.path)
            if cached is None or cached[0] != state:
                cached = state, LoadedRun(files)
                self._loaded[files.path] = cached
            self._loaded.move_to_end(files.path)
            while len(self._loaded) > MOST_LOADED:
                self._loaded.popitem(last=False)
            return cached[1]

    # ── whose run it is ──

    def claim(self, name: str, caller: Caller) -> None:
        """Records who started a run."""
        self._owners.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self._owner_file(name), caller.name.encode())

    def check_owner(self, name: str, caller: Caller) -> None:
        """Raises an error if the caller may not change this run.

        The caller who started it may, and callers with the role `write`.
        """
        file = self._owner_file(name)
        owner = file.read_text("utf-8") if file.exists() else ""
        if not (caller.may("write") or (caller.may("run") and owner == caller.name)):
            raise RefusedError(
                403,
                "Another user started this run. Only they, or a user with the role 'write', may change it.",
            )

    def _owner_file(self, name: str) -> Path:
        return self._owners / hashlib.sha256(name.encode()).hexdigest()


def is_run_name(name: str) -> bool:
    is_one_part = "/" not in name and "\\" not in name and "\x00" not in name
    return (
        is_one_part
        and bool(name)
        and not name.startswith(".")
        and len(name.encode("utf-8", "replace")) <= LONGEST_NAME
    )


def _state(folder: Path) -> object:
    """A value that changes whenever a file of the run changes."""
    states = []
    for name in (*FILES.values(), "run.json", "scores.json"):
        try:
            status = (folder / name).stat()
        except OSError:
            states.append((name, 0, 0))
        else:
            states.append((name, status.st_size, status.st_mtime_ns))
    return tuple(states)
