"""author correct, paraphrase, vote: from a project to an intent that people chose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from asmeant.authoring.project import Item, Project
from asmeant.cli import asmeant
from asmeant.datasets import load_tasks


def call(*words: object, typed: str = "") -> Result:
    return CliRunner().invoke(asmeant, list(map(str, words)), input=typed)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    with Project.create(folder, "mine") as opened:
        opened.add_items([Item("a", "Sort the list using lambda", code="sorted(x)")], by="admin")
        for name in ("ana", "bo"):
            opened.add_person(name, by="admin")
        opened.assign("vote", ["a"], ["ana", "bo"], by="admin", each=2)
    return folder


def test_correct_a_file_of_tasks(tmp_path: Path) -> None:
    file, out = tmp_path / "tasks.jsonl", tmp_path / "corrected.jsonl"
    file.write_text(
        json.dumps({"id": "a", "intent": "Sort the list using lambda", "references": ["sorted(x)"]})
    )
    replies = tmp_path / "replies.jsonl"
    replies.write_text(json.dumps({"task_id": "a/corrected", "text": "Sort the list in ascending order."}))
    done = call("author", "correct", f"tasks:{file}", "--out", out, "--model", f"recorded:{replies}")
    assert done.exit_code == 0, done.output
    assert "prescribes a method: 'using lambda'" in done.output
    assert "proposal: Sort the list\n" in done.output
    assert "model: Sort the list in ascending order." in done.output
    (task,) = load_tasks(f"tasks:{out}")
    assert (task.intent, task.tags["original_intent"]) == ("Sort the list", "Sort the list using lambda")
    (row,) = json.loads(call("author", "correct", f"tasks:{file}", "--json").stdout)
    assert [remark["rule"] for remark in row["remarks"]] == ["prescribes a method", "order"]


def test_from_a_description_to_the_one_that_wins(project: Path, tmp_path: Path) -> None:
    assert "1 can be corrected" in call("author", "correct", project).output
    replies = tmp_path / "replies.jsonl"
    texts = {
        "a/direct": "Put the list in order.",
        "a/facts": "Task: sort a list",
        "a/facts/description": "Order it using regex.",
    }
    replies.write_text(
        "".join(json.dumps({"task_id": id_, "text": text}) + "\n" for id_, text in texts.items())
    )
    words = ("--model", f"recorded:{replies}", "--strategy", "direct,facts")
    done = call("author", "paraphrase", project, *words)
    assert "direct: 1 descriptions" in done.output
    assert "facts: 1 descriptions" in done.output
    assert "a, facts: prescribes a method: using regex" in done.output
    assert "direct: 0 descriptions" in call("author", "paraphrase", project, *words).output

    for name in ("ana", "bo"):
        with Project.open(project) as opened:
            letters = dict(zip((one.text for one in opened.ballot("a", name)), "ABCD", strict=True))
        best = letters.pop("Put the list in order.")
        done = call(
            "author", "vote", project, "--as", name, typed=f"Z\n{best} {'='.join(letters.values())}\n"
        )
        assert "'Z' is not a ranking of A B C D" in done.output
        assert "lambda" not in done.output.split("a  (1 of 1)")[0]
        assert "direct" not in done.output
        assert "still to vote on: 0" in done.output

    counted = call("author", "vote", project, "--count")
    assert "votes: 2" in counted.output
    assert "winner" in counted.output
    assert "Intents replaced: 0" in counted.output
    assert "Intents replaced: 1" in call("author", "vote", project, "--accept").output
    with Project.open(project) as opened:
        assert (opened.item("a").intent, opened.item("a").state) == ("Put the list in order.", "described")
        assert len(opened.proposals("a")) == 4


def test_a_vote_can_be_skipped_or_put_off(project: Path) -> None:
    call("author", "correct", project)
    assert "still to vote on: 1" in call("author", "vote", project, "--as", "ana", typed="q\n").output
    assert "still to vote on: 0" in call("author", "vote", project, "--as", "ana", typed="s\n").output


def test_mistakes_are_told(project: Path, tmp_path: Path) -> None:
    done = call("author", "vote", tmp_path / "nowhere")
    assert "There is no project" in str(done.exception)
    done = call("author", "vote", project, "--as", "eve")
    assert "eve" in str(done.exception)
    done = call("author", "paraphrase", project, "--model", "embedded", "--strategy", "slowly")
    assert "No strategy is called 'slowly'. Known: direct, facts, paraphrased facts." in str(done.exception)
