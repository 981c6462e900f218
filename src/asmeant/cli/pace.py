"""Progress so far -> how long the rest takes. Pure, except for the clock."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

WINDOW_SECONDS = 30.0


class Pace:
    """How fast work has been done recently.

    The last items of a run may be slow ones, so only the last seconds count, up to now: while nothing is
    done, the remaining time grows.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._moments: deque[tuple[float, int]] = deque([(clock(), 0)])
        self.done = 0

    def advance(self, amount: int = 1) -> None:
        self.done += amount
        now = self._clock()
        last, _ = self._moments[-1]
        # A few points are enough, however fast the work is.
        if now - last > WINDOW_SECONDS / 100:
            self._moments.append((now, self.done))
        while len(self._moments) > 1 and now - self._moments[1][0] > WINDOW_SECONDS:
            self._moments.popleft()

    def seconds_left(self, remaining: int) -> float | None:
        """The seconds that the rest takes; None if nothing is known yet."""
        moment, before = self._moments[0]
        if self.done == before or remaining <= 0:
            return 0.0 if remaining <= 0 else None
        return remaining * (self._clock() - moment) / (self.done - before)


def in_words(seconds: float | None) -> str:
    """The time as a clock shows it: 1:02:03."""
    if seconds is None:
        return "-:--:--"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
