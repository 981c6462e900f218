"""How the tests ask a faulty server, and what they expect to hear."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Iterator

import pytest

from asmeant.models.clients.address import read_address
from asmeant.models.clients.openai import OpenAIClient
from asmeant.records import Message, Prompt, Reply, Request, Sampling
from tests.models.faulty_server import FaultyServer

KEY = "sk-secret-secret-secret"
SAMPLING = Sampling()


class Sleeper:
    """Writes down how long it was told to sleep, and does not: only its clock goes on."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.now = 0.0

    async def __call__(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    def clock(self) -> float:
        return self.now


def set_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ASMEANT_API_KEY", KEY)


def make_client(server: FaultyServer, sleeper: Sleeper, words: str = "", model: str = "m") -> OpenAIClient:
    address = read_address(f"{model}@{server.url}{words}")
    return OpenAIClient(address, random.Random(0), sleeper, sleeper.clock)


def ask(*ids: str, ranks: tuple[int, ...] = (0,)) -> Iterator[Request]:
    return (Request(id_, Prompt(messages=(Message("user", id_),)), ranks) for id_ in ids)


def gather(client: OpenAIClient, requests: Iterable[Request]) -> set[tuple[str, int, str]]:
    replies = list(client.replies(requests, SAMPLING))
    found = {(reply.task_id, reply.rank, reply.text) for reply in replies}
    assert len(found) == len(replies)
    return found


def expect(*ids: str, ranks: tuple[int, ...] = (0,)) -> set[tuple[str, int, str]]:
    return {(id_, rank, f"answer to {id_}") for id_ in ids for rank in ranks}


def ask_lazily(ids: Iterable[str]) -> Iterator[Request]:
    for id_ in ids:
        yield from ask(id_)


def close(replies: Iterator[Reply]) -> None:
    replies.close()  # type: ignore[attr-defined]
