"""Items -> outcomes, by actors on the nodes of a cluster. Items travel in batches.

An actor that is lost is replaced, and the batches that were with it are sent again. Its outcomes never
arrived, so none counts twice.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import wait
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from threading import Lock
from typing import Any, Protocol, TypeVar

from asmeant.errors import AsmeantError, SandboxError
from asmeant.pipeline.cluster.connection import Connection
from asmeant.pipeline.cluster.flights import Flight, Flights, Member, Source
from asmeant.workers import Passed

Item = TypeVar("Item")
Outcome = TypeVar("Outcome", covariant=True)

# A batch takes about so long: the way there and back is then a small part of it.
BATCH_SECONDS = 0.25
FIRST_BATCH = 4
MOST_ITEMS = 256
# An actor always has its next batch when it is done with one.
BATCHES_AHEAD = 2
POLL_SECONDS = 0.05
PATIENCE_SECONDS = 15.0
CLOSING_SECONDS = 5.0


class Batching(Protocol[Item, Outcome]):
    """What is done with items: which of them may go now, how they are sent, what comes back."""

    def take(self, queue: deque[Item], size: int) -> list[Item]:
        """Takes a batch out of the queue. Empty where all that is in it has to wait."""
        ...

    def send(self, actor: Any, batch: list[Item]) -> Any:
        """Calls the actor; returns Ray's reference to the outcome."""
        ...

    def received(self, batch: list[Item], reply: Any) -> Iterable[Outcome]:
        """The outcomes of a batch."""
        ...

    def lost(self, batch: list[Item]) -> None:
        """The batch will be sent again, or nobody waits for it any more."""
        ...


@dataclass(frozen=True, slots=True)
class Reply:
    """What an actor sends back for a batch, and how long it worked on it."""

    content: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Opened:
    """What an actor says when it has started: where it is, and why it cannot work."""

    node: str
    fault: str = ""


class Crew:
    """Actors of one kind, one for each core of the cluster unless told. For any number of threads.

    `hire` starts an actor, which has the methods `open` and `close` beside those that a batching calls.
    """

    def __init__(
        self,
        connection: Connection,
        hire: Callable[[], Any],
        count: int,
        notify: Callable[[str], None],
        batch_seconds: float = BATCH_SECONDS,
    ) -> None:
        self._connection = connection
        self._hire = hire
        self._notify = notify
        self._lock = Lock()
        self._batch_seconds = batch_seconds
        self._seconds_per_item = batch_seconds / FIRST_BATCH
        self._has_warned = False
        exceptions = connection.ray.exceptions
        self._losses = (
            exceptions.RayActorError,
            exceptions.WorkerCrashedError,
            exceptions.NodeDiedError,
            exceptions.ObjectLostError,
            exceptions.OutOfMemoryError,
        )
        self._members = [self._new_member() for _ in range(max(1, count))]

    @property
    def count(self) -> int:
        return len(self._members)

    def spread(
        self, items: Iterable[Item | Passed[Outcome]], batching: Batching[Item, Outcome]
    ) -> Iterator[Outcome]:
        """The outcome of each item, as they come. One that is `Passed` has its outcome already."""
        flights = Flights[Item]()
        try:
            yield from self._spread(Source(items), flights, batching)
        finally:  # also where nobody asks for the rest
            for flight in flights.abandon():
                batching.lost(flight.batch)
                flight.future.add_done_callback(partial(self._forget, flight.member))

    def _spread(
        self,
        source: Source[Item | Passed[Outcome]],
        flights: Flights[Item],
        batching: Batching[Item, Outcome],
    ) -> Iterator[Outcome]:
        queue = deque[Item]()
        while True:
            size = self._size(len(queue) if source.is_over else None)
            while not source.is_over and len(queue) < size * self._free_slots() and flights.outbox.empty():
                for item in source.take():
                    if isinstance(item, Passed):
                        yield item.outcome
                    else:
                        queue.append(item)
                if source.is_slow:
                    break
            self._send(queue, flights, batching, size)
            if source.is_over and not queue and not flights.count:
                return
            can_go_on = not source.is_over and len(queue) < size * self._free_slots()
            for flight in flights.done(0.0 if can_go_on else POLL_SECONDS):
                yield from self._landed(flight, queue, flights, batching)
            self._look_after_members()

    # ── batches ──

    def _size(self, left: int | None) -> int:
        """How many items a batch has. The last ones are shared among all actors."""
        size = max(1, min(MOST_ITEMS, int(self._batch_seconds / self._seconds_per_item)))
        return size if left is None else max(1, min(size, ceil(left / (2 * len(self._members)))))

    def _free_slots(self) -> int:
        return sum(BATCHES_AHEAD - member.batches for member in self._members if member.is_ready)

    def _send(
        self, queue: deque[Item], flights: Flights[Item], batching: Batching[Item, Outcome], size: int
    ) -> None:
        while queue and (member := self._free_member()) is not None:
            batch = batching.take(queue, size)
            if not batch:
                self._give_back(member)
                return
            flights.begin(member, batch, batching.send(member.actor, batch).future())

    def _free_member(self) -> Member | None:
        """The one with the least to do, with one more batch to its name."""
        with self._lock:
            ready = [member for member in self._members if member.is_ready]
            member = min(ready, key=lambda one: one.batches, default=None)
            if member is None or member.batches >= BATCHES_AHEAD:
                return None
            member.batches += 1
            return member

    def _give_back(self, member: Member) -> None:
        with self._lock:
            member.batches -= 1

    def _forget(self, member: Member, _outcome: object) -> None:
        self._give_back(member)

    def _landed(
        self,
        flight: Flight[Item],
        queue: deque[Item],
        flights: Flights[Item],
        batching: Batching[Item, Outcome],
    ) -> Iterator[Outcome]:
        self._give_back(flight.member)
        try:
            reply: Reply = flight.future.result()
        except self._losses as error:
            self._replace(flight.member)
            flights.count_loss(flight, error)
            batching.lost(flight.batch)
            queue.extendleft(reversed(flight.batch))
            return
        except Exception as error:
            raise _own(error) from error
        flights.forget_losses(flight)
        usual = reply.seconds / len(flight.batch)
        self._seconds_per_item = max(1e-6, 0.7 * self._seconds_per_item + 0.3 * usual)
        yield from batching.received(flight.batch, reply.content)

    # ── actors ──

    def _new_member(self) -> Member:
        actor = self._hire()
        return Member(actor, actor.open.remote().future())

    def _replace(self, member: Member) -> None:
        with self._lock:
            if member.is_lost:
                return
            member.is_lost = True
            self._members[self._members.index(member)] = self._new_member()
        self._notify("A process on the cluster was lost. What it was working on is done again.")
        with suppress(Exception):
            self._connection.ray.kill(member.actor)

    def _look_after_members(self) -> None:
        """An actor that cannot work is an error. One that was lost while it started is replaced."""
        for member in list(self._members):
            if not member.opened.done():
                continue
            try:
                opened: Opened = member.opened.result()
            except self._losses:
                self._replace(member)
                continue
            except Exception as error:
                raise _own(error) from error
            if opened.fault:
                raise SandboxError(f"The node {opened.node} cannot run this: {opened.fault}")

    def wait(self) -> None:
        """Until the first actor can work. A person is told where that takes long."""
        patience = time.monotonic() + PATIENCE_SECONDS
        while not any(member.is_ready for member in self._members):
            wait([member.opened for member in self._members], POLL_SECONDS, return_when="FIRST_COMPLETED")
            if time.monotonic() > patience and not self._has_warned:
                self._has_warned = True
                self._notify(
                    f"No core of the cluster at {self._connection.address} is free yet, or a world is being "
                    "built there. Look with: ray status. Waiting."
                )
        self._look_after_members()

    def close(self) -> None:
        """Ends the actors and what runs in them."""
        with self._lock:
            members, self._members = self._members, []
        if not self._connection.ray.is_initialized():
            return
        with suppress(Exception):
            closing = [member.actor.close.remote().future() for member in members if member.is_ready]
            wait(closing, CLOSING_SECONDS)
        for member in members:
            with suppress(Exception):
                self._connection.ray.kill(member.actor)
        self._connection.close()


def _own(error: Exception) -> Exception:
    """Our own error, where an actor raised one; Ray wraps it."""
    cause = getattr(error, "cause", None)
    return cause if isinstance(cause, AsmeantError) else error
