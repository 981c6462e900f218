"""Where the arrows run: in this process, or on its threads while sandboxes and servers do the work."""

from __future__ import annotations

import os
import statistics
import time
import weakref
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar, cast

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

# An item is slow that has run so many times as long as half of the last ones, and so many seconds at least.
SLOW_TIMES = 10
LEAST_SLOW_SECONDS = 0.25
RECENT = 64
# So many items wait for a thread, so that none has to wait for an item.
AHEAD = 2
# A thread also makes its program ready and decides it. With one thread more, the cores are busy meanwhile.
SPARE = 1


@dataclass(frozen=True, slots=True)
class Passed(Generic[Outcome]):
    """An outcome among items that takes no work."""

    outcome: Outcome


class InProcess:
    """One item after the other."""

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        return map(function, items)

    def close(self) -> None:
        """There is nothing to end."""


class Threads:
    """Several items at a time, on threads that are started when they are needed and kept until `close`.

    Several callers may share them. Of each call of `map` at most `count` and `spare` items are under way, and
    two more wait, so that a slow reader never piles up outcomes. What has run much longer than most does not
    count: it is moved aside to one of a few slow lanes, and the others go on. When only slow items are left,
    they have all cores. With one thread there are no slow lanes and nothing waits: who asks for one item at a
    time may wait for its outcome before giving the next. An item that is `Passed` goes out at once.
    """

    def __init__(self, count: int, spare: int = 0) -> None:
        self.count = count + spare
        self.slow_lanes = max(2, count // 4) if self.count > 1 else 0
        self.ahead = AHEAD if self.count > 1 else 0
        self._durations: deque[float] = deque(maxlen=RECENT)
        self._team = _Team(self.count)
        # Threads hold the team, and not this object: where it is forgotten, they end.
        self._end = weakref.finalize(self, self._team.end)

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        # Queues and no futures: what one item costs here is paid for every candidate.
        outbox: SimpleQueue[_Done[Outcome]] = SimpleQueue()
        call = _Call()
        under_way: set[_Job] = set()

        def deliver(done: _Done[Outcome]) -> None:
            outbox.put(done)

        def take_out(done: _Done[Outcome]) -> Outcome:
            under_way.discard(done.job)
            self._durations.append(time.monotonic() - done.job.begun)
            return done.outcome()

        try:
            for item in items:
                if isinstance(item, Passed):
                    yield item.outcome
                else:
                    job = _Job(partial(function, item), deliver, call)
                    under_way.add(job)
                    self._put(job, len(under_way) - self.ahead)
                # Outcomes that are ready go out before the next item is asked for: it may be long in coming.
                while under_way and (not outbox.empty() or self._is_full(under_way)):
                    with suppress(Empty):
                        yield take_out(outbox.get(timeout=self._pause(under_way)))
            while under_way:
                yield take_out(outbox.get())
        finally:
            call.is_over = True

    def _is_full(self, under_way: Collection[_Job]) -> bool:
        usual = self.count + self.ahead
        if len(under_way) < usual:
            return False
        return len(under_way) >= usual + min(self._slow_count(under_way), self.slow_lanes)

    def _slow_count(self, under_way: Collection[_Job]) -> int:
        now = time.monotonic()
        ages = [now - job.begun for job in under_way if now - job.begun > LEAST_SLOW_SECONDS]
        if not ages:
            return 0
        slow_seconds = self._slow_seconds()
        return sum(age > slow_seconds for age in ages)

    def _pause(self, under_way: Collection[_Job]) -> float | None:
        """When to look again whether another item is slow by now. None where that would change nothing."""
        most = self.count + self.ahead + self.slow_lanes
        return None if len(under_way) >= most else LEAST_SLOW_SECONDS

    def _slow_seconds(self) -> float:
        """What runs longer than this is slow: many times as long as others of late."""
        usual = statistics.median(self._durations) if self._durations else 0.0
        return max(LEAST_SLOW_SECONDS, SLOW_TIMES * usual)

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

    def _put(self, job: _Job, wanted: int = 0) -> None:
        if not self._end.alive:
            raise RuntimeError("These workers have been closed.")
        self._team.grow(max(self.count, wanted))
        self._team.inbox.put(job)

    def close(self) -> None:
        """Ends the threads once they have done what they are at."""
        self._end()


class _Call:
    """One call of `map`. When it is over, what has not been begun is left out."""

    is_over = False


@dataclass(eq=False, slots=True)
class _Job:
    work: Callable[[], Any]
    deliver: Callable[[Any], None]
    call: _Call
    begun: float = inf  # by the clock, once a thread has taken it


class _Team:
    """The threads, and the queue of their jobs. Those that were started for slow lanes leave afterwards."""

    def __init__(self, count: int) -> None:
        self.inbox: SimpleQueue[_Job | None] = SimpleQueue()
        self._wanted = count
        self._count = 0
        self._lock = Lock()

    def grow(self, wanted: int) -> None:
        with self._lock:
            self._wanted = wanted
            if self._count < wanted:
                Thread(target=self._work, name=f"asmeant-{self._count}", daemon=True).start()
                self._count += 1

    def end(self) -> None:
        self.inbox.put(None)

    def _work(self) -> None:
        while (job := self.inbox.get()) is not None:
            if not job.call.is_over:
                job.begun = time.monotonic()
                try:
                    job.deliver(_Done(job, job.work()))
                except BaseException as fault:
                    job.deliver(_Done(job, fault=fault))
            job = None  # what was done is not kept while the thread waits
            if self._is_too_large():
                return
        self.inbox.put(None)  # for the next thread

    def _is_too_large(self) -> bool:
        with self._lock:
            is_too_large = self._count > self._wanted
            self._count -= is_too_large
            return is_too_large


@dataclass(frozen=True, slots=True)
class _Done(Generic[Outcome]):
    """What came of an item: an outcome, or an error that is raised where it is asked for."""

    job: _Job
    value: Outcome | None = None
    fault: BaseException | None = None

    def outcome(self) -> Outcome:
        if self.fault is not None:
            raise self.fault
        return cast("Outcome", self.value)


def local_workers(count: int | None = None) -> InProcess | Threads:
    """As many as asked for, or one for each core that this process may use."""
    count = count or cores()
    return InProcess() if count == 1 else Threads(count, SPARE)


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
    start = time.monotonic()
    done: list[int] = []
    faults: list[BaseException] = []

    def repeat() -> None:
        times = 0
        try:
            while times == 0 or time.monotonic() < start + seconds:
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
    return sum(done) / (time.monotonic() - start)
