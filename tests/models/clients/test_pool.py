"""Several servers as one: real ones on this machine that limit, fail, refuse, die and come back."""

from __future__ import annotations

import itertools
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator

import pytest

from asmeant.errors import ModelError
from asmeant.models.clients import retries
from asmeant.models.clients.address import read_address
from asmeant.models.clients.openai import OpenAIClient
from tests.models.asking import SAMPLING, Sleeper, ask, ask_lazily, close, expect, gather, set_environment
from tests.models.faulty_server import Fault, FaultyServer


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)


@pytest.fixture
def sleeper() -> Sleeper:
    return Sleeper()


def join(*servers: FaultyServer, sleeper: Sleeper | None = None, words: str = "") -> OpenAIClient:
    address = read_address(f"m@{','.join(server.url for server in servers)}{words}")
    if sleeper is None:
        return OpenAIClient(address, random.Random(0))
    return OpenAIClient(address, random.Random(0), sleeper, sleeper.clock)


def prompts(*servers: FaultyServer) -> Counter[str]:
    """How often each prompt was answered."""
    return Counter(body["messages"][0]["content"] for server in servers for body in server.answered)


IDS = [f"t{number}" for number in range(40)]


def test_servers_share_the_work_and_nothing_is_asked_twice(sleeper: Sleeper) -> None:
    with FaultyServer(seconds=0.005) as one, FaultyServer(seconds=0.005) as two:
        assert gather(join(one, two, sleeper=sleeper, words="?requests=4"), ask(*IDS)) == expect(*IDS)
    assert min(len(one.answered), len(two.answered)) >= 10
    assert prompts(one, two) == Counter(IDS)
    assert max(one.most_at_once, two.most_at_once) <= 4


def test_a_server_with_a_limit_is_sent_less_and_all_is_answered(sleeper: Sleeper) -> None:
    ids = [f"t{number}" for number in range(80)]
    with FaultyServer(most=3, seconds=0.005) as limited:
        assert gather(join(limited, sleeper=sleeper, words="?requests=16"), ask(*ids)) == expect(*ids)
    assert prompts(limited) == Counter(ids)
    # Without adapting, 13 of every 16 would be rejected again and again.
    assert limited.rejected < len(ids) / 2


def test_retry_after_pauses_the_whole_server_and_no_other() -> None:
    busy = Fault(status=429, headers={"Retry-After": "0.3"})
    with FaultyServer([busy]) as one, FaultyServer(seconds=0.01) as two:
        started = time.monotonic()
        assert gather(join(one, two, words="?requests=1"), ask(*IDS[:20])) == expect(*IDS[:20])
        took = time.monotonic() - started
        assert len(one.calls) < len(two.calls)
    assert took < 5


def test_a_server_that_asks_for_an_hour_is_left_alone_and_the_others_go_on() -> None:
    busy = Fault(status=429, headers={"Retry-After": "3600"})
    with FaultyServer([busy]) as one, FaultyServer() as two:
        assert gather(join(one, two, words="?requests=1"), ask(*IDS)) == expect(*IDS)
    assert len(one.calls) == 1


def test_a_failed_request_goes_to_another_server_at_once(caplog: pytest.LogCaptureFixture) -> None:
    with FaultyServer([Fault(status=500)] * 1000) as broken, FaultyServer() as good:
        assert gather(join(broken, good, words="?requests=2"), ask(*IDS)) == expect(*IDS)
    assert "Another server is asked." in caplog.text
    assert prompts(good) == Counter(IDS)
    assert len(broken.calls) < 20


def test_a_server_that_dies_loses_nothing(sleeper: Sleeper, caplog: pytest.LogCaptureFixture) -> None:
    with FaultyServer(lives=7, seconds=0.005) as mortal, FaultyServer(seconds=0.005) as other:
        client = join(mortal, other, sleeper=sleeper, words="?requests=3")
        assert gather(client, ask(*IDS)) == expect(*IDS)
    assert prompts(mortal, other) == Counter(IDS)
    assert "is in trouble" in caplog.text


def test_a_server_that_comes_back_is_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retries, "FIRST_SECONDS", 0.02)
    with FaultyServer(seconds=0.01) as other:
        with FaultyServer() as first:
            client = join(first, other, words="?requests=1")
            replies = client.replies(ask_lazily(f"t{number}" for number in itertools.count()), SAMPLING)
            list(itertools.islice(replies, 10))
        list(itertools.islice(replies, 10))
        with FaultyServer(port=first.port) as again:
            deadline = time.monotonic() + 10
            while not again.answered and time.monotonic() < deadline:
                next(replies)
            assert again.answered
            close(replies)


def test_none_of_the_servers_can_be_reached(sleeper: Sleeper) -> None:
    with FaultyServer() as one, FaultyServer() as two:
        client = join(one, two, sleeper=sleeper)
    with pytest.raises(ModelError, match=r"None of the 2 servers can be reached, last 127.* 3 times"):
        gather(client, ask("a"))


def test_a_server_that_refuses_everything_is_left_out(
    sleeper: Sleeper, caplog: pytest.LogCaptureFixture
) -> None:
    with FaultyServer(models=["other"]) as wrong, FaultyServer() as right:
        client = join(wrong, right, sleeper=sleeper, words="?requests=2")
        assert gather(client, ask(*IDS)) == expect(*IDS)
    assert len(wrong.calls) <= 4  # two in flight, and two while its models are listed
    assert "is left out from now on: The server at" in caplog.text
    assert "has no model called 'm'" in caplog.text


def test_when_all_servers_refuse_the_session_ends(sleeper: Sleeper) -> None:
    with FaultyServer(models=["other"]) as one, FaultyServer(key="k") as two:
        with pytest.raises(ModelError, match=r"has no model called 'm'|requires a key"):
            gather(join(one, two, sleeper=sleeper), ask(*IDS))
        # The next session begins anew.
        with pytest.raises(ModelError, match="got no answer"):
            gather(join(one, two, sleeper=sleeper), ask("a"))


def test_each_server_has_its_own_dialect(sleeper: Sleeper) -> None:
    with FaultyServer(fields_refused=["logprobs"]) as plain, FaultyServer() as rich:
        client = join(plain, rich, sleeper=sleeper, words="?requests=1")
        assert gather(client, ask(*IDS)) == expect(*IDS)
    assert sum("logprobs" in call.body for call in plain.calls) == 1
    assert all("logprobs" in call.body for call in rich.calls)


FAULTS = (None, None, Fault(), Fault(status=429), Fault("drop"), Fault("half a body"), Fault("not json"))


@pytest.mark.parametrize("seed", range(2))
def test_chaos_loses_nothing_and_repeats_nothing(seed: int, sleeper: Sleeper) -> None:
    """Three servers: one limits, one fails at random, one is killed and starts again on the same port."""
    chance = random.Random(seed)
    script = [chance.choice(FAULTS) for _ in range(60)]
    with FaultyServer(most=2, seconds=0.002) as limited, FaultyServer(script) as faulty:
        mortal = FaultyServer(lives=chance.randint(1, 9))
        generations = [mortal.__enter__()]

        def revive() -> None:
            mortal.closing.wait(5)
            mortal.__exit__(None, None, None)
            generations.append(FaultyServer(port=mortal.port).__enter__())

        reviving = threading.Thread(target=revive)
        reviving.start()
        client = join(limited, faulty, mortal, sleeper=sleeper, words="?requests=4")
        replies = list(client.replies(ask(*IDS, ranks=(0, 1)), SAMPLING))
        mortal.die()
        reviving.join()
        generations[-1].__exit__(None, None, None)
    assert Counter((reply.task_id, reply.rank) for reply in replies) == Counter(
        itertools.product(IDS, (0, 1))
    )


def test_waiting_requests_do_not_keep_the_processor_busy() -> None:
    """All servers rest: the wait is one sleep and not a loop."""
    sleeps: list[float] = []
    sleeper = Sleeper()

    async def sleep(seconds: float) -> None:
        sleeps.append(seconds)
        sleeper.now += seconds

    busy = Fault(status=429, headers={"Retry-After": "5"})
    with FaultyServer([busy] * 2) as one, FaultyServer([busy] * 2) as two:
        address = read_address(f"m@{one.url},{two.url}?requests=2")
        client = OpenAIClient(address, random.Random(0), sleep, sleeper.clock)
        assert gather(client, ask("a", "b", "c", "d")) == expect("a", "b", "c", "d")
    assert len(sleeps) <= 12


def test_requests_are_taken_lazily_by_a_pool(sleeper: Sleeper) -> None:
    counter = itertools.count()

    def endless() -> Iterator[str]:
        while True:
            yield f"t{next(counter)}"

    with FaultyServer() as one, FaultyServer() as two:
        replies = join(one, two, sleeper=sleeper, words="?requests=2").replies(
            ask_lazily(endless()), SAMPLING
        )
        list(itertools.islice(replies, 20))
        close(replies)
    assert next(counter) <= 20 + 2 * 4
