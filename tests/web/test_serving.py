"""Real servers: killed in the middle, and ended gently."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import pytest

from asmeant import Judge
from asmeant.client import AsyncClient, Batch, Client, Submission
from asmeant.errors import UsageError
from asmeant.testing import make_task
from asmeant.web.serving import run_server
from asmeant.web.settings import Settings
from tests.web.servers import Server, running_server, start_server

SLOW = "(__import__('time').sleep(0.05), x + x)[1]"


def slow_batch(count: int) -> Batch:
    return Batch(tuple(Submission("double", SLOW) for _ in range(count)), (make_task(),))


def test_killed_in_the_middle_each_verdict_comes_once(tmp_path: Path) -> None:
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


def test_many_clients_lose_nothing(tmp_path: Path) -> None:
    """A small version of benchmarks/api_load.py; candidates without code need no sandbox."""

    async def post(client: AsyncClient, number: int) -> list[int]:
        batch = Batch((Submission("double", ""), Submission("double", "")), (make_task(),))
        return [decided.rank async for decided in client.verdicts(batch)]

    async def all_at_once(address: str) -> list[list[int]]:
        async with AsyncClient(address) as client:
            return await asyncio.gather(*(post(client, number) for number in range(100)))

    with running_server(tmp_path, "--workers", "2") as server:
        ranks = asyncio.run(all_at_once(server.address))
        assert [sorted(some) for some in ranks] == [[0, 1]] * 100
        with Judge(server.address) as court:
            assert [verdict.status for verdict in court.decide([(make_task(), "x + x")])] == ["passed"]


def test_a_port_that_is_taken() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(UsageError, match="another with --port"),
    ):
        run_server(Settings(port=taken.getsockname()[1]), print)
