from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from asmeant.workers import InProcess, Threads, local_workers


@pytest.mark.parametrize("workers", [InProcess(), Threads(1), Threads(4)])
def test_every_item_has_its_outcome(workers: Threads) -> None:
    assert sorted(workers.map(lambda n: n * n, range(50))) == [n * n for n in range(50)]


def test_threads_work_side_by_side() -> None:
    meeting = threading.Barrier(3, timeout=10)
    assert len(list(Threads(3).map(lambda _: meeting.wait(), range(3)))) == 3


def test_items_are_taken_only_a_few_ahead() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    outcomes = Threads(2).map(lambda n: n, items())
    for _ in range(3):
        next(outcomes)
    assert len(taken) < 10


@pytest.mark.parametrize("workers", [InProcess(), Threads(2)])
def test_an_error_comes_through(workers: Threads) -> None:
    def fail(number: int) -> int:
        raise ValueError(f"no {number}")

    with pytest.raises(ValueError, match="no "):
        list(workers.map(fail, range(4)))


def test_closing_early_starts_nothing_more() -> None:
    begun: list[int] = []

    def work(number: int) -> None:
        begun.append(number)
        time.sleep(0.01)

    outcomes = Threads(2).map(work, range(500))
    next(iter(outcomes))
    outcomes.close()  # type: ignore[attr-defined]
    count = len(begun)
    time.sleep(0.1)
    assert len(begun) <= count + 2


def test_the_number_of_workers_is_chosen_or_given() -> None:
    assert isinstance(local_workers(1), InProcess)
    assert isinstance(local_workers(3), Threads)
    assert local_workers() is not None
