"""The client, for programs that wait (Client) and for asyncio (AsyncClient)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TypeVar
from urllib.parse import quote, urlsplit

import httpx
import msgspec

from asmeant.client.exchange import Exchange, problem_detail
from asmeant.client.trees import packed
from asmeant.client.wire import AttemptPage, Batch, Decided, Health, RunPage, RunView, ServerView, Uploaded
from asmeant.errors import ServerError, UsageError
from asmeant.records import from_json

R = TypeVar("R")
VERDICTS = "/api/v1/verdicts"
# A verdict may be long in coming: programs may take their time, and others may be waiting.
TIMEOUT = httpx.Timeout(30.0, read=600.0, pool=None)
MOST_CONNECTIONS = httpx.Limits(max_connections=None, max_keepalive_connections=100)


def checked_address(address: str) -> str:
    try:
        url = urlsplit(address)
        well_formed = url.scheme in ("http", "https") and url.hostname and url.port != 0
    except ValueError:
        well_formed = False
    if not well_formed:
        raise UsageError(f"'{address}' is not the address of a server. One looks like http://127.0.0.1:8000.")
    return address.rstrip("/")


def _headers(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


class Client:
    """`patience_seconds` is how long to go on where the server is away or busy. For any number of threads."""

    def __init__(self, address: str, token: str = "", *, patience_seconds: float = 120.0) -> None:
        self.address = checked_address(address)
        self.patience_seconds = patience_seconds
        self._http = httpx.Client(
            base_url=self.address, headers=_headers(token), timeout=TIMEOUT, limits=MOST_CONNECTIONS
        )

    def verdicts(self, batch: Batch, key: str = "") -> Iterator[Decided]:
        """Each verdict once, as it is decided. With the same `key`, a batch of before is gone on with."""
        exchange = _exchange(batch, key, self.patience_seconds)
        while not exchange.is_over:
            try:
                with self._http.stream(
                    "POST", VERDICTS, content=exchange.body(), headers=exchange.headers()
                ) as response:
                    if response.status_code != 200:
                        retry_after = response.headers.get("retry-after")
                        time.sleep(exchange.refused(response.status_code, response.read(), retry_after))
                        continue
                    for line in response.iter_lines():
                        yield from exchange.new_events(line)
                if not exchange.is_over:
                    time.sleep(exchange.pause("it handed back what was left"))
            except httpx.TransportError as error:
                time.sleep(exchange.pause(_words(error)))

    def server(self) -> ServerView:
        return self._get("/api/v1/server", ServerView)

    def health(self) -> Health:
        return self._get("/api/v1/health", Health)

    def runs(self, offset: int = 0, limit: int = 50) -> RunPage:
        return self._get(f"/api/v1/runs?offset={offset}&limit={limit}", RunPage)

    def run(self, name: str) -> RunView:
        return self._get(f"/api/v1/runs/{quote(name, safe='')}", RunView)

    def attempts(self, name: str, offset: int = 0, limit: int = 50, status: str = "") -> AttemptPage:
        """Candidates of a run, with their verdicts and observations."""
        query = f"offset={offset}&limit={limit}" + (f"&status={quote(status)}" if status else "")
        return self._get(f"/api/v1/runs/{quote(name, safe='')}/attempts?{query}", AttemptPage)

    def upload_tree(self, path: Path) -> Uploaded:
        """Sends a starting tree: a folder, a tar or zip archive, or a listing."""
        content = packed(path)
        response = self._answered(lambda: self._http.post("/api/v1/trees", content=content))
        return _decoded(response, Uploaded)

    def _get(self, path: str, kind: type[R]) -> R:
        return _decoded(self._answered(lambda: self._http.get(path)), kind)

    def _answered(self, send: Callable[[], httpx.Response]) -> httpx.Response:
        try:
            return send()
        except httpx.TransportError as error:
            raise ServerError(
                f"{self.address} does not answer: {_words(error)}. Is the server running?"
            ) from error

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient:
    """The same for asyncio. It belongs to the event loop in which it is first used."""

    def __init__(self, address: str, token: str = "", *, patience_seconds: float = 120.0) -> None:
        self.address = checked_address(address)
        self.patience_seconds = patience_seconds
        self._http = httpx.AsyncClient(
            base_url=self.address, headers=_headers(token), timeout=TIMEOUT, limits=MOST_CONNECTIONS
        )

    async def verdicts(self, batch: Batch, key: str = "") -> AsyncIterator[Decided]:
        """Each verdict once, as it is decided. With the same `key`, a batch of before is gone on with."""
        exchange = _exchange(batch, key, self.patience_seconds)
        while not exchange.is_over:
            try:
                async with self._http.stream(
                    "POST", VERDICTS, content=exchange.body(), headers=exchange.headers()
                ) as response:
                    if response.status_code != 200:
                        retry_after = response.headers.get("retry-after")
                        body = await response.aread()
                        await asyncio.sleep(exchange.refused(response.status_code, body, retry_after))
                        continue
                    async for line in response.aiter_lines():
                        for decided in exchange.new_events(line):
                            yield decided
                if not exchange.is_over:
                    await asyncio.sleep(exchange.pause("it handed back what was left"))
            except httpx.TransportError as error:
                await asyncio.sleep(exchange.pause(_words(error)))

    async def server(self) -> ServerView:
        return await self._get("/api/v1/server", ServerView)

    async def health(self) -> Health:
        return await self._get("/api/v1/health", Health)

    async def runs(self, offset: int = 0, limit: int = 50) -> RunPage:
        return await self._get(f"/api/v1/runs?offset={offset}&limit={limit}", RunPage)

    async def run(self, name: str) -> RunView:
        return await self._get(f"/api/v1/runs/{quote(name, safe='')}", RunView)

    async def _get(self, path: str, kind: type[R]) -> R:
        try:
            return _decoded(await self._http.get(path), kind)
        except httpx.TransportError as error:
            raise ServerError(
                f"{self.address} does not answer: {_words(error)}. Is the server running?"
            ) from error

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


def _exchange(batch: Batch, key: str, patience_seconds: float) -> Exchange:
    if key:
        return Exchange(batch, key, patience_seconds=patience_seconds)
    return Exchange(batch, patience_seconds=patience_seconds)


def _decoded(response: httpx.Response, kind: type[R]) -> R:
    if response.status_code != 200:
        detail = problem_detail(response.content) or f"it answered with status {response.status_code}"
        raise ServerError(f"The server refused the request: {detail}")
    try:
        return from_json(kind, response.content)
    except msgspec.DecodeError as error:
        raise ServerError(
            f"What answers at {response.request.url} is not asmeant serve, or another version of it: {error}."
        ) from error


def _words(error: httpx.TransportError) -> str:
    return str(error) or type(error).__name__
