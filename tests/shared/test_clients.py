"""What every client must do: one reply for every rank asked for, in any order, and end when it is closed.

To have your client tested, add a maker of it to CLIENTS.
"""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from asmeant.models.clients import embedded, openai, recorded
from asmeant.records import Form, Message, Prompt, Reply, Request, Sampling
from asmeant.seams import Client
from tests import needs
from tests.models.faulty_server import FaultyServer

ASKED = {"a": (0, 1, 2), "b": (4,), "c": (1, 3), "d": (0, 1, 2, 3, 4)}
SAMPLING = Sampling(count=5, max_tokens=4)


@contextmanager
def recorded_client(folder: Path) -> Iterator[Client]:
    path = folder / "replies.jsonl"
    lines = ({"task_id": id_, "rank": rank, "text": "x"} for id_ in ASKED for rank in range(5))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    yield recorded.connect(str(path))


@contextmanager
def chat_server(folder: Path) -> Iterator[Client]:
    with FaultyServer() as server:
        yield openai.connect(f"m@{server.url}?requests=2")


@contextmanager
def completion_server(folder: Path) -> Iterator[Client]:
    with FaultyServer(many="ignored") as server:
        yield openai.connect(f"m@{server.url}?requests=2#completions")


@contextmanager
def embedded_model(_: Path) -> Iterator[Client]:
    pytest.importorskip("xllamacpp", reason=needs.EMBEDDED)
    yield embedded.connect("?slots=2&context=512")


CLIENTS: dict[str, Callable[[Path], AbstractContextManager[Client]]] = {
    "recorded": recorded_client,
    "openai, chat": chat_server,
    "openai, completions": completion_server,
    "embedded": embedded_model,
}


@pytest.fixture(
    params=[pytest.param(name, marks=pytest.mark.embedded if name == "embedded" else ()) for name in CLIENTS]
)
def client(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Client]:
    monkeypatch.setenv("NO_PROXY", "*")
    with CLIENTS[request.param](tmp_path) as made:
        yield made


def make_requests(form: Form) -> Iterator[Request]:
    for task_id, ranks in ASKED.items():
        chat = Prompt(messages=(Message("user", f"Say {task_id}"),))
        yield Request(task_id, chat if form == "chat" else Prompt(text=f"{task_id} ="), ranks)


def test_one_reply_for_every_rank_of_every_request(client: Client) -> None:
    replies = list(client.replies(make_requests(client.form), SAMPLING))
    assert sorted((reply.task_id, reply.rank) for reply in replies) == sorted(
        (task_id, rank) for task_id, ranks in ASKED.items() for rank in ranks
    )
    assert all(isinstance(reply, Reply) for reply in replies)


def test_no_requests_no_replies(client: Client) -> None:
    assert list(client.replies(iter(()), SAMPLING)) == []


def test_requests_are_taken_lazily(client: Client) -> None:
    taken: list[str] = []

    def requests() -> Iterator[Request]:
        for request in itertools.cycle(make_requests(client.form)):
            taken.append(request.task_id)
            yield request

    replies = client.replies(requests(), SAMPLING)
    next(replies)
    replies.close()  # type: ignore[attr-defined]
    assert len(taken) <= 64


def test_an_early_close_leaves_nothing_running_and_the_client_usable(client: Client) -> None:
    before = set(threading.enumerate())
    replies = client.replies(make_requests(client.form), SAMPLING)
    next(replies)
    replies.close()  # type: ignore[attr-defined]
    left = [thread for thread in set(threading.enumerate()) - before if "asmeant" in thread.name]
    assert left == []
    assert len(list(client.replies(make_requests(client.form), SAMPLING))) == sum(map(len, ASKED.values()))


def test_its_name_says_which_model_it_is(client: Client) -> None:
    assert client.name
    assert client.form in ("chat", "completion")
