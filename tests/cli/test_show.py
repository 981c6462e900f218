"""show and the page: the prompt as sent, the reply as received, what was taken from it; and nothing raw."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.cli.console import visible
from asmeant.records import Candidate, Message, Observation, Run, TaskPrompt, Verdict
from asmeant.reports.page import to_page
from asmeant.reports.views import views
from asmeant.runs import RunFolder
from asmeant.testing import make_task

NASTY = "\x1b[31mred\x1b]0;title\x07\x9b2J\rback\x00\u202e\ud800 [bold]words[/]"
REPLY = "Here you are:\n```python\n2 * x\n```\nIt doubles."
PROMPT = TaskPrompt(
    "double", (Message("system", "You write Python."), Message("user", "twice `x`")), stop=("\n\n",)
)


def make_run(path: Path, candidate: Candidate, *prompts: TaskPrompt) -> RunFolder:
    files = RunFolder(path)
    with files:
        files.begin(Run("id", "fake", "fake"), [make_task()])
        files.append(*prompts)
        files.append(candidate)
    return files


def show(files: RunFolder, *words: str) -> str:
    result = CliRunner().invoke(asmeant, ["show", str(files.path), "double", *words])
    assert result.exit_code == 0, result.exception
    return result.stdout


def page_data(files: RunFolder) -> Any:
    text = re.search(r'id="data">(.*?)</script>', to_page(views([files])), re.DOTALL)
    assert text
    return json.loads(text[1])


@pytest.fixture
def answered(tmp_path: Path) -> RunFolder:
    candidate = Candidate(
        "double", 0, "2 * x", REPLY, "m",
        extraction="the only block of code", sent={"temperature": 0.8, "stop": ["\n\n"], "logprobs": True},
    )  # fmt: skip
    return make_run(tmp_path / "run", candidate, PROMPT)


def test_show_has_the_prompt_as_sent_and_the_reply_as_received(answered: RunFolder) -> None:
    printed = show(answered)
    for part in ("system\nYou write Python.\n", "user\ntwice `x`\n", r"a reply ends at '\n\n'", REPLY):
        assert part in printed
    assert "extraction: the only block of code" in printed
    assert 'sent with temperature 0.8, stop ["\\n\\n"], logprobs true' in printed
    assert printed.index("twice `x`\n") < printed.index(REPLY) < printed.index("code of m")
    parts = json.loads(show(answered, "--json"))
    assert parts["prompts"][0]["messages"][1]["content"] == "twice `x`"
    assert parts["candidates"][0]["reply"] == REPLY


def test_the_page_has_them_too(answered: RunFolder) -> None:
    data = page_data(answered)
    (task,) = data["tasks"]
    ((prompt,),) = task["prompts"]
    assert [(role, data["texts"][place]) for role, place in prompt["parts"]] == [
        ("system", "You write Python."),
        ("user", "twice `x`"),
    ]
    assert prompt["stop"] == [r"'\n\n'"]
    candidate = task["runs"][0][0]
    assert candidate["reply"] == REPLY
    assert candidate["extraction"] == "the only block of code"
    assert json.loads(candidate["sent"])["temperature"] == 0.8


def test_a_run_that_was_made_before_prompts_were_kept(answered: RunFolder) -> None:
    (answered.path / "prompts.jsonl").unlink()
    assert "as sent" not in show(answered)
    assert page_data(answered)["tasks"][0]["prompts"] == [[]]


def test_a_completion_prompt_is_shown_to_the_last_blank_and_one_that_changed_twice(tmp_path: Path) -> None:
    one = TaskPrompt("double", text="def double(x):\n    return")
    two = TaskPrompt("double", text="def double(x):\n\treturn")
    printed = show(make_run(tmp_path / "run", Candidate("double", 0, "x", "x"), one, two))
    assert "def double(x):\n    return\n" in printed
    assert "def double(x):\n\treturn\n" in printed
    assert "the prompt, as sent (2 of 2: it changed during the run)" in printed
    assert "the reply, as received, is the code" in printed


def test_nothing_raw_reaches_the_terminal(tmp_path: Path) -> None:
    files = RunFolder(tmp_path / "run")
    hostile = NASTY.replace("\ud800", "")  # half characters cannot be written to a run
    task = make_task(intent=hostile, references=(hostile,))
    with files:
        files.begin(Run("id", "fake", "fake"), [task])
        files.append(TaskPrompt("double", text=hostile, stop=(hostile,)))
        files.append(
            Candidate(
                "double", 0, hostile, f"reply {hostile}", hostile, extraction=hostile, sent={"stop": hostile}
            )
        )
        files.append(Candidate("double", 1, "", hostile, fault=hostile))
        files.append(
            Observation("double", 0, "all", reason=hostile, stdout=hostile, files={hostile: hostile})
        )
        files.append(Verdict("double", 0, "failed", reason=hostile))
        files.append(Verdict("double", 1, "passed", (hostile,), hostile, hostile))
    printed = show(files) + CliRunner().invoke(asmeant, ["show", str(files.path)]).stdout
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", printed)
    assert r"\x1b[31mred\x1b]0;title\x07\x9b2J\rback\x00\u202e" in printed
    assert "[bold]words[/]" in printed


def test_visible() -> None:
    assert visible(NASTY) == r"\x1b[31mred\x1b]0;title\x07\x9b2J\rback\x00\u202e\ud800 [bold]words[/]"
    assert visible("a\tb\r\nc é 日本 🙂") == "a\tb\nc é 日本 🙂"
