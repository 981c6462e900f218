from __future__ import annotations

import os
from functools import partial
from multiprocessing import get_context
from threading import Event, Thread
from typing import Any

import pytest

from asmeant.metrics.processes import StartMethod, map_in_processes, start_method

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


def square(item: int) -> int:
    return item * item


def meet(barrier: Any, item: int) -> int:
    """Waits until another process is here, too."""
    barrier.wait(timeout=30)
    return os.getpid()


def end_elsewhere(own: int, item: int) -> int:
    """Any process but one ends without a word."""
    if os.getpid() != own:
        os._exit(1)
    return item


def refuse_seven(item: int) -> int:
    if item == 7:
        raise ValueError("seven")
    return item


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("count", [0, 1, 20])
def test_outcomes_come_in_the_order_of_the_items(count: int, method: StartMethod) -> None:
    assert list(map_in_processes(square, range(count), 3, method)) == [n * n for n in range(count)]


def test_this_process_works_beside_another() -> None:
    barrier = get_context("fork").Barrier(2)
    pids = set(map_in_processes(partial(meet, barrier), range(2), 2, "fork"))
    assert len(pids) == 2
    assert os.getpid() in pids


def test_what_a_process_leaves_undone_is_done_here() -> None:
    assert list(map_in_processes(partial(end_elsewhere, os.getpid()), range(9), 3, "fork")) == list(range(9))


def test_an_error_is_raised_here() -> None:
    with pytest.raises(ValueError, match="seven"):
        list(map_in_processes(refuse_seven, range(9), 3, "fork"))


def test_a_process_with_threads_is_not_forked() -> None:
    over = Event()
    thread = Thread(target=over.wait)
    thread.start()
    try:
        assert start_method() == "spawn"
    finally:
        over.set()
        thread.join()
