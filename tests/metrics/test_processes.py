from __future__ import annotations

import os
import signal
from functools import partial
from multiprocessing import get_context
from threading import Event, Thread
from typing import Any

import pytest

from asmeant.metrics.processes import MOST_TICKETS, StartMethod, _receive, map_in_processes, start_method

pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


def square(item: int) -> int:
    return item * item


def meet(barrier: Any, item: int) -> int:
    """Waits until another process is here, too."""
    barrier.wait(timeout=30)
    return os.getpid()


def end_elsewhere(own: int, item: int) -> int:
    """Any process but one is killed at once."""
    if os.getpid() != own:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def refuse_seven(item: int) -> int:
    if item == 7:
        raise ValueError("seven")
    return item


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("count", [0, 1, 20, 2 * MOST_TICKETS + 1])
def test_outcomes_come_in_the_order_of_the_items(count: int, method: StartMethod) -> None:
    assert list(map_in_processes(square, range(count), 3, method)) == [n * n for n in range(count)]


def test_this_process_works_beside_another() -> None:
    barrier = get_context("fork").Barrier(2)
    pids = set(map_in_processes(partial(meet, barrier), range(2), 2, "fork"))
    assert len(pids) == 2
    assert os.getpid() in pids


def test_what_a_process_leaves_undone_is_done_here() -> None:
    assert list(map_in_processes(partial(end_elsewhere, os.getpid()), range(9), 3, "fork")) == list(range(9))


def test_killed_processes_hold_nobody_up() -> None:
    """They are killed at any time, while others take items."""
    own, count = os.getpid(), 20_000

    def kill_soon(item: int) -> int:
        if os.getpid() != own and item % 97 == 0:
            signal.setitimer(signal.ITIMER_REAL, 1e-5 * (item % 13))  # its signal ends a process
        return item

    assert list(map_in_processes(kill_soon, range(count), 6, "fork")) == list(range(count))


def test_half_a_message_of_a_killed_process_is_none() -> None:
    receiver, sender = get_context("fork").Pipe(duplex=False)
    os.write(sender.fileno(), (100).to_bytes(4, "big") + b"half")
    sender.close()
    with receiver:
        assert _receive(receiver) == {}


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
