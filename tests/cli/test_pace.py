from __future__ import annotations

import pytest

from asmeant.cli.pace import Pace, in_words


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_time_left_follows_the_last_seconds() -> None:
    clock = Clock()
    pace = Pace(clock)
    assert pace.seconds_left(10) is None
    for _ in range(1000):  # ten a second
        clock.now += 0.1
        pace.advance()
    assert pace.seconds_left(50) == pytest.approx(5.0, rel=0.05)
    clock.now += 20  # and then only slow ones are left
    slow = pace.seconds_left(50)
    assert slow is not None
    assert slow > 7
    pace.advance()
    clock.now += 29
    slower = pace.seconds_left(50)
    assert slower is not None
    assert slower > slow
    assert pace.seconds_left(0) == 0.0


@pytest.mark.parametrize(("seconds", "text"), [(None, "-:--:--"), (0.2, "0:00:00"), (3723.4, "1:02:03")])
def test_as_a_clock_shows_it(seconds: float | None, text: str) -> None:
    assert in_words(seconds) == text
