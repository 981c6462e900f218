"""Batches in, verdicts out: in three formats, with keys, within bounds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from asmeant.client import Batch, Submission, TighterLimits
from asmeant.client.wire import read_event
from asmeant.records import Check
from asmeant.testing import make_task
from asmeant.web.security.callers import LOCAL
from asmeant.web.settings import Quotas
from tests.web.apps import batch, events, open_client, post, token_file

CODES = ("x + x", "x", "x + x + 0")


def test_verdicts_as_lines(tmp_path: Path) -> None:
    response = post(open_client(tmp_path), batch(*CODES))
    assert response.headers["content-type"] == "application/x-ndjson"
    *decided, ended = events(response.text)
    statuses = {event["verdict"]["rank"]: event["verdict"]["status"] for event in decided}
    assert statuses == {0: "passed", 1: "failed", 2: "passed"}
    assert ended == {"event": "ended", "decided": 3, "left": [], "reason": ""}
    assert "observations" not in decided[0]


def test_verdicts_as_server_sent_events(tmp_path: Path) -> None:
    hostile = "x\n\nevent: decided\ndata: {}\n\n<script>"
    response = post(open_client(tmp_path), batch(hostile, details=True), accept="text/event-stream")
    assert response.headers["content-type"].startswith("text/event-stream")
    blocks = response.text.split("\n\n")
    assert [block.partition("\n")[0] for block in blocks] == ["event: decided", "event: ended", ""]
    _, data = blocks[0].split("\n")
    event = msgspec.json.decode(data.removeprefix("data: "))
    assert event["candidate"]["code"] == hostile


def test_verdicts_at_once_with_details(tmp_path: Path) -> None:
    response = post(open_client(tmp_path), batch(*CODES, details=True), accept="application/json")
    whole = response.json()
    assert len(whole["decided"]) == 3
    assert whole["decided"][0]["observations"][0]["check"] == "all"
    assert whole["ended"]["decided"] == 3
    many = batch(*["x"] * 101, details=True)
    assert post(open_client(tmp_path), many, accept="application/json").status_code == 406


@pytest.mark.parametrize("accept", ["text/html", "image/png"])
def test_other_formats(tmp_path: Path, accept: str) -> None:
    assert post(open_client(tmp_path), batch("x"), accept=accept).status_code == 406


def test_replies_are_searched_for_code(tmp_path: Path) -> None:
    reply = "Sure:\n```python\ndef double(x):\n    return x + x\n```"
    response = post(open_client(tmp_path), batch(reply, extract=True, details=True))
    event = events(response.text)[0]
    assert event["verdict"]["status"] == "passed"
    assert "Sure" not in event["candidate"]["code"]


BODIES = [
    (b"{", 400, ""),
    (b"\xff\xfe", 400, ""),
    (b"[" * 100_000, 422, "$"),
    (b"null", 422, "$"),
    (b"{}", 422, "$"),
    (b'{"candidates": []}', 422, "$.candidates"),
    (b'{"candidates": [{"task_id": "a", "code": 3}]}', 422, "$.candidates[0].code"),
    (b'{"candidates": [{"task_id": "a", "code": "", "x": 1}]}', 422, "$.candidates[0]"),
    (b'{"candidates": [{"task_id": "a", "code": ""}]}', 404, "$.candidates[0].task_id"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "tasks": [{"id": "a", "intent": ""}, {"id": "a", "intent": "b"}]}', 409, "$.tasks[1].id"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "tasks": [{"id": "a", "intent": "", "scaffold": {"tree": "/etc"}}]}', 404, "$.tasks[0].scaffold.tree"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "tasks": [{"id": "a", "intent": "", "scaffold": {"tree": "upload:../../x"}}]}', 404, "$.tasks[0].scaffold.tree"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "tasks": [{"id": "a", "intent": "", "checks": [{"trees": ["/root"]}]}]}', 404, "$.tasks[0].checks[0].trees[0]"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "dataset": "tasks:/etc/passwd"}', 404, "$.dataset"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "dataset": "odx"}', 404, "$.dataset"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "dataset": "sample"}', 404, "$.candidates[0].task_id"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "limits": {"seconds": 0}}', 422, "$.limits.seconds"),
    (b'{"candidates": [{"task_id": "a", "code": ""}], "limits": {"network": true}}', 422, "$.limits"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "status", "path"), BODIES, ids=range(len(BODIES)))
def test_a_wrong_body_is_told_where_it_is_wrong(tmp_path: Path, body: bytes, status: int, path: str) -> None:
    refused = post(open_client(tmp_path), body)
    problem = refused.json()
    assert refused.headers["content-type"] == "application/problem+json"
    assert (refused.status_code, problem.get("path", "")) == (status, path)
    assert problem["detail"]


def test_tasks_are_bounded(tmp_path: Path) -> None:
    client = open_client(tmp_path, quotas=Quotas(checks_of_a_task=2, probe_characters_of_a_task=100))
    for checks in ((Check(),) * 3, (Check(probes=("x" * 60, "y" * 60)),)):
        body = msgspec.json.encode(Batch((Submission("double", "x"),), (make_task(checks=checks),)))
        refused = post(client, body)
        assert (refused.status_code, refused.json()["path"]) == (422, "$.tasks[0].checks")


def test_a_body_must_be_json_as_it_is(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    for headers in (
        {"content-type": "text/plain"},
        {"content-type": "application/json", "content-encoding": "gzip"},
    ):
        assert client.post("/api/v1/verdicts", content=batch("x"), headers=headers).status_code == 415


def test_at_most_ten_thousand_candidates(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    whole = post(client, batch(*["x + x"] * 10_000))
    assert sorted(event["verdict"]["rank"] for event in events(whole.text)[:-1]) == list(range(10_000))
    refused = post(client, batch(*["x"] * 10_001))
    assert refused.json()["detail"] == "Expected `array` of length <= 10000."


def test_a_batch_with_a_key_is_decided_once(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    first = post(client, batch(*CODES), idempotency_key="k")
    sandbox = client.app.state.desk.court()._observers._sandbox  # type: ignore[attr-defined]
    runs = len(sandbox.programs)
    assert runs in (2, 3), "two of the three are the same program"
    again = post(client, batch(*CODES), idempotency_key="k", accept="application/json")
    assert len(sandbox.programs) == runs, "nothing ran again"
    assert again.json()["decided"] == events(first.text)[:-1]
    other = post(client, batch("x"), idempotency_key="k")
    assert other.status_code == 409
    assert "used for another batch" in other.json()["detail"]
    assert post(client, batch("x"), idempotency_key="k" * 256).status_code == 400


def test_what_a_killed_server_left_is_gone_on_with(tmp_path: Path) -> None:
    """Two of three verdicts were kept, and the next one was cut off in the middle of its line."""
    post(open_client(tmp_path), batch(*CODES), idempotency_key="k")
    (kept,) = (tmp_path / ".asmeant-serve" / "batches").glob("*/*.jsonl")
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    client = open_client(tmp_path)
    again = post(client, batch(*CODES), idempotency_key="k")
    ranks = [event["verdict"]["rank"] for event in events(again.text)[:-1]]
    assert sorted(ranks) == [0, 1, 2]
    assert len(client.app.state.desk.court()._observers._sandbox.programs) == 1  # type: ignore[attr-defined]
    assert len(kept.read_bytes().splitlines()) == 4


def test_a_batch_that_is_under_way_is_not_begun_twice(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    with client.app.state.kept_batches.open(LOCAL, "k", "digest"):  # type: ignore[attr-defined]
        refused = post(client, batch("x"), idempotency_key="k")
    assert (refused.status_code, refused.headers["retry-after"]) == (409, "1")


def test_keys_belong_to_their_caller(tmp_path: Path) -> None:
    path, runner, _ = token_file(tmp_path)
    client = open_client(tmp_path, users=path, token="another")
    post(client, batch("x"), idempotency_key="k", authorization=f"Bearer {runner}")
    assert (
        post(client, batch("x + x"), idempotency_key="k", authorization="Bearer another").status_code == 200
    )


def test_a_full_queue_says_when_to_come_back(tmp_path: Path) -> None:
    small = Quotas(caller_candidates=2, waiting_candidates=2)
    refused = post(open_client(tmp_path, quotas=small), batch(*CODES))
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) >= 1
    assert "Try again in" in refused.json()["detail"]
    no_room = open_client(tmp_path, quotas=Quotas(waiting_bytes=10))
    assert post(no_room, batch("x")).status_code == 429
    busy = open_client(tmp_path, quotas=Quotas(caller_batches=0))
    assert "batches under way" in post(busy, batch("x")).json()["detail"]


def test_places_are_given_back(tmp_path: Path) -> None:
    client = open_client(tmp_path, quotas=Quotas(caller_candidates=3, waiting_candidates=3))
    for body in (batch(*CODES), b"{", batch(*CODES), batch(*CODES, *CODES), batch(*CODES)):
        post(client, body)
    desk = client.app.state.desk  # type: ignore[attr-defined]
    assert (desk.waiting, desk.waiting_bytes, dict(desk._batches)) == (0, 0, {})


def test_a_server_that_closes_takes_nothing_new(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    client.app.state.desk.begin_closing()  # type: ignore[attr-defined]
    refused = post(client, batch("x"))
    assert refused.status_code == 503
    assert refused.headers["retry-after"] == "5"
    assert client.get("/api/v1/health").json()["status"] == "closing"


def test_what_is_left_is_handed_back(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    desk = client.app.state.desk  # type: ignore[attr-defined]
    asyncio.run(_close(desk))
    *_, ended = events(post(client, batch(*CODES)).text)
    assert ended["left"] == [0, 1, 2]
    assert "same idempotency key" in ended["reason"]


async def _close(desk: object) -> None:
    desk._closing.set()  # type: ignore[attr-defined]


def test_limits_are_at_most_those_of_the_server(tmp_path: Path) -> None:
    from asmeant.records import Limits
    from asmeant.web.api.reading import limits_of
    from asmeant.web.settings import Settings

    settings = Settings(limits=Limits(seconds=5))
    wanted = Batch((Submission("a", ""),), limits=TighterLimits(seconds=3, memory_mb=99999))
    assert limits_of(wanted, settings) == Limits(seconds=3)
    assert limits_of(Batch((Submission("a", ""),)), settings) == Limits(seconds=5)


@pytest.mark.parametrize(
    "text", ["\0", "\u202e", "</script><script>alert(1)</script>", "\r\nx: y", "x" * 100_000, "😀", "{{7*7}}"]
)
def test_hostile_strings_come_back_as_they_were(tmp_path: Path, text: str) -> None:
    task = make_task(text[:100])
    body = msgspec.json.encode(Batch((Submission(task.id, text),), (task,), details=True))
    response = post(open_client(tmp_path), body, idempotency_key="k")
    assert response.status_code == 200
    event = read_event(response.text.splitlines()[0])
    assert event.candidate.code == text  # type: ignore[union-attr]
    assert event.verdict.task_id == task.id  # type: ignore[union-attr]


def test_half_characters_are_no_json(tmp_path: Path) -> None:
    body = b'{"candidates": [{"task_id": "double", "code": "\\ud800"}]}'
    assert post(open_client(tmp_path), body).status_code in (400, 422, 404)


def test_a_judge_that_is_closed_is_a_fault(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    client.app.state.desk.court().close()  # type: ignore[attr-defined]
    *faults, ended = events(post(client, batch(*CODES)).text)
    assert [fault["event"] for fault in faults] == ["fault"] * 3
    assert ended["decided"] == 0
