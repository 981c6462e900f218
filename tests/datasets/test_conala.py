from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from asmeant.datasets import load_tasks
from asmeant.datasets.conala import group_references
from asmeant.errors import DataError, UsageError
from asmeant.records import Selection, Task

ROW: dict[str, Any] = {
    "question_id": 5,
    "intent": "How to count?",
    "rewritten_intent": "count `x`",
    "snippet": "len(x)",
}


def write(folder: Path, path: str, *rows: dict[str, Any]) -> None:
    place = folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps([ROW | row for row in rows], ensure_ascii=False), encoding="utf-8")


def test_every_field_finds_its_place(tmp_path: Path) -> None:
    write(tmp_path, "conala/conala-test.json", {}, {"rewritten_intent": None})
    first, second = load_tasks("conala", data=tmp_path)
    assert first == Task(
        id="conala/test/0",
        intent="count `x`",
        references=("len(x)",),
        tags={"question": "5", "intent": "How to count?"},
    )
    assert (second.id, second.intent) == ("conala/test/1", "How to count?")


def test_the_training_set_is_a_variant(tmp_path: Path) -> None:
    write(tmp_path, "conala/conala-train.json", {})
    assert [task.id for task in load_tasks("conala:train", data=tmp_path)] == ["conala/train/0"]
    with pytest.raises(DataError, match=r"conala/conala-test\.json is not in"):
        load_tasks("conala", data=tmp_path)


def test_grouping_joins_the_answers_to_one_intent(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {},
        {"snippet": "sum(1 for _ in x)"},
        {"rewritten_intent": "count `y`"},
        {"question_id": 6},
        {"snippet": "len(x)"},
    ]
    write(tmp_path, "conala/conala-test.json", *rows)
    tasks = list(load_tasks("conala:test+grouped", data=tmp_path))
    assert [task.id for task in tasks] == ["conala/test/0", "conala/test/2", "conala/test/3"]
    assert tasks[0].references == ("len(x)", "sum(1 for _ in x)")
    assert tasks[0].tags["merged"] == "conala/test/0,conala/test/1,conala/test/4"
    assert "merged" not in tasks[1].tags


def test_grouping_keeps_languages_and_strangers_apart() -> None:
    one = Task("a", "count", "en", references=("x",), tags={"question": "1"})
    other = Task("b", "count", "es", references=("y",), tags={"question": "1"})
    stranger = Task("c", "count", "en", references=("z",))
    assert [task.references for task in group_references([one, other, stranger, stranger])] == [
        ("x",),
        ("y",),
        ("z",),
    ]


def test_mconala_reads_each_language(tmp_path: Path) -> None:
    write(tmp_path, "mconala/es_test.json", {"rewritten_intent": "contar `x`", "snippet": "len(x)\\n"})
    write(tmp_path, "mconala/ja_test.json", {"rewritten_intent": "数える"})
    es, ja = load_tasks("mconala", Selection(languages=("es", "ja")), tmp_path)
    assert (es.id, es.intent, es.intent_language) == ("mconala/es/0", "contar `x`", "es")
    assert es.references == ("len(x)\\n",)
    assert (ja.id, ja.intent, ja.intent_language) == ("mconala/ja/0", "数える", "ja")
    with pytest.raises(DataError, match=r"mconala/ru_test\.json is not in .* --lang es,ja\."):
        load_tasks("mconala", data=tmp_path)


@pytest.mark.parametrize("variant", ["flores101", "m2m", "marianmt"])
def test_translations_are_selected_by_their_original(tmp_path: Path, variant: str) -> None:
    write(tmp_path, f"mconala/translated/{variant}/es_test_to_en.json", {}, {"snippet": "x.__len__()"})
    task, _ = load_tasks(f"mconala:{variant}", Selection(languages=("es",)), tmp_path)
    assert task.id == f"mconala/{variant}/es/0"
    assert (task.intent_language, task.tags["translated_from"]) == ("en", "es")
    (grouped,) = load_tasks(f"mconala:{variant}+grouped", Selection(languages=("es",)), tmp_path)
    assert len(grouped.references) == 2
    with pytest.raises(UsageError, match=r"mconala has no tasks in 'en'\. It has: es, ja, ru"):
        load_tasks(f"mconala:{variant}", Selection(languages=("en",)), tmp_path)


@pytest.mark.data
@pytest.mark.parametrize(
    ("spec", "languages", "count"),
    [
        ("conala:train", (), 2379),
        ("conala:test", (), 500),
        ("mconala", ("es",), 341),
        ("mconala", ("ja",), 210),
        ("mconala:original+grouped", ("es",), 217),
        ("mconala:original+grouped", ("ja",), 186),
        *((f"mconala:{variant}", ("es", "ja"), 551) for variant in ("flores101", "m2m", "marianmt")),
    ],
)
def test_the_released_files(released_data: Path, spec: str, languages: tuple[str, ...], count: int) -> None:
    tasks = list(load_tasks(spec, Selection(languages=languages), released_data))
    assert len({task.id for task in tasks}) == len(tasks) == count
    assert not any(task.checks for task in tasks)
