"""How replies become code, from the command line to the run's files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.datasets import load_tasks
from asmeant.prompts import write_prompt
from asmeant.records import Candidate, Prompting, Selection, Verdict
from asmeant.runs import RunFolder

TASK = next(load_tasks("sample", Selection(ids=("sample/en/reverse-string",))))
ANSWER = f"{TASK.scaffold.before}{TASK.references[0]}"
TESTED = (
    f"Sure!\n\n```python\n{ANSWER}\n```\n\nTests:\n\n```python\nfrom solution import {TASK.scaffold.entry}\n\n"
    f"assert {TASK.scaffold.entry}('ab') == 'x'\n```"
)


def run(folder: Path, reply: str, *words: str) -> RunFolder:
    replies = folder / "replies.jsonl"
    replies.write_text(json.dumps({"task_id": TASK.id, "text": reply, "truncated": True}) + "\n")
    out = folder / f"run{len(list(folder.iterdir()))}"
    words = ("run", "sample", "--ids", TASK.id, "--model", f"recorded:{replies}", "--out", str(out), *words)
    outcome = CliRunner().invoke(asmeant, words, catch_exceptions=False)
    assert outcome.exit_code == 0, outcome.output
    return RunFolder(out)


def candidate(files: RunFolder) -> Candidate:
    return next(files.read(Candidate))


def test_the_answer_is_taken_and_what_was_taken_is_recorded(tmp_path: Path) -> None:
    files = run(tmp_path, TESTED)
    assert candidate(files).code == ANSWER
    assert candidate(files).extraction == (
        f"the first of 2 code blocks: it defines {TASK.scaffold.entry}; left out a test"
    )
    assert [verdict.status for verdict in files.read(Verdict)] == ["passed"]
    assert "extraction" not in files.scores()[0].signature


def test_none_takes_the_reply_as_it_is_and_is_another_run(tmp_path: Path) -> None:
    files = run(tmp_path, TESTED, "--extraction", "none")
    assert (candidate(files).code, candidate(files).extraction) == (TESTED, "the reply as it is")
    assert files.settings().prompt.extraction == "none"
    assert files.settings().id != run(tmp_path, TESTED).settings().id
    assert "|extraction:none|" in files.scores()[0].signature


def test_a_reply_that_was_cut_off_is_repaired_only_when_asked_for(tmp_path: Path) -> None:
    cut = f"```python\n{ANSWER}\n    print(("
    assert candidate(run(tmp_path, cut)).code.endswith("print((")
    assert candidate(run(tmp_path, cut, "--extraction", "repair")).code == ANSWER


def test_a_reply_that_only_repeats_the_prompt_fails_with_its_reason(tmp_path: Path) -> None:
    prompt = write_prompt(TASK, Prompting(), "completion")
    files = run(tmp_path, prompt.text, "--form", "completion")
    assert [(verdict.status, verdict.reason) for verdict in files.read(Verdict)] == [
        ("failed", "the reply only repeats the prompt")
    ]
    outcome = CliRunner().invoke(asmeant, ["run", "--resume", str(files.path)], catch_exceptions=False)
    assert outcome.exit_code == 0


@pytest.mark.parametrize("word", ["all", ""])
def test_another_word_is_refused_with_those_that_are_known(word: str) -> None:
    outcome = CliRunner().invoke(asmeant, ["run", "sample", "--extraction", word])
    assert outcome.exit_code == 2
    assert "'answer', 'repair', 'none'" in outcome.output
