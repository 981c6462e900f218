"""Batches, lost actors and actors that cannot work, with actors that are threads of this process."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from asmeant.errors import ModelError, SandboxError
from asmeant.pipeline.cluster.crew import Crew, Opened, Reply
from asmeant.pipeline.cluster.flights import MOST_LOSSES
from asmeant.workers import Passed


class LostError(Exception):
    pass


class OtherLossError(Exception):
    pass


class FakeConnection:
    """What a crew needs of Ray."""

    address = "fake"

    def __init__(self) -> None:
        self.is_closed = False
        self.killed: list[object] = []
        self.ray = SimpleNamespace(
            exceptions=SimpleNamespace(
                RayActorError=LostError,
                WorkerCrashedError=OtherLossError,
                NodeDiedError=OtherLossError,
                ObjectLostError=OtherLossError,
                OutOfMemoryError=OtherLossError,
            ),
            kill=self.killed.append,
            is_initialized=lambda: True,
        )

    def close(self) -> None:
        self.is_closed = True


class FakeActor:
    """Its methods are called as those of an actor: `actor.method.remote(...)` has a future."""

    def __init__(
        self, double: Callable[[list[int]], Any], fault: str = "", start: Future[None] | None = None
    ) -> None:
        self._threads = ThreadPoolExecutor(1)
        self.batches: list[list[int]] = []

        def work(batch: list[int]) -> Reply:
            self.batches.append(batch)
            return Reply(double(batch), 0.001)

        def begin() -> Opened:
            if start is not None:
                start.result()
            return Opened("node-1", fault)

        self.open, self.close, self.double = (
            self._method(begin),
            self._method(lambda: None),
            self._method(work),
        )

    def _method(self, function: Callable[..., Any]) -> Any:
        def remote(*arguments: Any) -> Any:
            future = self._threads.submit(function, *arguments)
            return SimpleNamespace(future=lambda: future)

        return SimpleNamespace(remote=remote)


class Doubling:
    """Numbers in batches. Odd ones wait until `is_open`."""

    def __init__(self) -> None:
        self.is_open = True
        self.lost_batches: list[list[int]] = []

    def take(self, queue: deque[int], size: int) -> list[int]:
        numbers = [number for number in queue if self.is_open or number % 2 == 0][:size]
        for number in numbers:
            queue.remove(number)
        return numbers

    def send(self, actor: Any, batch: list[int]) -> Any:
        return actor.double.remote(batch)

    def received(self, batch: list[int], reply: list[int]) -> Iterator[int]:
        self.is_open = True
        yield from reply

    def lost(self, batch: list[int]) -> None:
        self.lost_batches.append(batch)


def doubled(batch: list[int]) -> list[int]:
    return [2 * number for number in batch]


def crew_of(*actors: FakeActor, then: Iterable[FakeActor] = ()) -> tuple[Crew, FakeConnection, list[str]]:
    connection: Any = FakeConnection()
    waiting, notices = iter([*actors, *then]), list[str]()
    crew = Crew(connection, lambda: next(waiting), len(actors), notices.append)
    return crew, connection, notices


def test_each_number_comes_back_once_and_in_few_batches() -> None:
    actors = [FakeActor(doubled), FakeActor(doubled)]
    crew, connection, notices = crew_of(*actors)
    crew.wait()
    assert sorted(crew.spread(range(2000), Doubling())) == list(range(0, 4000, 2))
    assert all(actor.batches for actor in actors)
    assert sum(len(actor.batches) for actor in actors) < 300
    crew.close()
    assert connection.is_closed
    assert not notices


def test_what_takes_no_work_is_handed_on() -> None:
    crew, _, _ = crew_of(FakeActor(doubled))
    items: list[int | Passed[int]] = [1, Passed(7), 3]
    assert sorted(crew.spread(items, Doubling())) == [2, 6, 7]


def test_what_nobody_waits_for_is_forgotten() -> None:
    begun = Future[None]()

    def wait_and_double(batch: list[int]) -> list[int]:
        begun.result()
        return doubled(batch)

    crew, _, _ = crew_of(FakeActor(wait_and_double), FakeActor(doubled))
    crew.wait()
    batching = Doubling()
    unread = crew.spread(range(1000), batching)
    next(unread)
    unread.close()  # type: ignore[attr-defined]
    assert batching.lost_batches  # a task that is measured there is measured again
    begun.set_result(None)
    assert sorted(crew.spread(range(50), Doubling())) == list(range(0, 100, 2))
    limit = time.monotonic() + 10
    while any(member.batches for member in crew._members):
        assert time.monotonic() < limit
        time.sleep(0.01)


def test_what_has_to_wait_goes_later() -> None:
    crew, _, _ = crew_of(FakeActor(doubled))
    batching = Doubling()
    batching.is_open = False
    assert sorted(crew.spread(range(50), batching)) == list(range(0, 100, 2))


def test_what_comes_slowly_is_not_kept_for_a_batch() -> None:
    crew, _, _ = crew_of(FakeActor(doubled))
    crew.wait()
    taken: list[int] = []

    def slowly() -> Iterator[int]:
        for number in range(4):
            taken.append(number)
            time.sleep(0.05)
            yield number

    outcomes = crew.spread(slowly(), Doubling())
    assert next(outcomes) == 0
    assert len(taken) < 4
    assert list(outcomes) == [2, 4, 6]


def test_a_lost_actor_is_replaced_and_its_batches_are_sent_again() -> None:
    def lost_at_once(batch: list[int]) -> list[int]:
        raise LostError

    broken, spare = FakeActor(lost_at_once), FakeActor(doubled)
    crew, connection, notices = crew_of(FakeActor(doubled), broken, then=[spare])
    crew.wait()
    batching = Doubling()
    assert sorted(crew.spread(range(500), batching)) == list(range(0, 1000, 2))
    assert batching.lost_batches
    assert connection.killed == [broken]
    assert notices == ["A process on the cluster was lost. What it was working on is done again."]


def test_what_is_lost_again_and_again_is_an_error() -> None:
    def lost_at_seven(batch: list[int]) -> list[int]:
        if 7 in batch:
            raise LostError("it was killed")
        return doubled(batch)

    actors = [FakeActor(lost_at_seven) for _ in range(MOST_LOSSES + 2)]
    crew, _, _ = crew_of(actors[0], then=actors[1:])
    with pytest.raises(
        SandboxError, match="was lost 4 times, each time with the process that had it: it was killed"
    ):
        list(crew.spread(range(20), Doubling()))


def test_a_node_that_cannot_work_is_an_error_that_names_it() -> None:
    crew, _, _ = crew_of(FakeActor(doubled, fault="the world is not there."))
    with pytest.raises(SandboxError, match=r"The node node-1 cannot run this: the world is not there\."):
        crew.wait()


def test_our_errors_come_through_as_they_were_raised() -> None:
    def refuses(batch: list[int]) -> list[int]:
        error = RuntimeError("as Ray wraps it")
        error.cause = ModelError("no weights")  # type: ignore[attr-defined]
        raise error

    crew, _, _ = crew_of(FakeActor(refuses))
    with pytest.raises(ModelError, match="no weights"):
        list(crew.spread([1], Doubling()))


def test_a_person_is_told_that_no_core_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asmeant.pipeline.cluster.crew.PATIENCE_SECONDS", 0.0)
    start: Future[None] = Future()
    crew, _, notices = crew_of(FakeActor(doubled, start=start))
    crew._notify = lambda text: (notices.append(text), start.set_result(None))[0]  # type: ignore[func-returns-value]
    crew.wait()
    assert len(notices) == 1
    assert "No core of the cluster at fake is free yet" in notices[0]
