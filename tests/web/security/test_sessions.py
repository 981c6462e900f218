"""Sessions end: by a logout, when idle, when old."""

from __future__ import annotations

from asmeant.web.security import sessions
from asmeant.web.security.callers import Caller
from asmeant.web.security.sessions import Sessions

ADA = Caller("ada", "write", "session")


class Clock:
    hours = 0.0

    def __call__(self) -> float:
        return self.hours * 3600


def test_sessions_end() -> None:
    clock = Clock()
    kept = Sessions(12, 2, clock)
    first, second = kept.begin(ADA), kept.begin(ADA)
    assert first != second
    clock.hours = 1.9
    assert kept.caller(first) == ADA
    clock.hours = 2.1
    assert kept.caller(second) is None, "idle for 2.1 hours"
    for hours in (3.5, 5, 7, 8.5, 10, 11.9):
        clock.hours = hours
        assert kept.caller(first) == ADA
    clock.hours = 12.1
    assert kept.caller(first) is None, "12.1 hours old"
    third = kept.begin(ADA)
    kept.end(third)
    assert kept.caller(third) is None
    assert kept.caller("") is None


def test_their_number_is_bounded(monkeypatch: object) -> None:
    kept = Sessions(12, 2)
    oldest = kept.begin(ADA)
    for _ in range(sessions.MOST_SESSIONS):
        newest = kept.begin(ADA)
    assert kept.caller(oldest) is None
    assert kept.caller(newest) == ADA
