"""prompt: what would be sent, and that it is what is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.models.asking import set_environment
from tests.models.faulty_server import FaultyServer

from asmeant.cli import asmeant
from asmeant.errors import UsageError
from asmeant.records import TaskPrompt
from asmeant.runs import RunFolder

TASK = "sample/en/reverse-string"


def call(*words: str) -> str:
    result = CliRunner().invoke(asmeant, words)
    if result.exception is not None:
        raise result.exception
    return result.stdout


def prompt(*words: str) -> Any:
    return json.loads(call("prompt", "sample", TASK, *words, "--json"))


def test_the_prompt_is_printed_as_it_is() -> None:
    (message,) = prompt()["messages"]
    assert message["role"] == "user"
    assert call("prompt", "sample", TASK) == f"user\n{message['content']}\n"
    text = prompt("--form", "completion")["text"]
    assert call("prompt", "sample", TASK, "--form", "completion").startswith(f"{text}\na reply ends at ")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--shown", "one"], "assert f_101('hello') == 'olleh'"),
        (["--naming", "constant"], "def function("),
        (["--prompt", "conala"], "Reverse the string `s`"),
        (["--form", "completion", "--stop", "END"], '"END"'),
        (["--model", "openai:m@http://127.0.0.1:9/v1#completions"], '"messages":[]'),
        (["--model", "openai:m@http://127.0.0.1:9/v1"], '"text":""'),
    ],
)
def test_every_setting_of_a_prompt(words: list[str], part: str) -> None:
    assert part in call("prompt", "sample", TASK, *words, "--json")


def test_shots_and_their_seed() -> None:
    assert len(prompt("--shots", "2")["messages"]) == 5
    assert prompt("--shots", "2") == prompt("--shots", "2")
    assert len({str(prompt("--shots", "1", "--seed", str(seed))) for seed in range(4)}) > 1


def test_what_is_printed_is_what_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)
    words = ["--shots", "1", "--shown", "all", "--naming", "intent", "--stop", "END", "--seed", "3"]
    with FaultyServer() as server:
        model = f"openai:m@{server.url}"
        asked = ["--ids", TASK, "--model", model, "--out", str(tmp_path / "run")]
        call("generate", "sample", *asked, *words)
    (recorded,) = RunFolder(tmp_path / "run").read(TaskPrompt)
    written = prompt("--model", model, *words)
    assert [part["content"] for part in written["messages"]] == [part.content for part in recorded.messages]
    assert written["messages"] == server.calls[0].body["messages"]
    assert written["stop"] == list(recorded.stop) == server.calls[0].body["stop"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["sample", "sample/en/reverse"], "Closest: 'sample/en/reverse-string'"),
        (["sample", TASK, "--model", "reference"], "'reference' is sent no prompt"),
        (["sample", TASK, "--model", "openai:m#chat", "--form", "completion"], "takes chat prompts"),
    ],
)
def test_what_has_no_prompt(words: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        call("prompt", *words)
