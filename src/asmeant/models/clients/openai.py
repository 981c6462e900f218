"""Prompt -> Reply, with any server that supports the OpenAI protocol: `openai:NAME@URL`.

Many requests are in flight at once. Requests are taken from the iterator only when there is room. Temporary
errors are retried. Fields that a server rejects and that do not influence the replies (`n`, `logprobs`,
`seed`, `stop`) are left out for the rest of the session. Each reply records the settings that were sent. The
key is read from ASMEANT_API_KEY or OPENAI_API_KEY when it is used, and never stored.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from asmeant.errors import ModelError, UsageError
from asmeant.models.clients import exchange, refusals, retries
from asmeant.models.clients.address import Address, read_address
from asmeant.models.clients.background import event_loop
from asmeant.models.clients.calls import Calls
from asmeant.models.clients.exchange import Dialect, MalformedError
from asmeant.models.clients.notices import Notices
from asmeant.models.clients.refusals import Refusal
from asmeant.records import Form, Reply, Request, Sampling

if TYPE_CHECKING:
    import httpx

KEYS = ("ASMEANT_API_KEY", "OPENAI_API_KEY")
# One failed task may have a bad prompt. After this many, the server is at fault.
MOST_FAILED_TASKS = 5
SECONDS_BETWEEN_NOTICES = 5.0

log = logging.getLogger(__name__)


def connect(words: str) -> OpenAIClient:
    """Any OpenAI-compatible server: openai:NAME@URL"""
    return OpenAIClient(read_address(words), random.Random())


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The outcome of a call. Ranks without a reply are requested again, unless there is an error."""

    call: Request
    replies: tuple[Reply, ...] = ()
    error: str = ""
    ends_session: bool = False

    @property
    def rest(self) -> Request:
        answered = {reply.rank for reply in self.replies}
        return replace(self.call, ranks=tuple(rank for rank in self.call.ranks if rank not in answered))


@dataclass(frozen=True, slots=True)
class _TemporaryError:
    """A failed attempt that is worth repeating."""

    words: str
    requested_seconds: float | None = None
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
        self._dialect = Dialect(address.additions.dropped)
        self._notices = Notices(address.host)
        self._has_answered = False

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
        queue = Calls(requests)
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
                finished, in_flight = wait(in_flight, SECONDS_BETWEEN_NOTICES, return_when=FIRST_COMPLETED)
                if not finished:
                    self._notices.waiting(len(in_flight), self.address.timeout_seconds)
                for outcome in (future.result() for future in finished):
                    yield from outcome.replies
                    if not outcome.error:
                        queue.put_back(outcome.rest)
                        continue
                    failed.setdefault(outcome.call.task_id, outcome.error)
                    stopping = stopping or outcome.ends_session or len(failed) >= MOST_FAILED_TASKS
                    if outcome.ends_session:
                        # The error that ends the session is reported first.
                        failed = {outcome.call.task_id: outcome.error, **failed}
                        in_flight = {future for future in in_flight if future.done()}
        if failed:
            raise ModelError(_failure_message(failed))

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
        headers = {"authorization": f"Bearer {key}"} if key else {}
        added = self.address.additions.header_values(os.environ)
        headers |= {name.lower(): value for name, value in added.items()}
        seconds = self.address.timeout_seconds
        timeout = httpx.Timeout(seconds, connect=min(10.0, seconds))
        limits = httpx.Limits(max_connections=self.address.requests)
        http = httpx.AsyncClient(headers=headers, timeout=timeout, limits=limits)
        with event_loop(http.aclose) as loop:
            yield lambda call, sampling: asyncio.run_coroutine_threadsafe(
                self._answer(http, call, sampling), loop
            )

    # ── on the loop's thread ───────────────────────────────────────────────────────────────────────

    async def _answer(self, http: httpx.AsyncClient, call: Request, sampling: Sampling) -> _Outcome:
        """One call, repeated until it is answered or refused, or has failed too often."""
        failed = 0
        while True:
            more = self.address.additions.fields
            body = exchange.write_body(self.address.model, call, sampling, self._dialect, more)
            result = await self._try(http, call, sampling, body)
            match result:
                case tuple():
                    if len(result) < len(call.ranks):
                        self._leave_out("n", "it sends fewer choices than asked for")
                    return _Outcome(call, result)
                case Refusal():
                    outcome = await self._refused(http, call, result, exchange.settings_of(body))
                    if outcome is not None:
                        return outcome
                case _TemporaryError():
                    failed += 1
                    error = self._reason_to_stop(result, failed)
                    if error:
                        return _Outcome(call, error=error, ends_session=not result.connected)
                    seconds = retries.wait_seconds(failed, result.requested_seconds, self._jitter)
                    self._notices.failed(result.words, failed, self._most_tries(result), seconds)
                    await self._sleep(seconds)

    async def _try(
        self, http: httpx.AsyncClient, call: Request, sampling: Sampling, body: dict[str, Any]
    ) -> tuple[Reply, ...] | Refusal | _TemporaryError:
        import httpx

        started = time.monotonic()
        url = self.address.url + exchange.ENDPOINTS[exchange.form_of(call)]
        try:
            # The timeouts of httpx are for the gap between two bytes. This one is for the whole response.
            async with asyncio.timeout(self.address.timeout_seconds):
                response = await http.post(url, json=body)
        except (TimeoutError, httpx.ReadTimeout, httpx.WriteTimeout):
            return _TemporaryError(f"no whole answer came within {self.address.timeout_seconds:g} s")
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            return _TemporaryError(
                f"no connection could be made ({str(error) or 'it timed out'})", connected=False
            )
        except httpx.RequestError as error:
            return _TemporaryError(f"the connection was dropped ({str(error) or type(error).__name__})")
        self._has_answered = True
        if response.is_success:
            try:
                seconds = time.monotonic() - started
                price, sent = self.address.price, exchange.settings_of(body)
                replies = exchange.read_replies(response.content, call, sampling, seconds, price)
                self._notices.answered()
                return tuple(replace(reply, sent=sent) for reply in replies)
            except MalformedError as error:
                return _TemporaryError(refusals.quote(str(error), self._secrets()))
        refusal = refusals.read_refusal(response.status_code, response.content, self._secrets())
        field = refusals.refused_field(refusal, exchange.settings_of(body))
        if not retries.is_temporary(response.status_code) or refusal.spent or field:
            return refusal
        requested_seconds = retries.requested_wait(response.headers, datetime.now(UTC))
        return _TemporaryError(
            f"it answered with status {refusal.status}, {refusal.words or 'no words'}", requested_seconds
        )

    def _most_tries(self, error: _TemporaryError) -> int:
        if error.connected:
            return retries.TRIES
        return retries.TRIES_TO_RECONNECT if self._has_answered else retries.TRIES_TO_CONNECT

    def _reason_to_stop(self, error: _TemporaryError, failed: int) -> str:
        """The error message, if there are to be no more attempts; else empty."""
        host, tried = self.address.host, f"{failed} times" if failed > 1 else "once"
        if (error.requested_seconds or 0) > retries.LONGEST_REQUESTED_SECONDS:
            return f"The server at {host} asks to be left alone for {error.requested_seconds:.0f} s."
        if failed < self._most_tries(error):
            return ""
        if error.connected:
            return f"The server at {host} failed {tried}, the last time: {error.words}."
        state = "answered before and can no longer be reached" if self._has_answered else "cannot be reached"
        return f"The server at {host} {state}: {error.words}. It was tried {tried}."

    async def _refused(
        self, http: httpx.AsyncClient, call: Request, refusal: Refusal, sent: Mapping[str, Any]
    ) -> _Outcome | None:
        """The outcome of a refused call; None if it is to be sent again, without a field."""
        field = refusals.refused_field(refusal, sent, _text_of(call))
        if field is None:
            models = await self._models(http) if refusal.no_model else []
            error = refusals.explain(refusal, self.address, bool(_read_key()), models)
            return _Outcome(call, error=error, ends_session=refusal.of_session)
        if refusals.wants_other_limit(refusal, field):
            self._dialect = replace(self._dialect, limit="max_completion_tokens")
            return None
        if refusals.is_harmless(field):
            self._leave_out(field, refusal.words)
            return _Outcome(call) if field == "n" else None
        error = refusals.explain_setting(refusal, self.address, field, sent[field])
        return _Outcome(call, error=error, ends_session=True)

    def _secrets(self) -> list[str]:
        return [_read_key(), *self.address.additions.secrets(os.environ)]

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


def _read_key() -> str:
    key = next((value for name in KEYS if (value := os.environ.get(name, "").strip())), "")
    # httpx would show an invalid key in its error message.
    if not (key.isascii() and key.isprintable()):
        raise ModelError(
            "The key in the environment holds letters that no key has. Set ASMEANT_API_KEY again."
        )
    return key


def _text_of(call: Request) -> str:
    return "\n".join([call.prompt.text, *(message.content for message in call.prompt.messages)])


def _failure_message(failed: dict[str, str]) -> str:
    """The error message: the cause first, then the affected tasks."""
    task_id, error = next(iter(failed.items()))
    more = f" Nor did {len(failed) - 1} more." if len(failed) > 1 else ""
    return f"{error} The task '{task_id}' got no answer.{more}"
