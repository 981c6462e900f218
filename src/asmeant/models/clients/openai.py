"""Prompt -> Reply, by any server that speaks the OpenAI protocol: `openai:NAME@URL`.

Many requests are in flight at once, and taken from their iterator only when there is room for them. What may
pass is tried again; what a server does not take (`n`, `logprobs`, `seed`...) is left out for the rest of the
session. The key comes from ASMEANT_API_KEY or OPENAI_API_KEY at the moment of use and is kept nowhere.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from asmeant.errors import ModelError, UsageError
from asmeant.models.clients import exchange, refusals, retries
from asmeant.models.clients.address import Address, read_address
from asmeant.models.clients.background import event_loop
from asmeant.models.clients.exchange import Dialect, MalformedError
from asmeant.models.clients.refusals import Refusal
from asmeant.records import Form, Reply, Request, Sampling

if TYPE_CHECKING:
    import httpx

KEYS = ("ASMEANT_API_KEY", "OPENAI_API_KEY")
# One task that fails may be that task's fault; so many are the server's.
MOST_FAILED_TASKS = 5

log = logging.getLogger(__name__)


def connect(words: str) -> OpenAIClient:
    """Any OpenAI-compatible server: openai:NAME@URL"""
    return OpenAIClient(read_address(words), random.Random())


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of a call. Ranks without a reply are asked for again, unless there is an error."""

    call: Request
    replies: tuple[Reply, ...] = ()
    error: str = ""
    ends_session: bool = False

    @property
    def rest(self) -> Request:
        answered = {reply.rank for reply in self.replies}
        return replace(self.call, ranks=tuple(rank for rank in self.call.ranks if rank not in answered))


@dataclass(frozen=True, slots=True)
class _Setback:
    """A try that failed in a way that may pass."""

    words: str
    told_seconds: float | None = None
    connected: bool = True


class OpenAIClient:
    """One model on one server. `jitter` spreads the waits between tries, `sleep` does the waiting."""

    def __init__(
        self,
        address: Address,
        jitter: random.Random,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.address = address
        self._jitter = jitter
        self._sleep = sleep
        self._dialect = Dialect()
        self._heard = False

    @property
    def name(self) -> str:
        return self.address.name

    @property
    def form(self) -> Form:
        return self.address.forms[0]

    @property
    def forms(self) -> tuple[Form, ...]:
        return self.address.forms

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        queue = _Queue(requests)
        failed: dict[str, str] = {}
        with self._session() as start:
            in_flight: set[Future[_Outcome]] = set()
            stopping = False
            while True:
                while len(in_flight) < self.address.requests and not stopping:
                    call = queue.take(self._dialect.most_choices)
                    if call is None:
                        break
                    in_flight.add(start(self._checked(call), sampling))
                if not in_flight:
                    break
                finished, in_flight = wait(in_flight, return_when=FIRST_COMPLETED)
                for outcome in (future.result() for future in finished):
                    yield from outcome.replies
                    if not outcome.error:
                        queue.put_back(outcome.rest)
                        continue
                    failed.setdefault(outcome.call.task_id, outcome.error)
                    stopping = stopping or outcome.ends_session or len(failed) >= MOST_FAILED_TASKS
                    if outcome.ends_session:
                        # What ends the session is what the error must tell of.
                        failed = {outcome.call.task_id: outcome.error, **failed}
                        in_flight = {future for future in in_flight if future.done()}
        if failed:
            raise ModelError(_sum_up(failed))

    def _checked(self, call: Request) -> Request:
        form = exchange.form_of(call)
        if form not in self.forms:
            raise UsageError(
                f"The model '{self.name}' takes only {self.forms[0]} prompts, but the task '{call.task_id}' "
                f"comes with a {form} prompt. Ask for the form '{self.forms[0]}', or leave out '#...'."
            )
        return call

    @contextmanager
    def _session(self) -> Iterator[Callable[[Request, Sampling], Future[_Outcome]]]:
        import httpx

        key = _read_key()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        seconds = self.address.timeout_seconds
        timeout = httpx.Timeout(seconds, connect=min(30.0, seconds))
        limits = httpx.Limits(max_connections=self.address.requests)
        http = httpx.AsyncClient(headers=headers, timeout=timeout, limits=limits)
        with event_loop(http.aclose) as loop:
            yield lambda call, sampling: asyncio.run_coroutine_threadsafe(
                self._answer(http, call, sampling), loop
            )

    # ── on the loop's thread ───────────────────────────────────────────────────────────────────────

    async def _answer(self, http: httpx.AsyncClient, call: Request, sampling: Sampling) -> _Outcome:
        """One call, tried until it is answered, refused, or hopeless."""
        failed = 0
        while True:
            body = exchange.write_body(self.address.model, call, sampling, self._dialect)
            got = await self._try(http, call, sampling, body)
            match got:
                case tuple():
                    if len(got) < len(call.ranks):
                        self._leave_out("n", "it sends fewer choices than asked for")
                    return _Outcome(call, got)
                case Refusal():
                    field = refusals.field_to_leave_out(got, body)
                    if field is None:
                        return await self._refused(http, call, got)
                    self._leave_out(field, got.words)
                    if field == "n":
                        return _Outcome(call)
                case _Setback():
                    failed += 1
                    error = self._hopeless(got, failed)
                    if error:
                        return _Outcome(call, error=error)
                    seconds = retries.wait_seconds(failed, got.told_seconds, self._jitter)
                    log.info("%s: %s; try %d in %.1f s", call.task_id, got.words, failed + 1, seconds)
                    await self._sleep(seconds)

    async def _try(
        self, http: httpx.AsyncClient, call: Request, sampling: Sampling, body: dict[str, Any]
    ) -> tuple[Reply, ...] | Refusal | _Setback:
        import httpx

        started = time.monotonic()
        url = self.address.url + exchange.ENDPOINTS[exchange.form_of(call)]
        try:
            # The timeouts of httpx are between two bytes; a server that trickles needs one over all.
            async with asyncio.timeout(self.address.timeout_seconds):
                response = await http.post(url, json=body)
        except (TimeoutError, httpx.ReadTimeout, httpx.WriteTimeout):
            return _Setback(f"no whole answer came within {self.address.timeout_seconds:g} s")
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            return _Setback(f"no connection could be made ({str(error) or 'it timed out'})", connected=False)
        except httpx.RequestError as error:
            return _Setback(f"the connection was dropped ({str(error) or type(error).__name__})")
        self._heard = True
        if response.is_success:
            try:
                seconds = time.monotonic() - started
                return exchange.read_replies(response.content, call, sampling, seconds, self.address.price)
            except MalformedError as error:
                return _Setback(refusals.quote(str(error), _read_key()))
        refusal = refusals.read_refusal(response.status_code, response.content, _read_key())
        if not retries.passes(response.status_code) or refusal.spent:
            return refusal
        told = retries.told_to_wait(response.headers, datetime.now(UTC))
        return _Setback(f"it answered with status {refusal.status}, {refusal.words or 'no words'}", told)

    def _hopeless(self, setback: _Setback, failed: int) -> str:
        """Why no further try is made, where none is."""
        tries = retries.TRIES if setback.connected or self._heard else retries.TRIES_TO_CONNECT
        if failed >= tries:
            return f"The server at {self.address.host} failed {failed} times, the last time: {setback.words}."
        if (setback.told_seconds or 0) > retries.PATIENCE_SECONDS:
            return (
                f"The server at {self.address.host} asks to be left alone for {setback.told_seconds:.0f} s."
            )
        return ""

    async def _refused(self, http: httpx.AsyncClient, call: Request, refusal: Refusal) -> _Outcome:
        models = await self._models(http) if refusal.no_model else []
        error = refusals.explain(refusal, self.address, bool(_read_key()), models)
        return _Outcome(call, error=error, ends_session=refusal.of_session)

    async def _models(self, http: httpx.AsyncClient) -> list[str]:
        import httpx

        try:
            async with asyncio.timeout(10):
                response = await http.get(f"{self.address.url}/models")
        except (TimeoutError, httpx.RequestError):
            return []
        return refusals.model_names(response.content) if response.is_success else []

    def _leave_out(self, field: str, words: str) -> None:
        if field not in self._dialect.left_out:
            log.warning("The server at %s is not sent '%s' from now on: %s", self.address.host, field, words)
        self._dialect = self._dialect.without(field)


class _Queue:
    """Requests -> calls, lazily: what a server can answer at once, and what is still missing first."""

    def __init__(self, requests: Iterable[Request]) -> None:
        self._source = iter(requests)
        self._waiting: deque[Request] = deque()

    def put_back(self, rest: Request) -> None:
        if rest.ranks:
            self._waiting.append(rest)

    def take(self, most_choices: int) -> Request | None:
        while not self._waiting:
            request = next(self._source, None)
            if request is None:
                return None
            self.put_back(request)
        request = self._waiting.popleft()
        if len(request.ranks) > most_choices:
            self._waiting.appendleft(replace(request, ranks=request.ranks[most_choices:]))
        return replace(request, ranks=request.ranks[:most_choices])


def _read_key() -> str:
    key = next((value for name in KEYS if (value := os.environ.get(name, "").strip())), "")
    # The layers below would repeat a key that is no header value in their error.
    if not (key.isascii() and key.isprintable()):
        raise ModelError(
            "The key in the environment holds letters that no key has. Set ASMEANT_API_KEY again."
        )
    return key


def _sum_up(failed: dict[str, str]) -> str:
    task_id, error = next(iter(failed.items()))
    more = f" Nor did {len(failed) - 1} more." if len(failed) > 1 else ""
    return f"The task '{task_id}' got no answer. {error}{more} Resume the run for the rest: nothing is lost."
