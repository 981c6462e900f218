"""One batch, sent as often as it takes: each verdict comes out once."""

from __future__ import annotations

import msgspec
import pytest

from asmeant.client import Batch, Decided, Ended, Fault, Submission
from asmeant.client.exchange import Exchange, error_named, problem_detail
from asmeant.errors import DataError, SandboxError, ServerError
from asmeant.records import Verdict

BATCH = Batch((Submission("a", "1"), Submission("a", "2")))


def line(event: Decided | Ended | Fault) -> str:
    return msgspec.json.encode(event).decode()


def decided(rank: int) -> str:
    return line(Decided(Verdict("a", rank, "passed"), 1.0))


def ranks(exchange: Exchange, *lines: str) -> list[int]:
    return [event.rank for text in lines for event in exchange.new_events(text)]


def test_what_is_known_is_not_passed_on_again() -> None:
    exchange = Exchange(BATCH)
    assert ranks(exchange, decided(1)) == [1]
    assert not exchange.is_over, "the connection broke here"
    assert ranks(exchange, decided(1), decided(0), line(Ended(2))) == [0]
    assert exchange.is_over


def test_every_attempt_has_the_same_key_and_body() -> None:
    exchange = Exchange(BATCH)
    assert exchange.headers() == exchange.headers()
    assert exchange.headers()["idempotency-key"] != Exchange(BATCH).headers()["idempotency-key"]
    assert exchange.body() is exchange.body()


def test_what_is_handed_back_is_sent_again() -> None:
    exchange = Exchange(BATCH)
    assert ranks(exchange, decided(0), line(Ended(1, (1,), "closing"))) == [0]
    assert not exchange.is_over


@pytest.mark.parametrize(
    ("status", "retry_after", "seconds"),
    [(429, "7", 7), (503, None, 0.1), (409, "1", 1), (502, "x", 0.1), (429, "99999", 60)],
)
def test_a_busy_server_is_asked_again(status: int, retry_after: str | None, seconds: float) -> None:
    assert Exchange(BATCH).refused(status, b"", retry_after) == seconds


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 422, 500])
def test_other_refusals_are_errors(status: int) -> None:
    body = b'{"detail": "No.", "path": "$.tasks[0]"}'
    with pytest.raises(ServerError, match=r"refused the batch: No. \(at \$.tasks\[0\]\)"):
        Exchange(BATCH).refused(status, body, None)


def test_patience_ends_unless_there_is_progress() -> None:
    exchange = Exchange(BATCH, patience_seconds=1)
    assert [exchange.pause("gone") for _ in range(4)] == [0.1, 0.2, 0.4, 0.8]
    with pytest.raises(ServerError, match="did not answer for 2 s: gone"):
        exchange.pause("gone")
    ranks(exchange, decided(0))
    assert exchange.pause("gone") == 0.1


def test_faults_are_raised_as_they_would_be_here() -> None:
    with pytest.raises(SandboxError, match="no walls"):
        ranks(Exchange(BATCH), line(Fault(0, "SandboxError", "no walls")))
    assert isinstance(error_named("DataError", "x"), DataError)
    for name in ("UnknownNameError", "SystemExit", "__name__", ""):
        assert isinstance(error_named(name, "x"), ServerError)


@pytest.mark.parametrize("body", [b"", b"[]", b"<html>", b"{}", b'"x"'])
def test_answers_that_are_no_problem(body: bytes) -> None:
    assert problem_detail(body) == ""
