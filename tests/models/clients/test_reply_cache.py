"""Replies that are kept: nothing is paid twice, and no two samples share a reply."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.errors import UsageError
from asmeant.models.clients.address import read_address
from asmeant.models.clients.reply_cache import ReplyCache
from asmeant.records import Message, Prompt, Reply, Request, Usage
from tests.models.asking import SAMPLING, Sleeper, ask, expect, gather, make_client, set_environment
from tests.models.faulty_server import FaultyServer

HERE = read_address("m@http://here/v1").identity
CALL = Request("t", Prompt(messages=(Message("user", "hello"),)), (0, 1))
REPLIES = (
    Reply("t", 0, "first", usage=Usage(5, 1, 0.5, 0.01), sent={"seed": 1}),
    Reply("t", 1, "second", usage=Usage(0, 1)),
)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)


def texts(replies: list[Reply]) -> list[str]:
    return [reply.text for reply in replies]


def test_each_sample_has_its_own_reply_and_costs_nothing_again(tmp_path: Path) -> None:
    ReplyCache(tmp_path).keep(HERE, CALL, SAMPLING, REPLIES)
    first, second = ReplyCache(tmp_path).find([HERE], CALL, SAMPLING)
    assert (first.text, second.text) == ("first", "second")
    assert first.usage == Usage(5, 1, 0.0, 0.0, cached=True)
    assert first.sent == {"seed": 1}


OTHERS = {
    "another prompt": (HERE, replace(CALL, prompt=Prompt(text="hello")), SAMPLING),
    "another task": (HERE, replace(CALL, task_id="u"), SAMPLING),
    "other samples": (HERE, replace(CALL, ranks=(2, 3)), SAMPLING),
    "another seed": (HERE, CALL, replace(SAMPLING, seed=1)),
    "another temperature": (HERE, CALL, replace(SAMPLING, temperature=0.1)),
    "fewer tokens": (HERE, CALL, replace(SAMPLING, max_tokens=7)),
    "another stop": (HERE, CALL, replace(SAMPLING, stop=("x",))),
    "another model": (read_address("n@http://here/v1").identity, CALL, SAMPLING),
    "another server": (read_address("m@http://there/v1").identity, CALL, SAMPLING),
    "another effort": (read_address("m@http://here/v1?effort=low").identity, CALL, SAMPLING),
    "a dropped field": (read_address("m@http://here/v1?drop=temperature").identity, CALL, SAMPLING),
    "another header": (read_address("m@http://here/v1?header.X-A=1").identity, CALL, SAMPLING),
}


@pytest.mark.parametrize("other", OTHERS)
def test_what_may_change_a_reply_is_asked_for(other: str, tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    cache.keep(HERE, CALL, SAMPLING, REPLIES)
    identity, call, sampling = OTHERS[other]
    assert cache.find([identity], call, sampling) == []


SAME = {
    "more samples": (HERE, replace(SAMPLING, count=50)),
    "at another pace": (read_address("m@http://here/v1?requests=3&timeout=9&price=1/2").identity, SAMPLING),
}


@pytest.mark.parametrize("same", SAME)
def test_what_cannot_change_a_reply_does_not_matter(same: str, tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    cache.keep(HERE, CALL, SAMPLING, REPLIES)
    identity, sampling = SAME[same]
    assert texts(cache.find([b"elsewhere", identity], CALL, sampling)) == ["first", "second"]


def test_a_torn_or_foreign_file_is_no_reply(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    cache.keep(HERE, CALL, SAMPLING, REPLIES)
    for path in tmp_path.glob("*/*.json"):
        path.write_bytes(path.read_bytes()[:-4])
    assert cache.find([HERE], CALL, SAMPLING) == []
    cache.keep(HERE, CALL, SAMPLING, REPLIES)
    one, other = tmp_path.glob("*/*.json")
    one.write_bytes(other.read_bytes())
    (reply,) = cache.find([HERE], CALL, SAMPLING)
    assert reply.text == ("first", "second")[reply.rank]


def test_the_least_recently_used_are_deleted(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path, most_mb=0.005)
    for number in range(40):
        call = replace(CALL, task_id=f"t{number}", ranks=(0,))
        cache.keep(HERE, call, SAMPLING, [Reply(call.task_id, 0, "x" * 100)])
        cache.trim()
        for position, path in enumerate(sorted(tmp_path.glob("*/*.json"), key=os.path.getmtime)):
            os.utime(path, (position, position))
        cache.find([HERE], replace(CALL, task_id="t0", ranks=(0,)), SAMPLING)
    assert sum(path.stat().st_size for path in tmp_path.glob("*/*.json")) <= 5000
    assert cache.find([HERE], replace(CALL, task_id="t0", ranks=(0,)), SAMPLING)
    assert not cache.find([HERE], replace(CALL, task_id="t1", ranks=(0,)), SAMPLING)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"The reply cache .* cannot be made"):
        ReplyCache(tmp_path / "file" / "cache")


def test_the_same_questions_are_asked_once_and_new_samples_are(tmp_path: Path) -> None:
    ids = ("a", "b", "c")
    with FaultyServer() as server:
        for ranks, calls in (((0, 1), 3), ((0, 1), 3), ((0, 1, 2), 6)):
            client = make_client(server, Sleeper())
            client.set_cache(ReplyCache(tmp_path))
            assert gather(client, ask(*ids, ranks=ranks)) == expect(*ids, ranks=ranks)
            assert len(server.calls) == calls
    assert [call.body.get("n", 1) for call in server.calls] == [2, 2, 2, 1, 1, 1]


def test_a_reply_that_has_arrived_is_kept_before_anybody_reads_it(tmp_path: Path) -> None:
    ids = [f"t{number}" for number in range(8)]
    with FaultyServer() as server:
        client = make_client(server, Sleeper())
        client.set_cache(ReplyCache(tmp_path))
        unread = client.replies(ask(*ids), SAMPLING)
        next(unread)
        deadline = time.monotonic() + 10
        while len(list(tmp_path.glob("*/*.json"))) < 8 and time.monotonic() < deadline:
            time.sleep(0.01)
        unread.close()  # type: ignore[attr-defined]
        again = make_client(server, Sleeper())
        again.set_cache(ReplyCache(tmp_path))
        assert gather(again, ask(*ids)) == expect(*ids)
        assert len(server.calls) == 8


def test_a_pool_uses_what_one_of_its_servers_answered_before(tmp_path: Path) -> None:
    with FaultyServer() as one, FaultyServer() as two:
        for words in ("", f",{two.url}"):
            client = make_client(one, Sleeper(), words)
            client.set_cache(ReplyCache(tmp_path))
            assert gather(client, ask("a", "b")) == expect("a", "b")
    assert len(one.calls) == 2
    assert not two.calls
