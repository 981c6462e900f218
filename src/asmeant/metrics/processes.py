"""One function over many items, shared among this process and others, each of which takes the next item."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal, TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")
StartMethod = Literal["fork", "spawn"]


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
    begun = context.Value("q", 0)
    with ExitStack() as stack:
        receivers = []
        for _ in range(min(processes, len(items)) - 1):
            receiver, sender = context.Pipe(duplex=False)
            helper = context.Process(target=_help, args=(work, items, begun, receiver, sender), daemon=True)
            helper.start()
            stack.callback(helper.join)
            stack.callback(receiver.close)
            sender.close()
            receivers.append(receiver)
        # Whatever happens here, the others begin nothing more.
        stack.callback(setattr, begun, "value", len(items))
        outcomes = {number: work(items[number]) for number in _not_begun(begun, len(items))}
        for receiver in receivers:
            with suppress(EOFError):
                outcomes |= receiver.recv()
        for number, item in enumerate(items):
            yield outcomes[number] if number in outcomes else work(item)


def _help(
    work: Callable[[Item], Outcome],
    items: Sequence[Item],
    begun: Any,
    receiver: Connection,
    sender: Connection,
) -> None:
    """Works until all items are begun, or nobody waits any more."""
    receiver.close()
    parent = parent_process()
    outcomes = {}
    with suppress(Exception):
        for number in _not_begun(begun, len(items)):
            if parent is None or not parent.is_alive():
                return
            outcomes[number] = work(items[number])
    with suppress(BrokenPipeError):
        sender.send(outcomes)


def _not_begun(begun: Any, count: int) -> Iterator[int]:
    """The numbers of items that no process has begun."""
    while True:
        with begun.get_lock():
            number = begun.value
            begun.value += 1
        if number >= count:
            return
        yield number
