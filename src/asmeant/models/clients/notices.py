"""Log messages while the user waits for a server: failed attempts, and long silence.

The rate is limited: with many requests in flight, a failing server fails many times a second.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

SECONDS_BETWEEN_NOTICES = 5.0
FIRST_SILENCE_SECONDS = 30.0

log = logging.getLogger(__name__)


class Notices:
    def __init__(self, host: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._host = host
        self._clock = clock
        self._last_notice = float("-inf")
        self._last_reply = clock()
        self._silence = FIRST_SILENCE_SECONDS

    def failed(self, cause: str, tries: int, most: int, seconds: float) -> None:
        """An attempt failed. The next one is in `seconds`, or at once with another server."""
        if self._clock() - self._last_notice >= SECONDS_BETWEEN_NOTICES:
            self._last_notice = self._clock()
            again = f"Trying again in {seconds:.1f} s (try {tries + 1} of at most {most})."
            log.warning(
                "The server at %s is in trouble: %s. %s",
                self._host, cause, again if seconds else "Another server is asked.",
            )  # fmt: skip

    def answered(self) -> None:
        self._last_reply = self._clock()
        self._silence = FIRST_SILENCE_SECONDS

    def waiting(self, requests: int, timeout_seconds: float) -> None:
        """Log that there was no answer for some time, and again each time it has doubled."""
        silent = self._clock() - self._last_reply
        if silent >= self._silence:
            self._silence = 2 * silent
            log.warning(
                "The server at %s has not answered for %.0f s; %d requests wait, each for at most %g s.",
                self._host, silent, requests, timeout_seconds,
            )  # fmt: skip
