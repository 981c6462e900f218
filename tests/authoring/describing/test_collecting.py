"""Proposals of rules and models are kept in the project, and asked for once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.authoring.describing.speaking import Speaking

from asmeant.authoring.describing.collecting import (
    CORRECTED,
    ORIGINAL,
    open_items,
    propose_corrections,
    propose_paraphrases,
    task_of,
)
from asmeant.authoring.describing.paraphrasing import DIRECT, FACTS
from asmeant.authoring.project import Item, Project
from asmeant.records import Check, Task


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.create(tmp_path, "mine") as opened:
        items = [
            Item("a", "Sort the list using lambda", code="sorted(x)"),
            Item("b", "Add two numbers", code="a + b", state="checked"),
            Item("c", "Old", state="done"),
        ]
        opened.add_items(items, by="admin")
        yield opened


def test_a_corrected_text_becomes_a_proposal_beside_the_original(project: Project) -> None:
    corrections = list(propose_corrections(project, open_items(project), "admin"))
    assert [item.task_id for item in corrections] == ["a", "b"]
    proposals = [(one.strategy, one.text) for one in project.proposals("a")]
    assert proposals == [(ORIGINAL, "Sort the list using lambda"), (CORRECTED, "Sort the list")]
    assert project.proposals("b") == []
    list(propose_corrections(project, open_items(project), "admin"))
    assert len(project.proposals("a")) == 2


def test_paraphrases_are_kept_and_only_missing_ones_asked_for(project: Project) -> None:
    client = Speaking(lambda id_, _: f"text {id_}")
    (first, *_) = propose_paraphrases(project, open_items(project), client, "admin", [DIRECT])
    assert first.text == "text a/direct"
    assert [one.strategy for one in project.proposals("b")] == [ORIGINAL, DIRECT]
    again = Speaking(lambda id_, _: "Task: do it" if id_.endswith("/facts") else f"text {id_}")
    list(propose_paraphrases(project, open_items(project), again, "admin", [DIRECT, FACTS]))
    assert again.ids == ["a/facts", "b/facts", "a/facts/description", "b/facts/description"]


def test_what_was_kept_before_a_failure_is_not_lost(project: Project) -> None:
    def fail(id_: str, _: str) -> str:
        if id_ == "a/facts/description":
            raise ConnectionError
        return f"text {id_}" if id_.endswith(DIRECT) else "Task: do it"

    client = Speaking(fail)
    list(propose_paraphrases(project, [project.item("b")], client, "admin", [DIRECT]))
    with pytest.raises(ConnectionError):
        list(propose_paraphrases(project, [project.item("a")], client, "admin", [FACTS]))
    assert [one.strategy for one in project.proposals("b")] == [ORIGINAL, DIRECT]


def test_the_task_of_an_item_has_its_checks() -> None:
    task = Task("old", "old", references=("a",), checks=(Check("original", ("assert a",)),))
    assert task_of(Item("x", "new", task=task)).checks == task.checks
    assert task_of(Item("x", "new", task=task)).intent == "new"
    assert task_of(Item("x", "new")).references == ()
