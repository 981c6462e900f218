"""Rejects bodies that are too large or too slow, before they are read into memory."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from asmeant.web.responses import RefusedError, problem


class BoundedBodies:
    """`limits` has the maximum number of bytes by path prefix; the longest prefix counts."""

    def __init__(self, app: ASGIApp, limits: Mapping[str, int], seconds: float) -> None:
        self.app = app
        self.limits = sorted(limits.items(), key=lambda item: len(item[0]), reverse=True)
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit_bytes = next(limit for start, limit in self.limits if scope["path"].startswith(start))
        length = Headers(scope=scope).get("content-length", "0")
        if not length.isascii() or not length.isdigit():
            await problem(400, "Content-Length is not a number.")(scope, receive, send)
            return
        if int(length) > limit_bytes:
            await _too_large(limit_bytes).response()(scope, receive, send)
            return
        await self.app(scope, _Counted(receive, limit_bytes, self.seconds), send)


class _Counted:
    """Counts the bytes and the seconds of one body, until it is complete."""

    def __init__(self, receive: Receive, most: int, seconds: float) -> None:
        self.receive, self.most = receive, most
        self.deadline = time.monotonic() + seconds
        self.size = 0
        self.is_whole = False

    async def __call__(self) -> Message:
        if self.is_whole:
            return await self.receive()
        try:
            async with asyncio.timeout(self.deadline - time.monotonic()):
                message = await self.receive()
        except TimeoutError:
            raise RefusedError(
                408, "The body took too long to come in. Send it again, or in smaller batches.",
                headers={"connection": "close"},
            ) from None  # fmt: skip
        self.size += len(message.get("body", b""))
        if self.size > self.most:
            raise _too_large(self.most)
        self.is_whole = message["type"] != "http.request" or not message.get("more_body", False)
        return message


def _too_large(limit: int) -> RefusedError:
    detail = f"The body is larger than {limit:,} bytes. Send it in smaller batches."
    return RefusedError(413, detail, headers={"connection": "close"})
