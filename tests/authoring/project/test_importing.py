from __future__ import annotations

import json
from pathlib import Path

import pytest

from asmeant.authoring.project import Item
from asmeant.authoring.project.importing import Defaults, read_items
from asmeant.errors import DataError


def written(folder: Path, text: object, name: str = "pairs.jsonl") -> Path:
    path = folder / name
    path.write_text(text if isinstance(text, str) else json.dumps(text))
    return path


@pytest.mark.parametrize(
    ("row", "item"),
    [
        (
            {"intent": "count `x`", "code": "len(x)", "lang": "en", "to": "python"},
            Item("pairs/1", "count `x`", code="len(x)", state="written", source="pairs.jsonl"),
        ),
        (
            {"id": "my/1", "intent": "ls", "command": "ls", "to": "bash", "licence": "MIT", "source": "me"},
            Item("my/1", "ls", "en", "bash", "ls", None, "written", "me", "MIT"),
        ),
        # CoNaLa
        (
            {"question_id": 7, "intent": "title", "rewritten_intent": "better", "snippet": "a = 1\n"},
            Item("pairs/1", "better", code="a = 1", state="written", source="question 7"),
        ),
        (
            {"question_id": 7, "intent": "title", "rewritten_intent": None, "snippet": "  a = 1"},
            Item("pairs/1", "title", code="  a = 1", state="written", source="question 7"),
        ),
        ({"intent": "no code yet", "lang": "ja"}, Item("pairs/1", "no code yet", "ja", source="pairs.jsonl")),
        (
            {"task_id": 5, "code": "no_intent_yet()"},
            Item("pairs/5", "", code="no_intent_yet()", source="pairs.jsonl"),
        ),
    ],
)
def test_a_pair(tmp_path: Path, row: dict[str, object], item: Item) -> None:
    for text in (row, [row]):
        assert read_items(written(tmp_path, text)).items == (item,)


def test_csv_with_defaults(tmp_path: Path) -> None:
    path = written(tmp_path, 'intent,code,stars\n"list, all",ls -a,5\n"two\nlines",ls,\n', "pairs.csv")
    imported = read_items(path, Defaults("es", "bash", "my posts", "CC0", "p-"))
    assert [(item.id, item.intent) for item in imported.items] == [
        ("p-1", "list, all"),
        ("p-2", "two\nlines"),
    ]
    assert imported.items[0] == Item(
        "p-1", "list, all", "es", "bash", "ls -a", None, "written", "my posts", "CC0"
    )
    assert imported.unused == ("stars",)


def test_assertions_as_in_mbpp(tmp_path: Path) -> None:
    row = {
        "task_id": 11,
        "text": "Double a number.",
        "code": "def twice(n):\r\n    return K * n",
        "test_list": ["assert twice(1) == 2"],
        "test_setup_code": "K = 2",
    }
    (item,) = read_items(written(tmp_path, row, "mbpp.jsonl")).items
    assert (item.id, item.state, item.code) == ("mbpp/11", "checked", "def twice(n):\n    return K * n")
    assert item.task is not None
    assert (item.task.scaffold.entry, item.task.scaffold.setup) == ("twice", "K = 2")
    assert item.task.checks[0].probes == ("assert twice(1) == 2",)
    assert item.check_origins == {"original": "imported"}


def test_a_tasks_file(tmp_path: Path) -> None:
    row = {"id": "t", "intent": "i", "references": ["r"], "checks": [{"probes": ["assert f()"]}]}
    (item,) = read_items(written(tmp_path, row, "t.jsonl")).items
    assert item.task is not None
    assert (item.id, item.code, item.state, item.source) == ("t", "r", "checked", "t.jsonl")
    assert item.check_origins == {"all": "imported from t.jsonl"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ('{"a": 1}', r"row 1: there is neither an intent .* Found: a"),
        ('{"intent": ["x"]}', "row 1: 'intent' should be text"),
        ('{"intent": "x"}\n{"intent": ', "line 2: not JSON"),
        ("[1]", r"row 1: 1 is not an object"),
        ("intent,code\na,b,c\n", "line 2: the cells do not fit"),
        ("intent,code\na\n", "line 2: the cells do not fit"),
        ('{"code": "x", "test_list": [1]}', "should be a list of assertions"),
        ('{"id": "t", "intent": "i", "checks": [{"probs": []}]}', "no field is called"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_items(written(tmp_path, text))


def test_places_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is a folder"):
        read_items(tmp_path)
    with pytest.raises(DataError, match="There is no file"):
        read_items(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes("intent,code\nñ,x\n".encode("latin-1"))
    with pytest.raises(DataError, match="not UTF-8"):
        read_items(tmp_path / "latin.csv")
