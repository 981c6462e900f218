"""Failed attempt -> seconds to wait before the next one. Pure: nothing here sleeps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

TRIES = 8
# A server that never answered probably has a wrong URL; one that answered before may be restarting. The run
# can be resumed later, so the user should see the error within seconds.
TRIES_TO_CONNECT = 3
TRIES_TO_RECONNECT = 4
FIRST_SECONDS = 1.0
LONGEST_SECONDS = 30.0
MOST_DOUBLINGS = 10  # a server of a pool may be down for days, and no number can be doubled so often
# The longest wait that a server may request.
LONGEST_REQUESTED_SECONDS = 600.0


def is_temporary(status: int) -> bool:
    """Whether a request with this status is worth another attempt."""
    return status in (408, 409, 425, 429) or status >= 500


def is_overload(status: int) -> bool:
    """Whether the status says that the server is sent too much at once."""
    return status in (429, 503, 529)


def wait_seconds(failed: int, requested_seconds: float | None, jitter: random.Random) -> float:
    """The wait after failed attempt number `failed`: as the server requests, or twice as long each time.

    Jitter spreads out requests that failed at the same time.
    """
    if requested_seconds is not None:
        return requested_seconds * jitter.uniform(1.0, 1.25)
    doublings = min(failed - 1, MOST_DOUBLINGS)
    return min(LONGEST_SECONDS, FIRST_SECONDS * 2.0**doublings) * jitter.uniform(0.5, 1.0)


def requested_wait(headers: Mapping[str, str], now: datetime) -> float | None:
    """The seconds in the header `retry-after-ms` or `Retry-After` (seconds or a date)."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    text = headers.get("retry-after")
    seconds = _number(text)
    if seconds is not None or text is None:
        return seconds
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
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
