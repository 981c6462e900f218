"""Answers and rejections of a server -> how many requests it is sent at once. Pure: nothing here is sent.

Additive increase, multiplicative decrease: one more after each full round of answers, half after a rejection.
Requests that were sent before the last decrease say nothing about the number after it.
"""

from __future__ import annotations

# Nobody knows a server before its first answer: it is sent no more than this at first.
FIRST_AT_ONCE = 16
DECREASE = 0.5


class Pace:
    """`most` is the greatest number of requests at once."""

    def __init__(self, most: int) -> None:
        self._most = float(most)
        self._limit = min(self._most, float(FIRST_AT_ONCE))
        self._decreases = 0

    @property
    def limit(self) -> int:
        """How many requests may be in flight now."""
        return int(self._limit)

    @property
    def decreases(self) -> int:
        """How often it was slowed down. A request remembers the number at which it was sent."""
        return self._decreases

    def answered(self) -> None:
        self._limit = min(self._most, self._limit + 1 / self._limit)

    def rejected(self, decreases_when_sent: int) -> None:
        """The server was sent too many requests."""
        if decreases_when_sent == self._decreases:
            self._decreases += 1
            self._limit = max(1.0, self._limit * DECREASE)
