"""Neighbours in the same code language; none that reveals the answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from asmeant.models.adapter.pool import Pool
from asmeant.records import Task
from tests.models.adapter.tiny import tasks


def test_the_nearest_come_last(tmp_path: Path) -> None:
    pool = Pool(tasks(), tmp_path)
    shown = pool.shown(Task("new", "find all text files", code_language="bash"))
    assert shown[-1].code == "find . -name '*.txt'"
    assert len(shown) == 4


def test_only_in_the_same_code_language(tmp_path: Path) -> None:
    pool = Pool(
        [*tasks(), replace(tasks()[0], id="p", code_language="python", references=("list()",))], tmp_path
    )
    assert [pair.code for pair in pool.shown(Task("new", "list all files", code_language="python"))] == [
        "list()"
    ]
    assert pool.shown(Task("new", "list all files", code_language="sql")) == []


def test_a_hint_is_not_shown(tmp_path: Path) -> None:
    pool, task = Pool(tasks(), tmp_path), tasks()[2]
    assert task.references[0] not in [pair.code for pair in pool.shown(task)]
    # A person who asks has no references: what is known is shown.
    asked = Task("ask", task.intent, code_language="bash")
    assert pool.shown(asked)[-1].code == task.references[0]


def test_in_training_the_same_code_is_not_shown(tmp_path: Path) -> None:
    twin = replace(tasks()[0], id="twin", intent="list all files here")
    pool = Pool([*tasks(), twin], tmp_path)
    assert pool.pairs[pool.nearest(twin)[0]].code == "ls"
    assert "ls" not in [pool.pairs[place].code for place in pool.nearest(twin, in_training=True)]


def test_all_are_kept_in_the_cache(tmp_path: Path) -> None:
    pool = Pool(tasks(), tmp_path)
    first = pool.all_nearest(tasks(), in_training=True)
    pool.nearest = None  # type: ignore[assignment]
    assert pool.all_nearest(tasks(), in_training=True) == first


def test_what_cannot_be_shown(tmp_path: Path) -> None:
    pool = Pool([replace(tasks()[0], references=("x" * 500, " ", "ls"))], tmp_path)
    assert [pair.code for pair in pool.pairs] == ["ls"]
