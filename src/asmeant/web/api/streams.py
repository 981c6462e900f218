"""Events -> the bytes of a response: JSON lines, server-sent events, or one JSON object."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import ExitStack, aclosing
from typing import Literal

import msgspec
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from asmeant.client.wire import EVENT_STREAM, NDJSON, Decided, Ended, Event, Fault
from asmeant.web.responses import RefusedError

Format = Literal["application/x-ndjson", "text/event-stream", "application/json"]
FORMATS: tuple[Format, ...] = (NDJSON, EVENT_STREAM, "application/json")
# A reader that takes nothing for this time is assumed to be gone.
SEND_SECONDS = 60.0
_NAMES: dict[type, str] = {Decided: "decided", Fault: "fault", Ended: "ended"}


def wanted_format(accept: str) -> Format:
    """The first format that the caller accepts; JSON lines if it accepts any."""
    for media_type in accept.split(","):
        kind = media_type.partition(";")[0].strip().lower()
        if kind in ("*/*", "application/*", "", "application/ndjson"):
            return NDJSON
        if kind == "text/*":
            return EVENT_STREAM
        for supported in FORMATS:
            if kind == supported:
                return supported
    raise RefusedError(406, f"Verdicts come as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.")


def as_lines(events: Iterable[Event]) -> bytes:
    return b"".join(msgspec.json.encode(event) + b"\n" for event in events)


def as_event_stream(events: Iterable[Event]) -> bytes:
    # JSON has no line breaks, so that the data of an event is always one line.
    return b"".join(
        b"event: %s\ndata: %s\n\n" % (_NAMES[type(event)].encode(), msgspec.json.encode(event))
        for event in events
    )


class EventResponse(StreamingResponse):
    """Closes its source whenever the response ends, and gives up on a reader that takes nothing.

    `resources` are closed then as well, even if nothing was ever sent.
    """

    def __init__(self, chunks: AsyncGenerator[bytes, None], media_type: str, resources: ExitStack) -> None:
        super().__init__(chunks, media_type=media_type, headers={"x-accel-buffering": "no"})
        self.chunks, self.resources = chunks, resources

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.resources:
            async with aclosing(self.chunks):
                await super().__call__(scope, receive, send)

    async def stream_response(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for chunk in self.chunks:
            async with asyncio.timeout(SEND_SECONDS):
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
