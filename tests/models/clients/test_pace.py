from __future__ import annotations

import pytest

from asmeant.models.clients.pace import FIRST_AT_ONCE, Pace


@pytest.mark.parametrize(("most", "first"), [(1, 1), (16, 16), (1000, FIRST_AT_ONCE)])
def test_no_server_is_sent_everything_at_first(most: int, first: int) -> None:
    assert Pace(most).limit == first


def test_one_more_after_each_round_of_answers_and_never_too_many() -> None:
    pace = Pace(20)
    for _ in range(FIRST_AT_ONCE + 1):
        pace.answered()
    assert pace.limit == FIRST_AT_ONCE + 1
    for _ in range(1000):
        pace.answered()
    assert pace.limit == 20


def test_half_after_a_rejection_and_only_once_for_requests_that_were_sent_together() -> None:
    pace = Pace(16)
    together = pace.decreases
    for _ in range(12):
        pace.rejected(together)
    assert pace.limit == 8
    pace.rejected(pace.decreases)
    assert pace.limit == 4
    for _ in range(10):
        pace.rejected(pace.decreases)
    assert pace.limit == 1


def test_it_finds_the_limit_of_a_server() -> None:
    """Rounds of requests to a server that takes 10 at once: few are rejected, and nearly all of it is used."""
    pace, rejected, sent = Pace(64), 0, 0
    for _ in range(400):
        at_once, decreases = pace.limit, pace.decreases
        sent += at_once
        rejected += max(0, at_once - 10)
        for number in range(at_once):
            if number < 10:
                pace.answered()
            else:
                pace.rejected(decreases)
    assert sent / 400 > 7
    assert rejected / sent < 0.05
