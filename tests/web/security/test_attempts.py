"""How often someone may try."""

from __future__ import annotations

from asmeant.web.security.attempts import MOST_KEYS, Attempts


def test_failures_count_for_a_while() -> None:
    now = [0.0]
    attempts = Attempts(2, 60, lambda: now[0])
    attempts.failed("ada")
    assert attempts.wait_seconds("ada") == 0
    now[0] = 10
    attempts.failed("ada")
    assert attempts.wait_seconds("ada") == 50
    assert attempts.wait_seconds("bob") == 0
    now[0] = 61
    assert attempts.wait_seconds("ada") == 0
    attempts.failed("ada")
    assert attempts.wait_seconds("ada") > 0
    attempts.succeeded("ada")
    assert attempts.wait_seconds("ada") == 0


def test_names_are_forgotten_in_time() -> None:
    attempts = Attempts(1, 60)
    for number in range(MOST_KEYS + 10):
        attempts.failed(str(number))
    assert attempts.wait_seconds("0") == 0
    assert attempts.wait_seconds(str(MOST_KEYS)) > 0
