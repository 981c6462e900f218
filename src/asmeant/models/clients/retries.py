"""A failed try -> how long to wait before the next. Pure: nothing here sleeps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

TRIES = 8
# A server that was never heard is more likely misspelt than busy; one that was heard may be starting again.
# The run can go on later, so a person is told within seconds.
TRIES_TO_CONNECT = 3
TRIES_TO_RECONNECT = 4
FIRST_SECONDS = 1.0
LONGEST_SECONDS = 30.0
# A server may ask for a longer wait than we would choose, but not for the rest of the day.
PATIENCE_SECONDS = 600.0


def passes(status: int) -> bool:
    """Whether a status tells of a fault that may be gone at the next try."""
    return status in (408, 409, 425, 429) or status >= 500


def wait_seconds(failed: int, told: float | None, jitter: random.Random) -> float:
    """The wait after the `failed`-th failed try: what the server asked for, or twice as long each time.

    Jitter keeps the requests that failed together from coming back together.
    """
    if told is not None:
        return told * jitter.uniform(1.0, 1.25)
    return min(LONGEST_SECONDS, FIRST_SECONDS * 2.0 ** (failed - 1)) * jitter.uniform(0.5, 1.0)


def told_to_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """The seconds that `retry-after-ms` or `Retry-After` (seconds or a date) ask for."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None or text is None:
        return seconds
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - now).total_seconds())


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if 0 <= number < float("inf") else None
