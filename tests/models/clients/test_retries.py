from __future__ import annotations

import random
from datetime import UTC, datetime

import pytest

from asmeant.models.clients import retries

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "7"}, 7),
        ({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0),
        ({"retry-after": "Thu, 01 Jan 2026 12:00:30 -0000"}, 30),
        ({"retry-after": "later"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": f"Thu, {9**30} Jan 2026 12:00:30 GMT"}, None),
    ],
)
def test_requested_wait(headers: dict[str, str], seconds: float | None) -> None:
    assert retries.requested_wait(headers, NOW) == seconds


def test_waits_double_up_to_a_limit() -> None:
    jitter = random.Random(1)
    waits = [retries.wait_seconds(failed, None, jitter) for failed in range(1, 9)]
    for wait, longest in zip(waits, [1, 2, 4, 8, 16, 30, 30, 30], strict=True):
        assert longest / 2 <= wait <= longest
    assert 7 <= retries.wait_seconds(1, 7, jitter) <= 8.75
    assert 15 <= retries.wait_seconds(100_000, None, jitter) <= 30  # a server that is down for weeks


@pytest.mark.parametrize(
    ("status", "passes"), [(429, True), (408, True), (500, True), (503, True), (400, False)]
)
def test_which_faults_pass(status: int, passes: bool) -> None:
    assert retries.is_temporary(status) is passes
