"""Prompt -> Reply, with any servers that support the OpenAI protocol: `openai:NAME@URL` or `NAME@URL,URL`.

Many requests are in flight at once, as many as each server bears. Requests are taken from the iterator only
when there is room. Temporary errors are retried, with several servers at another one. Fields that a server
rejects and that do not influence the replies (`n`, `logprobs`, `seed`, `stop`) are left out for the rest of
the session. Each reply records the settings that were sent. The key is read from ASMEANT_API_KEY or
OPENAI_API_KEY when it is used, and never stored.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field

from asmeant.errors import ModelError, UsageError
from asmeant.models.clients import exchange
from asmeant.models.clients.address import Address, read_address
from asmeant.models.clients.background import event_loop
from asmeant.models.clients.calls import Calls
from asmeant.models.clients.exchange import Dialect
from asmeant.models.clients.notices import Notices
from asmeant.models.clients.pool import Pool, Server, Sleep
from asmeant.models.clients.reply_cache import ReplyCache
from asmeant.models.clients.sending import Outcome, Sender, read_key
from asmeant.models.clients.spending import Account, Budget
from asmeant.records import Form, Reply, Request, Sampling, Usage

# One failed task may have a bad prompt. After this many, the server is at fault.
MOST_FAILED_TASKS = 5
SECONDS_BETWEEN_NOTICES = 5.0


def connect(words: str) -> OpenAIClient:
    """OpenAI-compatible servers: openai:NAME@URL[,URL...]"""
    return OpenAIClient(read_address(words), random.Random())


@dataclass(frozen=True, slots=True)
class _Session:
    pool: Pool
    start: Callable[[Request], Future[Outcome]]


@dataclass(slots=True)
class _Progress:
    """What is in flight, and which tasks failed, with the most important cause first."""

    in_flight: set[Future[Outcome]] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)
    stopping: bool = False

    def note_error(self, outcome: Outcome) -> None:
        self.failed.setdefault(outcome.call.task_id, outcome.error)
        self.stopping = self.stopping or outcome.ends_session or len(self.failed) >= MOST_FAILED_TASKS
        if outcome.ends_session:
            # The error that ends the session is reported first.
            self.failed = {outcome.call.task_id: outcome.error, **self.failed}
            self.in_flight = {future for future in self.in_flight if future.done()}


class OpenAIClient:
    """One model on one server or on several.

    `jitter` spreads the waits between tries, `sleep` does the waiting, and `clock` tells the time in between.
    """

    def __init__(
        self,
        address: Address,
        jitter: random.Random,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = address
        self._jitter = jitter
        self._sleep = sleep
        self._clock = clock
        self._servers = [Server(each, Dialect(address.additions.dropped)) for each in address.servers]
        self._notices = Notices(", ".join(server.address.host for server in self._servers))
        self._account = Account(Budget(), address.price)
        self._cache: ReplyCache | None = None

    @property
    def name(self) -> str:
        return self.address.name

    @property
    def form(self) -> Form:
        return self.address.forms[0]

    @property
    def forms(self) -> tuple[Form, ...]:
        return self.address.forms

    def set_budget(self, budget: Budget, earlier: Iterable[Usage]) -> None:
        """Replies may use this much, with what was used `earlier`."""
        if budget.is_limited and "max_tokens" in self.address.additions.dropped:
            raise UsageError(
                "A budget needs a limit for each reply, but the model has drop=max_tokens. Leave that out, "
                "or --budget-tokens and --budget-money."
            )
        self._account = Account(budget, self.address.price, earlier)

    def set_cache(self, cache: ReplyCache) -> None:
        """Replies are looked up there first, and kept there."""
        self._cache = cache

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        queue = Calls(requests)
        progress = _Progress()
        with self._session(sampling) as session:
            while True:
                yield from self._start_calls(queue, sampling, progress, session)
                if not progress.in_flight:
                    break
                finished, progress.in_flight = wait(
                    progress.in_flight, SECONDS_BETWEEN_NOTICES, return_when=FIRST_COMPLETED
                )
                if not finished:
                    self._notices.waiting(len(progress.in_flight), self.address.timeout_seconds)
                for outcome in (future.result() for future in finished):
                    self._settle(outcome, sampling)
                    yield from outcome.replies
                    if outcome.error:
                        progress.note_error(outcome)
                    else:
                        queue.put_back(outcome.rest)
        if progress.failed:
            raise ModelError(_failure_message(progress.failed))
        self._account.check()

    def _start_calls(
        self, queue: Calls, sampling: Sampling, progress: _Progress, session: _Session
    ) -> Iterator[Reply]:
        """Starts calls while there is room and budget. Yields the replies that are in the cache."""
        while len(progress.in_flight) < session.pool.capacity and not progress.stopping:
            call = queue.take(session.pool.most_choices)
            if call is None:
                return
            call = self._checked(call)
            if self._cache is not None:
                identities = [server.identity for server in self.address.servers]
                cached = self._cache.find(identities, call, sampling)
                yield from cached
                call = Outcome(call, tuple(cached)).rest
            if call.ranks and not self._account.reserve(call, sampling):
                queue.put_back(call, first=True)
                return
            if call.ranks:
                progress.in_flight.add(session.start(call))

    def _settle(self, outcome: Outcome, sampling: Sampling) -> None:
        self._notices.answered()
        self._account.settle(outcome.call, sampling, outcome.replies)
        if self._cache is not None:
            self._cache.trim()

    async def _answer(self, sender: Sender, call: Request, sampling: Sampling) -> Outcome:
        """Replies are kept as soon as they arrive: the process may end before anybody reads them."""
        outcome = await sender.answer(call, sampling)
        if self._cache is not None:
            self._cache.keep(outcome.identity, outcome.call, sampling, outcome.replies)
        return outcome

    def _checked(self, call: Request) -> Request:
        form = exchange.form_of(call)
        if form not in self.forms:
            raise UsageError(
                f"The model '{self.name}' takes only {self.forms[0]} prompts, but the task '{call.task_id}' "
                f"comes with a {form} prompt. Ask for the form '{self.forms[0]}', or leave out '#...'."
            )
        return call

    @contextmanager
    def _session(self, sampling: Sampling) -> Iterator[_Session]:
        import httpx

        key = read_key()
        headers = {"authorization": f"Bearer {key}"} if key else {}
        added = self.address.additions.header_values(os.environ)
        headers |= {name.lower(): value for name, value in added.items()}
        seconds = self.address.timeout_seconds
        timeout = httpx.Timeout(seconds, connect=min(10.0, seconds))
        limits = httpx.Limits(max_connections=self.address.requests * len(self.address.servers))
        # Reading all certificates takes longer than a whole session with a server on this machine.
        is_encrypted = any(server.url.startswith("https:") for server in self.address.servers)
        http = httpx.AsyncClient(headers=headers, timeout=timeout, limits=limits, verify=is_encrypted)
        for server in self._servers:
            server.begin_session()
        pool = Pool(self._servers, self._jitter, self._sleep, self._clock)
        sender = Sender(http, pool, self._sleep)
        with event_loop(http.aclose) as loop:
            yield _Session(
                pool,
                lambda call: asyncio.run_coroutine_threadsafe(self._answer(sender, call, sampling), loop),
            )


def _failure_message(failed: dict[str, str]) -> str:
    """The error message: the cause first, then the affected tasks."""
    task_id, error = next(iter(failed.items()))
    more = f" Nor did {len(failed) - 1} more." if len(failed) > 1 else ""
    return f"{error} The task '{task_id}' got no answer.{more}"
