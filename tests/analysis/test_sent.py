from __future__ import annotations

from typing import Any

import pytest

from asmeant.analysis.sent import departures
from asmeant.records import Candidate, Sampling

ALL = {"temperature": 0.8, "top_p": 0.95, "max_tokens": 512, "seed": 0}


@pytest.mark.parametrize(
    ("sampling", "sent", "missing"),
    [
        (Sampling(), ALL, []),
        (Sampling(), {}, []),  # nothing is known of what was sent
        (Sampling(), {**ALL, "max_tokens": None}, []),
        (Sampling(), {"temperature": 0.8, "top_p": 0.95, "max_completion_tokens": 9, "seed": 0}, []),
        (Sampling(), {"seed": 0, "max_tokens": 512}, ["temperature 0.8", "top_p 0.95"]),
        (Sampling(temperature=0), {"temperature": 0, "max_tokens": 512, "seed": 0}, []),
        (Sampling(top_p=1), {"temperature": 0.8}, ["max_tokens 512", "seed 0"]),
    ],
)
def test_settings_that_were_not_sent(sampling: Sampling, sent: dict[str, Any], missing: list[str]) -> None:
    sentences = departures(sampling, [Candidate("t", 0, "x", sent=sent)])
    assert [
        sentence.removeprefix("The server was not sent ").partition(" for ")[0] for sentence in sentences
    ] == missing


def test_only_requests_that_are_known_are_counted() -> None:
    sent: list[dict[str, Any]] = [ALL, {"seed": 1}, {}]
    candidates = [Candidate("t", rank, "x", sent=fields) for rank, fields in enumerate(sent)]
    assert departures(Sampling(top_p=1), candidates) == [
        "The server was not sent temperature 0.8 for 1 of 2 candidates: the server's own temperature held.",
        "The server was not sent max_tokens 512 for 1 of 2 candidates: the server's own limit held.",
    ]
