"""POST /api/v1/verdicts: judges a batch, and returns its verdicts as they are decided."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import ExitStack, aclosing

from starlette.requests import Request
from starlette.responses import Response

from asmeant.client.wire import KEY_HEADER, Batch, Decided, Ended, Event, Fault, Verdicts
from asmeant.decisions import Pair
from asmeant.errors import AsmeantError
from asmeant.pipeline import LocalCourt
from asmeant.web.api.desk import Desk, Outcome
from asmeant.web.api.kept import KeptBatch
from asmeant.web.api.reading import LONGEST_KEY, decoded, limits_of, pairs_of
from asmeant.web.api.streams import EventResponse, as_event_stream, as_lines, wanted_format
from asmeant.web.responses import RefusedError, json_response
from asmeant.web.security.callers import Caller

log = logging.getLogger(__name__)

# Parsing a body of this size would keep others waiting.
LARGE_BODY = 64 << 10
MOST_DETAILS_AT_ONCE = 100
CLOSING = "the server is closing: send the batch again with the same idempotency key"
BROKEN = "something went wrong in the server; its log says what"


async def post_verdicts(request: Request) -> Response:
    state = request.app.state
    desk: Desk = state.desk
    form = wanted_format(request.headers.get("accept", "*/*"))
    key = _key(request)
    with ExitStack() as stack:
        stack.enter_context(desk.room_for_body(_size(request, desk)))
        body = await read_json_body(request)
        batch, pairs = await _read(request, body)
        if form == "application/json" and batch.details and len(pairs) > MOST_DETAILS_AT_ONCE:
            detail = f"More than {MOST_DETAILS_AT_ONCE} candidates with details only come as a stream."
            raise RefusedError(406, detail, "$.details")
        stack.enter_context(desk.place_for(request.state.caller, len(pairs)))
        digest = hashlib.sha256(body).hexdigest()
        kept_batch = stack.enter_context(state.kept_batches.open(request.state.caller, key, digest))
        court = await asyncio.to_thread(desk.court)
        court = court.with_settings(
            limits_of(batch, desk.settings), batch.strict or court.strict, batch.extract
        )
        del body
        events = _events(desk, court, request.state.caller, pairs, batch, kept_batch)
        if form == "application/json":
            return json_response(await _collected(events))
        encode = as_lines if form == "application/x-ndjson" else as_event_stream
        return EventResponse(_encoded(events, encode), form, stack.pop_all())


async def _events(
    desk: Desk, court: LocalCourt, caller: Caller, pairs: dict[int, Pair], batch: Batch, kept_batch: KeptBatch
) -> AsyncGenerator[Sequence[Event], None]:
    """The verdicts stored under the same key, then the others as they are decided, then the end."""
    remaining = dict(pairs)
    for decided in kept_batch.decided():
        remaining.pop(decided.rank, None)
        yield [decided]
    faults = 0
    async with aclosing(desk.decide(court, caller, dict(remaining))) as outcomes:
        async for some in outcomes:
            events = [_event(outcome, batch.details) for outcome in some]
            kept_batch.keep(as_lines(event for event in events if isinstance(event, Decided)))
            for outcome in some:
                del remaining[outcome.rank]
            faults += sum(isinstance(event, Fault) for event in events)
            yield events
    yield [Ended(len(pairs) - len(remaining) - faults, tuple(remaining), CLOSING if remaining else "")]


def _event(outcome: Outcome, details: bool) -> Decided | Fault:
    decision = outcome.decision
    if decision is None:
        if isinstance(outcome.fault, AsmeantError):
            return Fault(outcome.rank, type(outcome.fault).__name__, str(outcome.fault))
        log.error("A candidate could not be judged.", exc_info=outcome.fault)
        return Fault(outcome.rank, "AsmeantError", BROKEN)
    if not details:
        return Decided(decision.verdict, decision.share_of_probes)
    observations = tuple(decision.observations)
    return Decided(decision.verdict, decision.share_of_probes, decision.candidate, observations)


async def _encoded(
    events: AsyncGenerator[Sequence[Event], None], encode: Callable[[Iterable[Event]], bytes]
) -> AsyncGenerator[bytes, None]:
    async with aclosing(events):
        async for some in events:
            if some:
                yield encode(some)


async def _collected(events: AsyncGenerator[Sequence[Event], None]) -> Verdicts:
    async with aclosing(events):
        every = [event async for some in events for event in some]
    return Verdicts(
        tuple(event for event in every if isinstance(event, Decided)),
        tuple(event for event in every if isinstance(event, Fault)),
        next(event for event in every if isinstance(event, Ended)),
    )


# ── the request ──


async def _read(request: Request, body: bytes) -> tuple[Batch, dict[int, Pair]]:
    def read() -> tuple[Batch, dict[int, Pair]]:
        batch = decoded(body, Batch)
        return batch, pairs_of(batch, request.app.state.settings)

    is_quick = len(body) < LARGE_BODY and b'"dataset"' not in body
    return read() if is_quick else await asyncio.to_thread(read)


async def read_json_body(request: Request) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, "Send JSON, with the header Content-Type: application/json.")
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise RefusedError(415, "Send the body as it is, without Content-Encoding.")
    return await request.body()


def _size(request: Request, desk: Desk) -> int:
    """The size that the body may have; the maximum if the request does not state it."""
    length = request.headers.get("content-length", "")
    return int(length) if length.isdigit() else desk.settings.quotas.batch_bytes


def _key(request: Request) -> str:
    key: str = request.headers.get(KEY_HEADER, "")
    if len(key) > LONGEST_KEY:
        raise RefusedError(400, f"An idempotency key has at most {LONGEST_KEY} characters.")
    return key
