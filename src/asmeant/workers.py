"""Where the arrows run: in this process, or on its threads while sandboxes and servers do the work."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TypeVar

from asmeant.seams import Workers

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


class InProcess:
    """One item after the other."""

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        return map(function, items)


class Threads:
    """Several items at a time. At most `count` are under way, so a slow reader never piles up outcomes."""

    def __init__(self, count: int) -> None:
        self.count = count

    def map(self, function: Callable[[Item], Outcome], items: Iterable[Item]) -> Iterator[Outcome]:
        pool = ThreadPoolExecutor(self.count, thread_name_prefix="asmeant")
        under_way: set[Future[Outcome]] = set()
        try:
            for item in items:
                under_way.add(pool.submit(function, item))
                # Outcomes that are ready go out before the next item is asked for: it may be long in coming.
                done, under_way = wait(
                    under_way, timeout=0 if len(under_way) < self.count else None, return_when=FIRST_COMPLETED
                )
                yield from (future.result() for future in done)
            while under_way:
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def local_workers(count: int | None = None) -> Workers:
    """As many as asked for, or one for each core that this process may use."""
    count = count or len(
        os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    )
    return InProcess() if count == 1 else Threads(count)
