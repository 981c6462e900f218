"""One function over many items, shared among this process and others, each of which takes the next item."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from math import ceil
from multiprocessing import Pipe, get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")
StartMethod = Literal["fork", "spawn"]
TICKET_BYTES = 8
# They must fit into the smallest pipe that a system may give, which is a page of memory.
MOST_TICKETS = 4096 // TICKET_BYTES


def start_method() -> StartMethod:
    """A copy of this process is ready at once, but it is safe only where there is a single thread."""
    try:
        return "fork" if len(list(Path("/proc/self/task").iterdir())) == 1 else "spawn"
    except OSError:
        return "spawn"


def map_in_processes(
    work: Callable[[Item], Outcome], items: Sequence[Item], processes: int, method: StartMethod
) -> Iterator[Outcome]:
    """The outcomes in the order of the items. What another process leaves undone is done in this one."""
    context = get_context("fork") if method == "fork" else get_context("spawn")
    with ExitStack() as stack:
        tickets = stack.enter_context(_issue_tickets(len(items)))
        receivers = []
        for _ in range(min(processes, len(items)) - 1):
            receiver, sender = context.Pipe(duplex=False)
            helper = context.Process(target=_help, args=(work, items, tickets, receiver, sender), daemon=True)
            helper.start()
            stack.callback(helper.join)
            stack.callback(receiver.close)
            sender.close()
            receivers.append(receiver)
        # Whatever happens here, the others begin nothing more.
        stack.callback(deque, _not_begun(tickets, len(items)), maxlen=0)
        outcomes = {place: work(items[place]) for place in _not_begun(tickets, len(items))}
        for receiver in receivers:
            outcomes |= _receive(receiver)
        for place, item in enumerate(items):
            yield outcomes[place] if place in outcomes else work(item)


def _help(
    work: Callable[[Item], Outcome],
    items: Sequence[Item],
    tickets: Connection,
    receiver: Connection,
    sender: Connection,
) -> None:
    """Works until all items are begun, or nobody waits any more."""
    receiver.close()
    parent = parent_process()
    outcomes = {}
    with suppress(Exception):
        for place in _not_begun(tickets, len(items)):
            if parent is None or not parent.is_alive():
                return
            outcomes[place] = work(items[place])
    with suppress(BrokenPipeError):
        sender.send(outcomes)


def _receive(receiver: Connection) -> dict[int, Any]:
    """The outcomes of another process; none if it ended before it had sent them all."""
    try:
        outcomes: dict[int, Any] = receiver.recv()
    except (EOFError, OSError):
        return {}
    return outcomes


# ── tickets ──


def _issue_tickets(count: int) -> Connection:
    """A pipe with the places of items. Whoever reads one works on the items from there on.

    The kernel gives each to one reader, so that no lock is needed, which a killed process would not release.
    """
    tickets, writer = Pipe(duplex=False)
    with writer:
        starts = range(0, count, _items_per_ticket(count))
        os.write(writer.fileno(), b"".join(start.to_bytes(TICKET_BYTES, "little") for start in starts))
    return tickets


def _not_begun(tickets: Connection, count: int) -> Iterator[int]:
    """The places of items that no process has begun."""
    while ticket := os.read(tickets.fileno(), TICKET_BYTES):
        start = int.from_bytes(ticket, "little")
        yield from range(start, min(start + _items_per_ticket(count), count))


def _items_per_ticket(count: int) -> int:
    return max(1, ceil(count / MOST_TICKETS))
