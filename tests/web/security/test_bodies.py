"""Bodies that are too large or too slow are refused early."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from asmeant.web.responses import RefusedError
from asmeant.web.security.bodies import BoundedBodies
from asmeant.web.settings import Quotas
from tests.web.apps import batch, open_client, post


def test_a_body_that_says_it_is_too_large_is_never_read(tmp_path: Path) -> None:
    client = open_client(tmp_path, quotas=Quotas(batch_bytes=1000))
    refused = post(client, b" " * 1001)
    assert refused.status_code == 413
    assert refused.json()["detail"] == "The body is larger than 1,000 bytes. Send it in smaller batches."
    assert post(client, batch("x + x")).status_code == 200


def test_a_body_that_does_not_say_how_large_it_is_is_counted(tmp_path: Path) -> None:
    def chunks() -> Iterator[bytes]:
        yield from [b" " * 400] * 10

    client = open_client(tmp_path, quotas=Quotas(batch_bytes=1000))
    headers = {"content-type": "application/json"}
    assert client.post("/api/v1/verdicts", content=chunks(), headers=headers).status_code == 413


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "٣"])
def test_a_length_that_is_no_number(tmp_path: Path, length: str) -> None:
    client = open_client(tmp_path)
    headers = {b"content-length": length.encode(), b"content-type": b"application/json"}
    assert client.post("/api/v1/verdicts", content=b"{}", headers=headers).status_code == 400


def test_forms_are_small(tmp_path: Path) -> None:
    client = open_client(tmp_path, token="secret", quotas=Quotas(form_bytes=500))
    assert client.post("/login", data={"password": "x" * 600}).status_code == 413


def test_a_slow_body_is_given_up() -> None:
    async def read_all(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass

    async def slow() -> AsyncIterator[Message]:
        while True:
            yield {"type": "http.request", "body": b"x", "more_body": True}
            await asyncio.sleep(0.02)

    messages = slow()

    async def receive() -> Message:
        return await anext(messages)

    async def send(message: Message) -> None:
        raise AssertionError(message)

    scope: dict[str, Any] = {"type": "http", "path": "/", "headers": []}
    guarded = BoundedBodies(read_all, {"": 10_000}, 0.1)
    with pytest.raises(RefusedError, match="took too long") as caught:
        asyncio.run(guarded(scope, receive, send))
    assert caught.value.status == 408
