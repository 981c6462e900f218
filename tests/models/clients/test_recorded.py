from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from asmeant.errors import DataError, ModelError, UsageError
from asmeant.models.clients.recorded import RecordedClient, connect
from asmeant.records import Candidate, Message, Prompt, Reply, Request, Sampling, TaskPrompt, Usage, to_json


def write(path: Path, *lines: str) -> RecordedClient:
    path.write_text("".join(f"{line}\n" for line in lines))
    return connect(str(path))


def ask(client: RecordedClient, *asked: tuple[str, tuple[int, ...]]) -> list[Reply]:
    requests = (Request(task_id, Prompt(text="?"), ranks) for task_id, ranks in asked)
    return list(client.replies(requests, Sampling()))


def test_replies_are_said_again(tmp_path: Path) -> None:
    said = Reply("a", 1, "x", True, -2.5, Usage(1, 2, 0.5, 0.01))
    client = write(
        tmp_path / "r.jsonl", to_json(said).decode(), "", '{"task_id": "b", "rank": 0, "text": ""}'
    )
    assert ask(client, ("b", (0,)), ("a", (1,))) == [Reply("b", 0, ""), said]
    assert client.name == "recorded:r.jsonl"
    assert client.form == "chat"


def test_ranks_count_up_where_they_are_missing(tmp_path: Path) -> None:
    lines = [
        f'{{"task_id": "{id_}", "text": "{text}"}}' for id_, text in [("a", "1"), ("b", "2"), ("a", "3")]
    ]
    client = write(tmp_path / "r.jsonl", *lines)
    assert [reply.text for reply in ask(client, ("a", (0, 1)), ("b", (0,)))] == ["1", "3", "2"]


def test_gzip(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"task_id": "a", "text": "x"}\n'))
    assert ask(connect(str(path)), ("a", (0,))) == [Reply("a", 0, "x")]


@pytest.mark.parametrize("spec", ["", "candidates.jsonl"])
def test_a_run_can_be_replayed(spec: str, tmp_path: Path) -> None:
    candidates = [
        Candidate("a", 0, "x", reply="```x```", model="m", log_probability=-1.0, usage=Usage(3, 4)),
        Candidate("b", 0, "y", model="reference"),
        Candidate("c", 0, "", fault="empty"),
    ]
    (tmp_path / "candidates.jsonl").write_bytes(b"".join(to_json(one) + b"\n" for one in candidates))
    assert ask(connect(str(tmp_path / spec)), ("a", (0,)), ("b", (0,)), ("c", (0,))) == [
        Reply("a", 0, "```x```", log_probability=-1.0, usage=Usage(3, 4)),
        Reply("b", 0, "y", code_from="'code' of candidates.jsonl holds code"),
        Reply("c", 0, ""),
    ]


@pytest.mark.parametrize(("text", "form"), [("", "chat"), ("def f():", "completion")])
def test_the_replies_of_a_run_answer_to_its_prompts(text: str, form: str, tmp_path: Path) -> None:
    (tmp_path / "candidates.jsonl").write_bytes(to_json(Candidate("a", 0, "x", reply="x")) + b"\n")
    assert connect(str(tmp_path)).form == "chat"
    messages = () if text else (Message("user", "hi"),)
    (tmp_path / "prompts.jsonl").write_bytes(to_json(TaskPrompt("a", messages, text)) + b"\n")
    assert connect(str(tmp_path)).form == form


def test_what_is_missing_is_told_after_what_is_there(tmp_path: Path) -> None:
    client = write(tmp_path / "r.jsonl", '{"task_id": "b", "text": "x"}')
    requests = [Request(id_, Prompt(text="?"), (0, 1)) for id_ in ("a", "b")]
    got: list[Reply] = []
    with pytest.raises(ModelError) as caught:
        got.extend(client.replies(iter(requests), Sampling()))
    assert got == [Reply("b", 0, "x")]
    assert "lacks 3 of the 4 replies asked for, first rank 0 of the task 'a'" in str(caught.value)


def test_a_torn_last_line_counts_as_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"task_id": "a", "text": "x"}\n{"task_id": "b", "te')
    assert ask(connect(str(path)), ("a", (0,))) == [Reply("a", 0, "x")]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2 is not JSON"),
        ("[]", "line 2: it is a list, where an object with 'task_id' or"),
        ('{"text": "x"}', "line 2: it is an object with the keys 'text', where"),
        (
            '{"task_id": "a", "said": "x"}',
            r"the keys 'task_id', 'said', and none .* recorded:FILE\?field=KEY",
        ),
        ('{"task_id": "a", "text": 3}', "its field 'text' holds the value 3"),
        ('{"task_id": "a", "rank": "0", "text": "x"}', r"Expected `int \| null`"),
        ('{"task_id": "z", "rank": 0, "text": "x"}', "rank 0 of the task 'z' is there twice"),
    ],
)
def test_bad_lines_are_named(line: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        write(tmp_path / "r.jsonl", '{"task_id": "z", "text": "x"}', line)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="recorded:FILE"):
        connect("")
    with pytest.raises(DataError, match="no file of replies at"):
        connect(str(tmp_path / "nowhere.jsonl"))
    torn = tmp_path / "torn.jsonl.gz"
    torn.write_bytes(gzip.compress(b'{"task_id": "a", "text": "x"}\n' * 99)[:-12])
    with pytest.raises(DataError, match="cannot be read"):
        connect(str(torn))
