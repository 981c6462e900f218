"""Where the arrows run: in this process, or on its threads while sandboxes and servers do the work."""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar, cast

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


class InProcess:
    """One item after the other."""

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        return map(function, items)

    def close(self) -> None:
        """There is nothing to end."""


class Threads:
    """Several items at a time, on threads that are started when they are needed and kept until `close`.

    Several callers may share them. Of each call of `map` at most `count` items are under way, so that a slow
    reader never piles up outcomes.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._inbox: SimpleQueue[_Job | None] = SimpleQueue()
        self._threads = 0
        self._lock = Lock()
        # Threads hold the queue, and not this object: where it is forgotten, they end.
        self._end = weakref.finalize(self, _end_threads, self._inbox)

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        # Queues and no futures: what one item costs here is paid for every candidate.
        outbox: SimpleQueue[_Done[Outcome]] = SimpleQueue()
        call = _Call()
        under_way = 0
        try:
            for item in items:
                self._put(_Job(partial(function, item), outbox.put, call))
                under_way += 1
                # Outcomes that are ready go out before the next item is asked for: it may be long in coming.
                while under_way and (under_way == self.count or not outbox.empty()):
                    yield outbox.get().outcome()
                    under_way -= 1
            for _ in range(under_way):
                yield outbox.get().outcome()
        finally:
            call.is_over = True

    def submit(self, function: Callable[[], Outcome]) -> Future[Outcome]:
        """The outcome of one call, later."""
        future: Future[Outcome] = Future()

        def deliver(done: _Done[Outcome]) -> None:
            if not future.set_running_or_notify_cancel():
                return
            if done.fault is not None:
                future.set_exception(done.fault)
            else:
                future.set_result(cast("Outcome", done.value))

        self._put(_Job(function, deliver, _Call()))
        return future

    def _put(self, job: _Job) -> None:
        if not self._end.alive:
            raise RuntimeError("These workers have been closed.")
        with self._lock:
            if self._threads < self.count:
                Thread(target=_work, args=[self._inbox], name=f"asmeant-{self._threads}", daemon=True).start()
                self._threads += 1
        self._inbox.put(job)

    def close(self) -> None:
        """Ends the threads once they have done what they are at."""
        self._end()


class _Call:
    """One call of `map`. When it is over, what has not been begun is left out."""

    is_over = False


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[], Any]
    deliver: Callable[[Any], None]
    call: _Call


def _work(inbox: SimpleQueue[_Job | None]) -> None:
    while (job := inbox.get()) is not None:
        if not job.call.is_over:
            try:
                job.deliver(_Done(job.work()))
            except BaseException as fault:
                job.deliver(_Done(fault=fault))
        job = None  # what was done is not kept while the thread waits
    inbox.put(None)  # for the next thread


def _end_threads(inbox: SimpleQueue[_Job | None]) -> None:
    inbox.put(None)


@dataclass(frozen=True, slots=True)
class _Done(Generic[Outcome]):
    """What came of an item: an outcome, or an error that is raised where it is asked for."""

    value: Outcome | None = None
    fault: BaseException | None = None

    def outcome(self) -> Outcome:
        if self.fault is not None:
            raise self.fault
        return cast("Outcome", self.value)


def local_workers(count: int | None = None) -> InProcess | Threads:
    """As many as asked for, or one for each core that this process may use."""
    count = count or cores()
    return InProcess() if count == 1 else Threads(count)


def cores() -> int:
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1))


# ── how many are best ──────────────────────────────────────────────────────────────────────────────

WINDOW_SECONDS = 0.1
# A few more threads for a little more speed would only be in the way of others.
NEARLY = 0.95


def probed_count(work: Callable[[], object], most: int) -> int:
    """The least number of threads that comes close to the best speed at this work: tried, not guessed.

    The number of cores says little: a container may be allowed a share of them, and others may be busy.
    """
    counts = _counts(most)
    _speed(work, counts[-1], 0.0)  # what the first run has to start is not counted
    speeds = dict.fromkeys(counts, 0.0)
    for count in (*counts, *reversed(counts)):  # there and back: what comes and goes hits all of them
        speeds[count] += _speed(work, count, WINDOW_SECONDS)
    return least_good_count(speeds)


def least_good_count(speeds: Mapping[int, float]) -> int:
    return min(count for count, speed in speeds.items() if speed >= NEARLY * max(speeds.values()))


def _counts(most: int) -> list[int]:
    """1, 2, 3, 4, 6, 8, 12, 16 and so on."""
    doubled = [1 << power for power in range(most.bit_length())]
    return sorted({count for one in doubled for count in (one, one + one // 2) if count <= most})


def _speed(work: Callable[[], object], threads: int, seconds: float) -> float:
    """How often a second the work is done, each thread doing it at least once."""
    begun = time.monotonic()
    done: list[int] = []
    faults: list[BaseException] = []

    def repeat() -> None:
        times = 0
        try:
            while times == 0 or time.monotonic() < begun + seconds:
                work()
                times += 1
        except BaseException as fault:
            faults.append(fault)
        done.append(times)

    started = [Thread(target=repeat, daemon=True) for _ in range(threads)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    if faults:
        raise faults[0]
    return sum(done) / (time.monotonic() - begun)
