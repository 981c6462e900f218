from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from asmeant import workers as module
from asmeant.workers import InProcess, Threads, least_good_count, local_workers, probed_count


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


@pytest.mark.parametrize(
    ("most", "tried"), [(1, [1]), (4, [1, 2, 3, 4]), (5, [1, 2, 3, 4]), (16, [1, 2, 3, 4, 6, 8, 12, 16])]
)
def test_a_probe_tries_few_counts(most: int, tried: list[int]) -> None:
    assert module._counts(most) == tried


@pytest.mark.parametrize(
    ("speeds", "count"),
    [
        ({1: 400.0}, 1),
        ({1: 400.0, 2: 780.0, 3: 800.0, 4: 805.0}, 2),
        ({1: 400.0, 2: 600.0, 3: 800.0, 4: 805.0}, 3),
        ({1: 400.0, 2: 390.0, 3: 300.0}, 1),
    ],
)
def test_the_least_count_that_is_nearly_the_best_is_taken(speeds: dict[int, float], count: int) -> None:
    assert least_good_count(speeds) == count


def test_a_probe_works_side_by_side() -> None:
    done: set[str] = set()
    assert probed_count(lambda: done.add(threading.current_thread().name), 3) in (1, 2, 3)
    assert len(done) >= 3


def test_a_fault_of_a_probe_comes_through() -> None:
    def work() -> None:
        raise OSError("no room")

    with pytest.raises(OSError, match="no room"):
        probed_count(work, 2)


def test_slow_items_do_not_hold_the_others_up() -> None:
    """Two endless ones take both places: the others go on beside them."""
    release = threading.Event()
    begun: list[int] = []

    def work(number: int) -> int:
        begun.append(number)
        if number < 2:
            release.wait(20)
        return number

    outcomes = Threads(2).map(work, range(40))
    quick = [next(outcomes) for _ in range(38)]
    assert sorted(quick) == list(range(2, 40))
    release.set()
    assert sorted(outcomes) == [0, 1]


def test_there_are_only_a_few_slow_lanes() -> None:
    release, lock = threading.Event(), threading.Lock()
    running = most = 0

    def work(number: int) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        release.wait(0.8)
        with lock:
            running -= 1
        return number

    workers = Threads(2)
    assert sorted(workers.map(work, range(6))) == list(range(6))
    assert 2 < most <= 2 + workers.slow_lanes


def test_what_is_as_slow_as_most_is_not_moved_aside() -> None:
    workers = Threads(2)
    workers._durations.extend([1.0] * 10)
    assert workers._slow_seconds() == 10.0


def test_one_at_a_time_is_one_at_a_time() -> None:
    """The next item may depend on the outcome of a slow one."""
    outcomes: list[int] = []

    def items() -> Iterator[int]:
        for number in range(3):
            assert len(outcomes) == number
            yield number

    def work(number: int) -> int:
        time.sleep(0.3)
        return number

    for outcome in Threads(1).map(work, items()):
        outcomes.append(outcome)
    assert outcomes == [0, 1, 2]


def test_threads_of_slow_lanes_leave_when_the_slow_ones_are_done() -> None:
    """Otherwise, more items would be worked on at a time than was asked for."""
    lock = threading.Lock()
    running: set[int] = set()
    most_after_slow = 0

    def work(number: int) -> int:
        nonlocal most_after_slow
        with lock:
            running.add(number)
            if min(running) > 4:
                most_after_slow = max(most_after_slow, len(running))
        time.sleep(0.6 if number < 2 else 0.005)
        with lock:
            running.discard(number)
        return number

    workers = Threads(2)
    assert sorted(workers.map(work, range(150))) == list(range(150))
    time.sleep(0.1)
    assert sorted(workers.map(work, range(150, 250))) == list(range(150, 250))
    with lock:
        most_after_slow = 0
    assert sorted(workers.map(work, range(250, 300))) == list(range(250, 300))
    assert most_after_slow == 2
