"""The list of items, and an item with its history."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from asmeant.authoring.project import Item, Judgement, Project
from asmeant.records import Task
from asmeant.web.pages.authoring.items import ItemList
from tests.web.pages.authoring.making import Person


def test_items_are_found(project: Project, visitor: Callable[[str], Person]) -> None:
    project.add_items([Item(f"more/{number}", f"intent {number}") for number in range(60)], by="boss")
    ed = visitor("ed")
    page = ed.get("/author/items?q=intent")
    assert "60 items" in page
    assert 'rel="next" href="/author/items?q=intent&amp;page=2"' in page
    assert "/author/item?id=more%2F0" in page
    assert "intent 59" in ed.get("/author/items?q=intent&page=99")
    assert "0 items" in ed.get("/author/items?state=done")
    assert "62 items" in ed.get("/author/items?state=nonsense&page=x")


def test_an_item_shows_its_history(project: Project, visitor: Callable[[str], Person]) -> None:
    ed = visitor("ed")
    task = Task("i1", "List files i1", code_language="bash", references=("ls i1", "echo *"))
    project.save_item(replace(project.item("i1"), intent="Another text", task=task), by="ed")
    project.judge(Judgement("clear", "i1", "ed", "n", cause="unclear intent"))
    page = ed.get("/author/item?id=i1")
    for word in ("Another text", "List files i1", "echo *", "unclear intent", "save", "assign"):
        assert word in page
    assert ed.client.get("/author/item?id=nothing").status_code == 422


def test_addresses_keep_the_filter() -> None:
    assert ItemList("done", "a b", 1, 3, 120).address(2) == "/author/items?q=a+b&state=done&page=2"
    assert ItemList("", "", 2, 3, 120).address(1) == "/author/items?"
