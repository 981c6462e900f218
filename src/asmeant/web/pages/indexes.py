"""Runs -> their indexes, kept up to date: at once if little was added, otherwise in the background."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from asmeant.analysis.run_index import RunIndex, pending_bytes, place_of, refresh
from asmeant.analysis.run_list import Summary
from asmeant.errors import RunError
from asmeant.runs import RunFolder

# About this much is read in a tenth of a second.
AT_ONCE_BYTES = 256 << 10
RATE_SECONDS = 60.0
# A run without writes for this time has stopped.
STILL_SECONDS = 45.0


@dataclass(frozen=True, slots=True)
class IndexState:
    """The index of a run, if there is one. `is_indexing`: a newer one is being built."""

    index: RunIndex | None
    is_indexing: bool = False


class Indexes:
    """The indexes of an application. Thread-safe."""

    def __init__(self) -> None:
        self._waiting: queue.Queue[Path] = queue.Queue()
        self._busy: set[Path] = set()
        self._faults: dict[Path, tuple[int, str]] = {}  # the bytes that were pending, and the error
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def get(self, files: RunFolder, at_once: bool = True) -> IndexState:
        """The index. With `at_once`, a small one is brought up to date before this returns."""
        pending = pending_bytes(files)
        place = place_of(files)
        if pending == 0:
            return IndexState(RunIndex(files, place))
        if at_once and pending <= AT_ONCE_BYTES:
            with self._lock:
                return IndexState(refresh(files))
        if self._faults.get(files.path, (0, ""))[0] == pending:
            raise RunError(self._faults[files.path][1])
        self._begin(files.path)
        return IndexState(RunIndex(files, place) if place.exists() else None, is_indexing=True)

    def _begin(self, path: Path) -> None:
        with self._lock:
            if path in self._busy:
                return
            self._busy.add(path)
            self._waiting.put(path)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True, name="indexing")
                self._thread.start()

    def _work(self) -> None:
        while True:
            path = self._waiting.get()
            # A separate process, because a large run would block this one.
            command = [sys.executable, "-m", "asmeant.analysis.run_index.building", str(path)]
            pending = pending_bytes(RunFolder(path))
            result = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)
            if result.returncode:
                words = result.stderr.decode("utf-8", "replace").strip().splitlines()
                self._faults[path] = pending, words[-1] if words else f"{path} cannot be indexed."
            self._busy.discard(path)


class Rates:
    """The speed of runs, from their progress when they were last viewed."""

    def __init__(self) -> None:
        self._counts: dict[str, deque[tuple[float, int]]] = {}

    def per_second(self, summary: Summary) -> float:
        now = monotonic()
        counts = self._counts.setdefault(summary.run, deque())
        counts.append((now, summary.verdicts))
        while len(counts) > 1 and now - counts[0][0] > RATE_SECONDS:
            counts.popleft()
        (begin, before), (end, after) = counts[0], counts[-1]
        return (after - before) / (end - begin) if end > begin and after > before else 0.0
