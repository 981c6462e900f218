"""Several servers of one model: which of them gets the next request, and which is left alone for a while.

A server that cannot be reached, or that asks for a pause, rests. One that could not be reached is then sent
one request, and others only when that one is answered. A server that refuses every request (a wrong key, no
such model) is left out for the rest of the session. All methods are called on the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from math import inf

from asmeant.models.clients import retries
from asmeant.models.clients.address import Address
from asmeant.models.clients.exchange import Dialect
from asmeant.models.clients.notices import Notices
from asmeant.models.clients.pace import Pace

# With other servers at hand, one that failed so often in a row rests, whatever the failures were.
FAILURES_BEFORE_REST = 3

log = logging.getLogger(__name__)

Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Ticket:
    """The state of a server when a request was sent: only what happened since says something new."""

    failures: int
    decreases: int
    answers: int


class Server:
    """One server of a pool: what it accepts, how it is doing, and how much it is sent."""

    def __init__(self, address: Address, dialect: Dialect) -> None:
        self.address = address
        self.dialect = dialect
        self.notices = Notices(address.host)
        self.pace = Pace(address.requests)
        self.in_flight = 0
        self.answers = 0
        self.resting_until = -inf
        # Consecutive failures of the server, and of connections to it. Requests that were in flight together
        # count as one.
        self.failures = 0
        self.lost_connections = 0
        self.left_out = ""

    def begin_session(self) -> None:
        """What it accepts is still known, but it may be up again."""
        self.resting_until = -inf
        self.failures = self.lost_connections = 0
        self.left_out = ""

    @property
    def has_answered(self) -> bool:
        return self.answers > 0

    @property
    def is_down(self) -> bool:
        return self.lost_connections >= self.most_connections

    @property
    def most_connections(self) -> int:
        return retries.TRIES_TO_RECONNECT if self.has_answered else retries.TRIES_TO_CONNECT

    def room(self) -> int:
        """How many more requests it may be sent now."""
        limit = 1 if self.lost_connections else self.pace.limit
        return limit - self.in_flight

    def ticket(self) -> Ticket:
        return Ticket(self.failures, self.pace.decreases, self.answers)

    def connected(self) -> None:
        self.lost_connections = 0

    def answered(self) -> None:
        self.answers += 1
        self.failures = 0
        self.pace.answered()
        self.notices.answered()

    def failed(self, ticket: Ticket, connected: bool, overloaded: bool) -> None:
        if ticket.failures == self.failures:
            self.failures += 1
            self.lost_connections = 0 if connected else self.lost_connections + 1
        if overloaded:
            self.pace.rejected(ticket.decreases)


class Pool:
    """Requests wait here until a server has room for them."""

    def __init__(
        self,
        servers: Sequence[Server],
        jitter: random.Random,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.servers = servers
        self._jitter = jitter
        self._sleep = sleep
        self._clock = clock
        self._changed = asyncio.Event()

    @property
    def usable(self) -> list[Server]:
        return [server for server in self.servers if not server.left_out]

    @property
    def capacity(self) -> int:
        """How many requests all servers together may be sent at once."""
        return sum(server.pace.limit for server in self.usable)

    @property
    def most_choices(self) -> int:
        return min(server.dialect.most_choices for server in self.servers)

    async def take(self, failures: Counter[Server]) -> Server | None:
        """A server with room: one at which this request failed least, and of those the one with most room.

        None if all are left out.
        """
        while self.usable:
            ready = [server for server in self.usable if not self._rest(server) and server.room() > 0]
            if ready:
                server = min(ready, key=lambda server: (failures[server], -server.room()))
                server.in_flight += 1
                return server
            await self._change()
        return None

    def give_back(self, server: Server) -> None:
        server.in_flight -= 1
        self._wake()

    def rest(self, server: Server, seconds: float) -> None:
        server.resting_until = max(server.resting_until, self._clock() + seconds)

    def leave_out(self, server: Server, reason: str) -> None:
        """No more requests for this server, as long as there are others."""
        if len(self.usable) > 1 and not server.left_out:
            log.warning("The server at %s is left out from now on: %s", server.address.host, reason)
        server.left_out = reason
        self._wake()

    def after_failure(
        self, server: Server, connected: bool, requested_seconds: float | None, failures: Counter[Server]
    ) -> float:
        """The seconds that a request should wait after it failed at a server, which may have to rest itself.

        The wait of a server that rests is not part of it: `take` does that waiting, or finds another server.
        """
        others = [other for other in self.usable if other is not server and not self._rest(other)]
        if requested_seconds is not None:
            self.rest(server, retries.wait_seconds(1, requested_seconds, self._jitter))
            return 0.0
        if not connected or (others and server.failures >= FAILURES_BEFORE_REST):
            times = server.failures if connected else server.lost_connections
            self.rest(server, retries.wait_seconds(times, None, self._jitter))
            return 0.0
        if any(failures[other] < failures[server] for other in others):
            return 0.0
        return retries.wait_seconds(failures[server], None, self._jitter)

    def seconds_until_ready(self, servers: Sequence[Server] | None = None) -> float:
        """How long all of these servers still rest; by default, all usable ones."""
        return min(
            (self._rest(server) for server in (self.usable if servers is None else servers)), default=inf
        )

    def _rest(self, server: Server) -> float:
        return max(0.0, server.resting_until - self._clock())

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _change(self) -> None:
        """Waits until a request comes back, or a server has rested."""
        rests = [rest for server in self.usable if (rest := self._rest(server)) and server.room() > 0]
        if not any(server.in_flight for server in self.usable):
            await self._sleep(min(rests, default=0.0))
            return
        event = asyncio.ensure_future(self._changed.wait())
        timer = [asyncio.ensure_future(self._sleep(min(rests)))] if rests else []
        try:
            await asyncio.wait([event, *timer], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for waiting in (event, *timer):
                waiting.cancel()
