"""The actors of a crew, the batches that are with them, and where items come from."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from asmeant.errors import SandboxError

Item = TypeVar("Item")

# Items that come more slowly than this are sent at once, and not kept until a batch is full.
SLOW_SECONDS = 0.02
# An item whose actors were lost so often is likely the cause.
MOST_LOSSES = 4


@dataclass(eq=False, slots=True)
class Member:
    """An actor, and how many batches it has. It is `opened` before it gets any."""

    actor: Any
    opened: Future[Any]
    batches: int = 0
    is_lost: bool = False

    @property
    def is_ready(self) -> bool:
        return not self.is_lost and self.opened.done()


@dataclass(frozen=True, slots=True, eq=False)
class Flight(Generic[Item]):
    member: Member
    batch: list[Item]
    future: Future[Any]


class Flights(Generic[Item]):
    """The batches of one call that are with actors."""

    def __init__(self) -> None:
        self.outbox: SimpleQueue[Flight[Item]] = SimpleQueue()
        self._away: set[Flight[Item]] = set()
        self._losses: Counter[int] = Counter()

    def begin(self, member: Member, batch: list[Item], future: Future[Any]) -> None:
        flight = Flight(member, batch, future)
        self._away.add(flight)
        future.add_done_callback(lambda _: self.outbox.put(flight))

    @property
    def count(self) -> int:
        return len(self._away)

    def abandon(self) -> Iterator[Flight[Item]]:
        """Those that nobody waits for any more."""
        while self._away:
            yield self._away.pop()

    def done(self, seconds: float) -> Iterator[Flight[Item]]:
        """Those that are back, and if there are none, the first within so many seconds."""
        with suppress(Empty):
            flight = self.outbox.get(timeout=seconds) if seconds else self.outbox.get_nowait()
            while True:
                self._away.discard(flight)
                yield flight
                flight = self.outbox.get_nowait()

    def count_loss(self, flight: Flight[Item], error: BaseException) -> None:
        for item in flight.batch:
            self._losses[id(item)] += 1
            if self._losses[id(item)] >= MOST_LOSSES:
                raise SandboxError(
                    f"A batch of {len(flight.batch)} was lost {MOST_LOSSES} times, each time with the "
                    f"process that had it: {' '.join(str(error).split())[:300]}"
                ) from error

    def forget_losses(self, flight: Flight[Item]) -> None:
        if self._losses:
            for item in flight.batch:
                self._losses.pop(id(item), None)


class Source(Generic[Item]):
    """Items one by one. It knows whether the last one was long in coming."""

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = iter(items)
        self.is_over = False
        self.is_slow = False

    def take(self) -> list[Item]:
        started = time.monotonic()
        try:
            return [next(self._items)]
        except StopIteration:
            self.is_over = True
            return []
        finally:
            self.is_slow = time.monotonic() - started > SLOW_SECONDS
