from __future__ import annotations

import json
from pathlib import Path

import pytest

from asmeant.authoring.project import Answered, Item
from asmeant.authoring.project.candidates import Answer, answers_of_file, matched
from asmeant.errors import DataError

ITEMS = [Item("a", "List all files.", code_language="bash"), Item("b", "count", code_language="python")]


def test_answers_belong_to_items_by_id_or_by_intent() -> None:
    answers = [
        Answer("a", "", "one", 0, "ls -a /tmp"),
        Answer("elsewhere/7", "list all files", "two", 0, "ls -a /tmp"),
        Answer("b", "", "one", 0, "len(x)"),
        Answer("c", "", "one", 0, "x"),
        Answer("c", "something else", "one", 0, "x"),
    ]
    result = matched(answers, ITEMS)
    assert result.unmatched == 2
    first, second = result.candidates
    assert (first.item, first.code, first.systems) == (
        "a",
        "ls -a /tmp",
        (Answered("one", 0), Answered("two", 0)),
    )
    assert first.template == "ls -a Path" or "File" in first.template
    assert (second.item, second.template) == ("b", "")


def test_code_that_is_no_bash_has_no_template() -> None:
    (candidate,) = matched([Answer("a", "", "m", 0, "ls $((")], ITEMS).candidates
    assert candidate.template == ""


def test_a_file_of_answers(tmp_path: Path) -> None:
    rows = [
        {"task_id": "a", "code": "ls", "model": "m"},
        {"task_id": "a", "code": "dir", "model": "m"},
        {"item": "a", "prediction": "ls", "rank": 3, "system": "n"},
        {"intent": "count", "code": ""},
    ]
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert list(answers_of_file(path)) == [
        Answer("a", "", "m", 0, "ls"),
        Answer("a", "", "m", 1, "dir"),
        Answer("a", "", "n", 3, "ls"),
        Answer("", "count", "answers", 0, ""),
    ]
    assert {answer.model for answer in answers_of_file(path, "mine")} == {"mine"}


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"code": "x"}, "row 1: an answer needs 'task_id' or 'intent'. Found: code"),
        ({"task_id": "a"}, "row 1: an answer needs 'code'"),
        ({"task_id": "a", "code": "x", "rank": "first"}, "'rank' is 'first'"),
    ],
)
def test_answers_that_cannot_be_read(tmp_path: Path, row: dict[str, str], message: str) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text(json.dumps(row))
    with pytest.raises(DataError, match=message):
        list(answers_of_file(path))
