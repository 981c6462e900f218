"""Who is next: callers take turns, however many batches each of them has."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class Turns:
    """At most `count` candidates are with the judge. Of those that wait, each caller's first is next in turn.

    For one event loop.
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def take(self, caller: str) -> None:
        """Waits for the caller's turn."""
        if self._free > 0:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()  # it was this one's turn, and it is not wanted any more
            raise

    def give_back(self) -> None:
        """One candidate is done: the next caller in turn goes on."""
        while self._waiting:
            caller, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[caller] = turns  # behind all others
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._free += 1
