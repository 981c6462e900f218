"""Rate limit for logins."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

MOST_KEYS = 10_000


class Attempts:
    """At most `most` failures within `seconds` are allowed for each key (a name, an address)."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._failures: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_seconds(self, key: str) -> float:
        """The seconds until the next attempt is allowed; 0 if it is allowed now."""
        failures = self._recent(key)
        return failures[0] + self._seconds - self._clock() if len(failures) >= self._most else 0.0

    def failed(self, key: str) -> None:
        failures = self._recent(key)
        failures.append(self._clock())
        self._failures[key] = failures
        self._failures.move_to_end(key)
        while len(self._failures) > MOST_KEYS:
            self._failures.popitem(last=False)

    def succeeded(self, key: str) -> None:
        self._failures.pop(key, None)

    def _recent(self, key: str) -> deque[float]:
        failures = self._failures.get(key, deque(maxlen=self._most))
        while failures and failures[0] <= self._clock() - self._seconds:
            failures.popleft()
        return failures
