"""A call -> its outcome: sent to a server of the pool, and again to the same or another until it is answered.

Everything here happens on the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import inf
from typing import TYPE_CHECKING, Any

from asmeant.errors import ModelError
from asmeant.models.clients import exchange, refusals, retries
from asmeant.models.clients.exchange import MalformedError
from asmeant.models.clients.pool import Pool, Server, Sleep
from asmeant.models.clients.refusals import Refusal
from asmeant.records import Reply, Request, Sampling

if TYPE_CHECKING:
    import httpx

KEYS = ("ASMEANT_API_KEY", "OPENAI_API_KEY")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a call. Ranks without a reply are requested again, unless there is an error.

    `identity` says what gave the replies, for a cache.
    """

    call: Request
    replies: tuple[Reply, ...] = ()
    error: str = ""
    ends_session: bool = False
    identity: bytes = b""

    @property
    def rest(self) -> Request:
        answered = {reply.rank for reply in self.replies}
        return replace(self.call, ranks=tuple(rank for rank in self.call.ranks if rank not in answered))


@dataclass(frozen=True, slots=True)
class TemporaryError:
    """A failed attempt that is worth repeating. `overloaded`: the server is sent too much at once."""

    words: str
    requested_seconds: float | None = None
    connected: bool = True
    overloaded: bool = False


class Sender:
    """Sends calls for one session. `sleep` does the waiting between tries."""

    def __init__(self, http: httpx.AsyncClient, pool: Pool, sleep: Sleep) -> None:
        self._http = http
        self._pool = pool
        self._sleep = sleep

    async def answer(self, call: Request, sampling: Sampling) -> Outcome:
        """One call, repeated until it is answered or refused, or has failed too often."""
        failures: Counter[Server] = Counter()
        answers: dict[Server, float] = {}
        while True:
            server = await self._pool.take(failures)
            if server is None:
                error = next(server.left_out for server in self._pool.servers)
                return Outcome(call, error=error, ends_session=True)
            ticket = server.ticket()
            body = _body(server, call, sampling)
            try:
                result = await self._try(server, call, sampling, body)
                if isinstance(result, TemporaryError):
                    server.failed(ticket, result.connected, result.overloaded)
            finally:
                self._pool.give_back(server)
            match result:
                case tuple():
                    return self._answered(server, call, result)
                case Refusal():
                    outcome = await self._refused(server, call, result, exchange.settings_of(body))
                    if outcome is not None:
                        return outcome
                case TemporaryError():
                    # While a busy server answers others, it will answer this one, too.
                    if not (result.overloaded and server.answers > answers.get(server, inf)):
                        failures[server] += 1
                    answers[server] = server.answers
                    error = self._reason_to_stop(server, result, failures[server])
                    if error:
                        return Outcome(call, error=error, ends_session=not result.connected)
                    await self._wait(server, result, failures)

    def _answered(self, server: Server, call: Request, replies: tuple[Reply, ...]) -> Outcome:
        if len(replies) < len(call.ranks):
            self._leave_out_field(server, "n", "it sends fewer choices than asked for")
        return Outcome(call, replies, identity=server.address.identity)

    async def _try(
        self, server: Server, call: Request, sampling: Sampling, body: dict[str, Any]
    ) -> tuple[Reply, ...] | Refusal | TemporaryError:
        import httpx

        started = time.monotonic()
        address = server.address
        url = address.url + exchange.ENDPOINTS[exchange.form_of(call)]
        try:
            # The timeouts of httpx are for the gap between two bytes. This one is for the whole response.
            async with asyncio.timeout(address.timeout_seconds):
                response = await self._http.post(url, json=body)
        except (TimeoutError, httpx.ReadTimeout, httpx.WriteTimeout):
            words = f"no whole answer came within {address.timeout_seconds:g} s"
            return TemporaryError(words, overloaded=True)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            words = f"no connection could be made ({str(error) or 'it timed out'})"
            return TemporaryError(words, connected=False)
        except httpx.RequestError as error:
            return TemporaryError(f"the connection was dropped ({str(error) or type(error).__name__})")
        server.connected()
        if not response.is_success:
            return _read_failure(server, response, body)
        try:
            seconds = time.monotonic() - started
            replies = exchange.read_replies(response.content, call, sampling, seconds, address.price)
        except MalformedError as error:
            return TemporaryError(refusals.quote(str(error), _secrets(server)))
        server.answered()
        return tuple(replace(reply, sent=exchange.settings_of(body)) for reply in replies)

    async def _wait(self, server: Server, error: TemporaryError, failures: Counter[Server]) -> None:
        seconds = self._pool.after_failure(server, error.connected, error.requested_seconds, failures)
        until_ready = seconds or self._pool.seconds_until_ready()
        tries = failures[server] if error.connected else server.lost_connections
        server.notices.failed(error.words, tries, _most_tries(server, error), until_ready)
        if seconds:
            await self._sleep(seconds)

    def _reason_to_stop(self, server: Server, error: TemporaryError, failed: int) -> str:
        """The error message, if there are to be no more attempts; else empty."""
        host = server.address.host
        others = [other for other in self._pool.usable if other is not server]
        longest = retries.LONGEST_REQUESTED_SECONDS
        if (error.requested_seconds or 0) > longest and self._pool.seconds_until_ready(others) > longest:
            return f"The server at {host} asks to be left alone for {error.requested_seconds:.0f} s."
        if error.connected:
            tried = f"{failed} times" if failed > 1 else "once"
            if failed < retries.TRIES:
                return ""
            return f"The server at {host} failed {tried}, the last time: {error.words}."
        if not all(each.is_down for each in self._pool.usable):
            return ""
        tried = f"It was tried {server.lost_connections} times."
        if others:
            return (
                f"None of the {len(others) + 1} servers can be reached, last {host}: {error.words}. {tried}"
            )
        state = "answered before and can no longer be reached" if server.has_answered else "cannot be reached"
        return f"The server at {host} {state}: {error.words}. {tried}"

    async def _refused(
        self, server: Server, call: Request, refusal: Refusal, sent: Mapping[str, Any]
    ) -> Outcome | None:
        """The outcome of a refused call; None if it is to be sent again, without a field or elsewhere."""
        field = refusals.refused_field(refusal, sent, _text_of(call))
        if field is None:
            models = await self._models(server) if refusal.no_model else []
            error = refusals.explain(refusal, server.address, bool(read_key()), models)
            return (
                self._refused_for_good(server, call, error)
                if refusal.of_session
                else Outcome(call, error=error)
            )
        if refusals.wants_other_limit(refusal, field):
            server.dialect = replace(server.dialect, limit="max_completion_tokens")
            return None
        if refusals.is_harmless(field):
            self._leave_out_field(server, field, refusal.words)
            return Outcome(call) if field == "n" else None
        error = refusals.explain_setting(refusal, server.address, field, sent[field])
        return self._refused_for_good(server, call, error)

    def _refused_for_good(self, server: Server, call: Request, error: str) -> Outcome | None:
        """Every other call would be refused there, too: the other servers go on without this one."""
        self._pool.leave_out(server, error)
        return None if self._pool.usable else Outcome(call, error=error, ends_session=True)

    async def _models(self, server: Server) -> list[str]:
        import httpx

        try:
            async with asyncio.timeout(10):
                response = await self._http.get(f"{server.address.url}/models")
        except (TimeoutError, httpx.RequestError):
            return []
        return refusals.model_names(response.content) if response.is_success else []

    @staticmethod
    def _leave_out_field(server: Server, field: str, words: str) -> None:
        if field not in server.dialect.left_out:
            log.warning(
                "The server at %s is not sent '%s' from now on: %s", server.address.host, field, words
            )
        server.dialect = server.dialect.without(field)


def _body(server: Server, call: Request, sampling: Sampling) -> dict[str, Any]:
    more = server.address.additions.fields
    return exchange.write_body(server.address.model, call, sampling, server.dialect, more)


def _read_failure(
    server: Server, response: httpx.Response, body: Mapping[str, Any]
) -> Refusal | TemporaryError:
    status = response.status_code
    refusal = refusals.read_refusal(status, response.content, _secrets(server))
    field = refusals.refused_field(refusal, exchange.settings_of(body))
    if not retries.is_temporary(status) or refusal.spent or field:
        return refusal
    requested_seconds = retries.requested_wait(response.headers, datetime.now(UTC))
    words = f"it answered with status {refusal.status}, {refusal.words or 'no words'}"
    return TemporaryError(words, requested_seconds, overloaded=retries.is_overload(status))


def _most_tries(server: Server, error: TemporaryError) -> int:
    return retries.TRIES if error.connected else server.most_connections


def _secrets(server: Server) -> list[str]:
    return [read_key(), *server.address.additions.secrets(os.environ)]


def read_key() -> str:
    key = next((value for name in KEYS if (value := os.environ.get(name, "").strip())), "")
    # httpx would show an invalid key in its error message.
    if not (key.isascii() and key.isprintable()):
        raise ModelError(
            "The key in the environment holds letters that no key has. Set ASMEANT_API_KEY again."
        )
    return key


def _text_of(call: Request) -> str:
    return "\n".join([call.prompt.text, *(message.content for message in call.prompt.messages)])
