"""Fair scheduling: callers take turns, however many batches each of them has."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque


class Turns:
    """At most `count` candidates are at the judge. Callers that wait are served round-robin.

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
                self.give_back()  # it was this caller's turn, but it was cancelled
            raise

    def give_back(self) -> None:
        """One candidate is done: the next caller in turn continues."""
        while self._waiting:
            caller, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[caller] = turns  # behind all others
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._free += 1
