"""A bounded queue of candidates in front of the judge of this process.

Candidates that do not fit are refused at once, with the time to try again. When the server closes, batches
have some time to finish; the remaining candidates are returned to their callers without a verdict.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from threading import Lock

from asmeant.decisions import Decision, Pair
from asmeant.pipeline import LocalCourt
from asmeant.web.api.turns import Turns
from asmeant.web.responses import RefusedError
from asmeant.web.security.callers import Caller
from asmeant.web.settings import Settings
from asmeant.workers import cores

# Candidates at the judge per worker: enough that none is idle, few enough that callers take turns.
UNDER_WAY = 2
SHORTEST_WAIT, LONGEST_WAIT = 1, 60
HOPED_FOR_RATE = 50.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one candidate."""

    rank: int
    decision: Decision | None = None
    fault: BaseException | None = None


class Desk:
    def __init__(self, settings: Settings, make_court: Callable[[], LocalCourt] | None = None) -> None:
        self.settings = settings
        self.workers = settings.workers or cores()
        self.waiting = self.waiting_bytes = 0
        self._make_court = make_court or partial(_local_court, settings)
        self._court: LocalCourt | None = None
        self._lock = Lock()
        self._candidates: Counter[str] = Counter()
        self._batches: Counter[str] = Counter()
        self._rate = HOPED_FOR_RATE
        self.is_closing = False
        self._turns = Turns(UNDER_WAY * self.workers)
        self._closing = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def open(self) -> None:
        """Must be called while the event loop runs."""
        self._loop = asyncio.get_running_loop()

    def court(self) -> LocalCourt:
        """The judge of this process, created when it is first used."""
        with self._lock:
            if self._court is None:
                self._court = self._make_court()
            return self._court

    # ── getting in ──

    @contextmanager
    def room_for_body(self, size: int) -> Iterator[None]:
        """Reserves memory for a body while its batch is processed."""
        if self.is_closing:
            raise RefusedError(503, "The server is closing. Try again.", headers={"retry-after": "5"})
        if self.waiting_bytes + size > self.settings.quotas.waiting_bytes:
            raise self._full("The server has no room for another batch of this size")
        self.waiting_bytes += size
        try:
            yield
        finally:
            self.waiting_bytes -= size

    @contextmanager
    def place_for(self, caller: Caller, count: int) -> Iterator[None]:
        """Reserves places in the queue for the candidates of one batch."""
        quotas, name = self.settings.quotas, caller.name
        if self._batches[name] >= quotas.caller_batches:
            raise self._full(f"{name} has {quotas.caller_batches:,} batches under way, which is the most")
        if self._candidates[name] + count > quotas.caller_candidates:
            raise self._full(f"{name} has too many candidates waiting: {self._candidates[name]:,}")
        if self.waiting + count > quotas.waiting_candidates:
            raise self._full(f"The queue is full: {self.waiting:,} candidates wait")
        self.waiting += count
        self._candidates[name] += count
        self._batches[name] += 1
        try:
            yield
        finally:
            self.waiting -= count
            self._candidates[name] -= count
            self._batches[name] -= 1
            if not self._batches[name]:
                del self._batches[name], self._candidates[name]

    def _full(self, reason: str) -> RefusedError:
        seconds = min(LONGEST_WAIT, max(SHORTEST_WAIT, math.ceil(self.waiting / self._rate / 2)))
        detail = f"{reason}. Try again in {seconds} s."
        return RefusedError(429, detail, headers={"retry-after": str(seconds)})

    # ── deciding ──

    async def decide(
        self, court: LocalCourt, caller: Caller, pairs: Mapping[int, Pair]
    ) -> AsyncGenerator[list[Outcome], None]:
        """The outcomes of the pairs, by rank, as they are decided. Ends early if the server closes."""
        ready: asyncio.Queue[Outcome | None] = asyncio.Queue()
        # Outcomes that are not read yet count as well, so that they do not pile up for a slow reader.
        room = asyncio.Semaphore(UNDER_WAY * self.workers)
        helpers = [
            asyncio.create_task(self._feed(court, caller, pairs, room, ready)),
            asyncio.create_task(self._wake_at_the_end(ready)),
        ]
        remaining = len(pairs)
        try:
            while remaining and not self._closing.is_set():
                began = time.monotonic()
                outcomes = [await ready.get()]
                while not ready.empty():
                    outcomes.append(ready.get_nowait())
                new_outcomes = [outcome for outcome in outcomes if outcome is not None]
                remaining -= len(new_outcomes)
                self._note_rate(len(new_outcomes), time.monotonic() - began)
                yield new_outcomes
                for _ in new_outcomes:
                    room.release()
        finally:
            for helper in helpers:
                helper.cancel()

    async def _feed(
        self,
        court: LocalCourt,
        caller: Caller,
        pairs: Mapping[int, Pair],
        room: asyncio.Semaphore,
        ready: asyncio.Queue[Outcome | None],
    ) -> None:
        """Passes the pairs to the judge, each when it is the caller's turn."""
        loop = asyncio.get_running_loop()

        def finish(outcome: Outcome) -> None:
            self._turns.give_back()
            ready.put_nowait(outcome)

        def deliver(rank: int, future: Future[Decision]) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(finish, _outcome(rank, future))

        for rank, (task, code) in pairs.items():
            await room.acquire()
            await self._turns.take(caller.name)
            try:
                future = court.submit(task, code, rank)
            except RuntimeError as error:  # the judge is closed
                finish(Outcome(rank, fault=error))
            else:
                future.add_done_callback(partial(deliver, rank))

    async def _wake_at_the_end(self, ready: asyncio.Queue[Outcome | None]) -> None:
        await self._closing.wait()
        ready.put_nowait(None)

    def _note_rate(self, count: int, seconds: float) -> None:
        if count and seconds > 0:
            self._rate += 0.05 * (count / max(seconds, 1e-3) - self._rate)

    # ── closing ──

    def begin_closing(self) -> None:
        """Accepts nothing new. Batches have `shutdown_seconds` to finish.

        May be called by a signal handler.
        """
        if not self.is_closing:
            self.is_closing = True
            if self._loop is not None:
                seconds = self.settings.quotas.shutdown_seconds
                self._loop.call_soon_threadsafe(self._loop.call_later, seconds, self._closing.set)

    def close(self) -> None:
        self._closing.set()
        with self._lock:
            if self._court is not None:
                self._court.close()
                self._court = None


def _outcome(rank: int, future: Future[Decision]) -> Outcome:
    fault = future.exception()
    return Outcome(rank, fault=fault) if fault is not None else Outcome(rank, future.result())


def _local_court(settings: Settings) -> LocalCourt:
    return LocalCourt(
        settings.world,
        settings.workers,
        limits=settings.limits,
        sandbox=settings.sandbox,
        strict=settings.strict,
        on=settings.on,
        every=settings.every,
        cache=settings.cache,
    )
