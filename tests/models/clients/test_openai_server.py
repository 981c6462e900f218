"""The client against a server that fails in every way a server can."""

from __future__ import annotations

import asyncio
import itertools
import random
import threading
import time

import pytest

from asmeant.errors import ModelError
from asmeant.models.clients import openai, retries
from asmeant.models.clients.notices import Notices
from asmeant.records import Prompt, Request
from tests.models.asking import (
    KEY,
    SAMPLING,
    Sleeper,
    ask,
    ask_lazily,
    close,
    expect,
    gather,
    make_client,
    set_environment,
)
from tests.models.faulty_server import Fault, FaultyServer


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)


@pytest.fixture
def sleeper() -> Sleeper:
    return Sleeper()


def test_chat_and_completion_prompts_go_to_their_endpoints(sleeper: Sleeper) -> None:
    requests = [*ask("a"), Request("b", Prompt(text="b"), (3,))]
    with FaultyServer() as server:
        found = gather(make_client(server, sleeper), requests)
    assert found == expect("a") | expect("b", ranks=(3,))
    assert {call.path for call in server.calls} == {"/v1/chat/completions", "/v1/completions"}
    assert {call.authorization for call in server.calls} == {f"Bearer {KEY}"}


def test_no_key_no_header(sleeper: Sleeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASMEANT_API_KEY")
    with FaultyServer() as server:
        gather(make_client(server, sleeper), ask("a"))
    assert server.calls[0].authorization == ""


def test_log_probability_usage_and_cost(sleeper: Sleeper) -> None:
    with FaultyServer() as server:
        (reply,) = make_client(server, sleeper, "?price=1/2").replies(ask("a"), SAMPLING)
    assert reply.log_probability == -1.5
    assert reply.usage is not None
    assert (reply.usage.prompt_tokens, reply.usage.reply_tokens, reply.usage.cost) == (1, 3, 7e-6)


FAULTS = [
    Fault(status=500),
    Fault(status=429),
    Fault(status=408),
    Fault(status=409),
    Fault("drop"),
    Fault("drop after headers"),
    Fault("half a body"),
    Fault("not json"),
    Fault("no choices"),
    Fault("no choices", more={"error": {"message": "overloaded"}}),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.kind} {fault.status}")
def test_what_passes_is_tried_again(fault: Fault, sleeper: Sleeper) -> None:
    with FaultyServer([fault] * 3) as server:
        assert gather(make_client(server, sleeper), ask("a", "b")) == expect("a", "b")
    assert len(server.calls) == 5
    assert len(sleeper.waits) == 3


def test_all_faults_at_once_lose_nothing_and_repeat_nothing(
    sleeper: Sleeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One unlucky task may meet them all.
    monkeypatch.setattr(retries, "TRIES", 40)
    ids = [f"t{number}" for number in range(40)]
    script = [fault for fault in FAULTS for _ in range(3)]
    random.Random(5).shuffle(script)
    with FaultyServer(script) as server:
        found = gather(make_client(server, sleeper, "?requests=8"), ask(*ids, ranks=(0, 1, 4)))
    assert found == expect(*ids, ranks=(0, 1, 4))
    assert server.most_at_once <= 8


@pytest.mark.parametrize(
    ("headers", "least", "most"),
    [
        ({"Retry-After": "7"}, 7, 8.75),
        ({"retry-after-ms": "1500", "Retry-After": "7"}, 1.5, 1.9),
        ({}, 0.5, 1),
    ],
)
def test_the_wait_that_the_server_asks_for(
    headers: dict[str, str], least: float, most: float, sleeper: Sleeper
) -> None:
    with FaultyServer([Fault(status=429, headers=headers)]) as server:
        gather(make_client(server, sleeper), ask("a"))
    assert least <= sleeper.waits[0] <= most


def test_a_server_that_asks_for_an_hour_is_left_alone(sleeper: Sleeper) -> None:
    with (
        FaultyServer([Fault(status=429, headers={"Retry-After": "3600"})]) as server,
        pytest.raises(ModelError, match=r"asks to be left alone for 3600 s\. The task 'a' got no answer"),
    ):
        gather(make_client(server, sleeper), ask("a"))


def test_a_server_that_trickles_holds_up_nobody(sleeper: Sleeper) -> None:
    with FaultyServer([Fault("slow")]) as server:
        started = time.monotonic()
        client = make_client(server, sleeper, "?timeout=0.4")
        replies = list(client.replies(ask("a", "b", "c"), SAMPLING))
    assert {reply.task_id for reply in replies} == {"a", "b", "c"}
    assert replies[-1].task_id == server.calls[-1].body["messages"][0]["content"]
    assert time.monotonic() - started < 3
    assert len(sleeper.waits) == 1


def test_a_task_that_never_works_is_named_after_the_others_are_there(sleeper: Sleeper) -> None:
    with FaultyServer([Fault(status=503, words="asleep")] * retries.TRIES) as server:
        replies = make_client(server, sleeper, "?requests=1").replies(ask("a", "b", "c"), SAMPLING)
        got: list[str] = []
        with pytest.raises(ModelError) as caught:
            got.extend(reply.task_id for reply in replies)
    assert got == ["b", "c"]
    message = str(caught.value)
    assert "The task 'a' got no answer" in message
    assert "failed 8 times, the last time: it answered with status 503, asleep" in message


def test_a_server_that_is_down_is_not_asked_a_thousand_times(sleeper: Sleeper) -> None:
    ids = (f"t{number}" for number in itertools.count())
    with (
        FaultyServer([Fault()] * 10_000) as server,
        pytest.raises(ModelError, match=r"Nor did 4 more\."),
    ):
        list(make_client(server, sleeper, "?requests=1").replies(ask_lazily(ids), SAMPLING))
    assert len(server.calls) == openai.MOST_FAILED_TASKS * retries.TRIES


def test_a_server_that_is_not_there(sleeper: Sleeper) -> None:
    with FaultyServer() as server:
        client = make_client(server, sleeper)
    with pytest.raises(ModelError, match=r"cannot be reached: no connection .* It was tried 3 times"):
        gather(client, ask("a"))


def test_a_server_that_dies_midway_is_told_of_within_seconds(
    sleeper: Sleeper, caplog: pytest.LogCaptureFixture
) -> None:
    with FaultyServer() as server:
        client = make_client(server, sleeper, "?requests=1")
        replies = client.replies(ask_lazily(f"t{number}" for number in itertools.count()), SAMPLING)
        next(replies)
    with pytest.raises(ModelError, match=r"answered before and can no longer be reached: .* tried 4 times"):
        list(replies)
    assert sum(sleeper.waits) <= 7
    assert "is in trouble: the connection was dropped" in caplog.text
    assert "Trying again in" in caplog.text


def test_a_person_is_told_at_once_why_a_server_is_tried_again(
    sleeper: Sleeper, caplog: pytest.LogCaptureFixture
) -> None:
    with FaultyServer([Fault(status=503, words="asleep")] * 3) as server:
        gather(make_client(server, sleeper, "?requests=1"), ask("a"))
    (record,) = caplog.records
    assert "is in trouble: it answered with status 503, asleep. Trying again in 0." in record.getMessage()
    assert "(try 2 of at most 8)" in record.getMessage()


def test_notices_come_now_and_then(caplog: pytest.LogCaptureFixture) -> None:
    clock = [0.0]
    notices = Notices("here", lambda: clock[0])
    for clock[0] in (0.0, 1.0, 4.9, 5.0, 6.0, 12.0):
        notices.failed("busy", 1, 8, 2.0)
    assert len(caplog.records) == 3
    for clock[0] in (29.0, 31.0, 45.0, 61.0, 70.0, 123.0):
        notices.waiting(2, 300.0)
    assert [record.getMessage()[:45] for record in caplog.records[3:]] == [
        "The server at here has not answered for 31 s;",
        "The server at here has not answered for 70 s;",
    ]
    notices.answered()
    clock[0] = 140.0
    notices.waiting(2, 300.0)
    assert len(caplog.records) == 5


# ── in flight ──────────────────────────────────────────────────────────────────────────────────────


def test_requests_are_taken_only_when_there_is_room(sleeper: Sleeper) -> None:
    taken = itertools.count()
    with FaultyServer() as server:
        replies = make_client(server, sleeper, "?requests=4").replies(
            ask_lazily(f"t{next(taken)}" for _ in itertools.count()), SAMPLING
        )
        got = list(itertools.islice(replies, 100))
        close(replies)
    assert len(got) == 100
    assert next(taken) <= 108


def test_closing_ends_what_is_in_flight(sleeper: Sleeper) -> None:
    with FaultyServer([None, Fault("slow"), Fault("slow")]) as server:
        replies = make_client(server, sleeper, "?requests=3").replies(ask("a", "b", "c"), SAMPLING)
        next(replies)
        started = time.monotonic()
        close(replies)
        assert time.monotonic() - started < 1
    assert not any(thread.name == "asmeant requests" for thread in threading.enumerate())


def test_many_requests_are_in_flight_at_once_also_inside_a_running_loop(sleeper: Sleeper) -> None:
    ids = [f"t{number}" for number in range(12)]

    async def notebook() -> set[tuple[str, int, str]]:
        return gather(make_client(server, sleeper, "?requests=6"), ask(*ids))

    with FaultyServer([Fault("late")] * 12) as server:
        assert asyncio.run(notebook()) == expect(*ids)
    assert 4 <= server.most_at_once <= 6
