"""Real servers: killed in the middle, and ended gently."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import NamedTuple

import pytest
import uvicorn

from asmeant.client import AsyncClient, Batch, Client, Submission
from asmeant.errors import UsageError
from asmeant.pipeline import LocalCourt
from asmeant.testing import FakeSandbox, make_task
from asmeant.web import serving
from asmeant.web.api.desk import Desk
from asmeant.web.app import create_app
from asmeant.web.serving import run_server
from asmeant.web.settings import Quotas, Settings
from tests.web.servers import Server, start_server

SLOW = "(__import__('time').sleep(0.05), x + x)[1]"


def slow_batch(count: int) -> Batch:
    return Batch(tuple(Submission("double", SLOW) for _ in range(count)), (make_task(),))


def test_killed_in_the_middle_loaded_and_ended_each_verdict_comes_once(tmp_path: Path) -> None:
    first = start_server(tmp_path, "--workers", "2")
    ranks: list[int] = []

    def collect() -> None:
        with Client(first.address) as client:
            for decided in client.verdicts(slow_batch(30), key="the same"):
                ranks.append(decided.rank)

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(collect)
        until(lambda: len(ranks) >= 5)
        first.end(signal.SIGKILL)
        assert len(ranks) < 30
        second = start_server(tmp_path, "--workers", "2", port=first.port)
        try:
            waiting.result(60)
            assert sorted(ranks) == list(range(30)), "each once"
            (file,) = (tmp_path / ".asmeant-serve" / "batches").glob("*/*.jsonl")
            assert len(file.read_bytes().splitlines()) == 31, "and each was decided and kept once"
            many_clients_lose_nothing(second)
            ends_gently(second)
        finally:
            second.process.kill()


def ends_gently(server: Server) -> None:
    """What is under way when it is told to end is finished, and it ends without an error."""
    with ThreadPoolExecutor(1) as pool, Client(server.address, patience_seconds=0) as client:
        verdicts = client.verdicts(slow_batch(12))
        next(verdicts)
        ending = pool.submit(server.end)
        assert len(list(verdicts)) == 11
        assert ending.result(30) == 0


def until(condition: Callable[[], bool]) -> None:
    end = monotonic() + 60
    while not condition():
        assert monotonic() < end
        sleep(0.01)


def many_clients_lose_nothing(server: Server) -> None:
    """A small version of benchmarks/api_load.py; candidates without code need no sandbox."""

    async def post(client: AsyncClient) -> list[int]:
        batch = Batch((Submission("double", ""), Submission("double", "")), (make_task(),))
        return [decided.rank async for decided in client.verdicts(batch)]

    async def all_at_once() -> list[list[int]]:
        async with AsyncClient(server.address) as client:
            return await asyncio.gather(*(post(client) for _ in range(100)))

    assert [sorted(some) for some in asyncio.run(all_at_once())] == [[0, 1]] * 100


def test_a_port_that_is_taken() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(UsageError, match="another with --port"),
    ):
        run_server(Settings(port=taken.getsockname()[1]), print)


def raw(address: str, *chunks: bytes) -> bytes:
    """What a server answers to bytes as they are, until it closes the connection."""
    host, _, port = address.removeprefix("http://").partition(":")
    answer = b""
    with socket.create_connection((host, int(port)), 10) as connection, suppress(ConnectionError):
        for chunk in chunks:
            connection.sendall(chunk)
        while block := connection.recv(65536):
            answer += block
    return answer


class Hosted(NamedTuple):
    address: str
    desk: Desk


def slow_court() -> LocalCourt:
    def passes(source: str) -> bool:
        sleep(0.02)
        return True

    return LocalCourt(workers=2, sandbox=FakeSandbox(passes))


@pytest.fixture
def impatient_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosted]:
    """A real server on a thread of this process, which waits for headers only for a moment."""
    monkeypatch.setattr(serving._Connection, "headers_seconds", 0.2)
    app = create_app(Settings(folder=tmp_path, quotas=Quotas(body_seconds=0.3)), slow_court)
    config = uvicorn.Config(app, port=0, log_level="critical", http=serving._Connection)
    server = uvicorn.Server(config)
    thread = Thread(target=server.run)
    thread.start()
    until(lambda: server.started)
    yield Hosted(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", app.state.desk)
    server.should_exit = True
    thread.join()


def test_who_hangs_up_is_not_worked_for(impatient_server: Hosted) -> None:
    desk = impatient_server.desk
    with Client(impatient_server.address) as client:
        verdicts = client.verdicts(slow_batch(1000))
        next(verdicts)
        assert desk.waiting == 1000
        verdicts.close()  # type: ignore[attr-defined]
        until(lambda: desk.waiting == 0)
    assert desk.waiting_bytes == 0


def test_hostile_connections(impatient_server: Hosted) -> None:
    address = impatient_server.address
    head = b"POST /api/v1/verdicts HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
    end = b"connection: close\r\n\r\n"
    assert raw(address) == b"", "who sends nothing is not waited for"
    assert raw(address, b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ") == b"", "nor who never comes to an end"
    assert b" 408 " in raw(address, head + b"content-length: 9\r\n" + end, b"{")
    assert b" 413 " in raw(address, head + b"content-length: 99999999999\r\n" + end)
    both = b"content-length: 2\r\ntransfer-encoding: chunked\r\n"
    smuggled = raw(address, head + both + end, b"0\r\n\r\nGET /api/v1/server HTTP/1.1\r\n\r\n")
    assert smuggled.count(b"HTTP/1.1") == 1
    long = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: " + b"a" * 1_000_000 + b"\r\n"
    assert b" 404 " not in raw(address, long + end), "cut off"
    assert b" 403 " in raw(address, b"GET / HTTP/1.1\r\nhost: evil.example\r\n" + end)
    assert b" 400 " in raw(address, b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n" + end)
