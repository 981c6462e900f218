"""Records that are appended to a run -> segments on its store."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Lock, Thread

from asmeant.errors import RunBusyError, RunError
from asmeant.stores import Store

# What is appended is sent after so many seconds, or 1 % of the time that the writer has been at it: a long
# run has some hundred segments, and not some hundred thousand.
SEND_SECONDS = 5.0
SEND_SHARE = 0.01
SEND_BYTES = 8 << 20
RENEW_SECONDS = 30.0
TRIES = 5


class Sender:
    """Sends what is appended from a thread of its own, and renews the lock."""

    def __init__(self, store: Store, after: int) -> None:
        self._store = store
        self._last = after  # the time of the segment before: clocks of machines differ
        self._begun = self._sent = self._renewed = time.monotonic()
        self._texts: dict[str, list[bytes]] = {}
        self._size = 0
        self._segments: dict[str, list[str]] = {}
        self._fault: RunError | None = None
        self._lock = Lock()
        self._sending = Lock()
        self._end = Event()
        self._thread = Thread(target=self._work, name="asmeant-store", daemon=True)
        self._thread.start()

    def append(self, name: str, text: bytes) -> None:
        if self._fault is not None:
            raise self._fault
        with self._lock:
            self._texts.setdefault(name, []).append(text)
            self._size += len(text)

    def forget(self, name: str) -> None:
        """Of this file, nothing that was appended is sent any more."""
        with self._sending, self._lock:
            self._texts.pop(name, None)
            self._segments.pop(name, None)

    def close(self) -> None:
        """Sends the rest, and joins the segments of this writer. What cannot be sent is an error."""
        self._end.set()
        self._thread.join()
        self._send()
        for segments in self._segments.values():
            if len(segments) > 1:
                self._store.write(segments[0], b"".join(map(self._store.read, segments)))
                self._store.delete(*segments[1:])

    def _work(self) -> None:
        while not self._end.wait(0.5):
            now = time.monotonic()
            try:
                if now - self._renewed > RENEW_SECONDS:
                    _repeated(self._store.keep_lock)
                    self._renewed = now
                if self._size > SEND_BYTES or now - self._sent > self._pause(now):
                    self._send()
            except RunError as error:
                self._fault = error
                return

    def _pause(self, now: float) -> float:
        return max(SEND_SECONDS, SEND_SHARE * (now - self._begun))

    def _send(self) -> None:
        with self._sending:
            with self._lock:
                texts, self._texts, self._size = self._texts, {}, 0
            try:
                for name in list(texts):
                    self._send_segment(name, b"".join(texts[name]))
                    del texts[name]
            finally:
                self._put_back(texts)
            self._sent = time.monotonic()

    def _send_segment(self, name: str, content: bytes) -> None:
        self._last = max(time.time_ns(), self._last + 1)
        segment = f"{name.removesuffix('jsonl')}{self._last:020d}-{self._store.writer}.jsonl"
        _repeated(lambda: self._store.write(segment, content))
        self._segments.setdefault(name, []).append(segment)

    def _put_back(self, texts: dict[str, list[bytes]]) -> None:
        """What could not be sent is sent with the next segment, before what was appended since."""
        with self._lock:
            for name, lines in texts.items():
                self._texts[name] = [*lines, *self._texts.get(name, [])]
                self._size += sum(map(len, lines))


def _repeated(action: Callable[[], None]) -> None:
    """A store may be out of reach for a moment."""
    for attempt in range(TRIES):
        try:
            action()
        except RunError as error:
            if attempt == TRIES - 1 or isinstance(error, RunBusyError):
                raise
            time.sleep(0.5 * 2**attempt)
        else:
            return
