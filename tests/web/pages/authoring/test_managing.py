"""Admins add people, import items and assign work."""

from __future__ import annotations

from collections.abc import Callable

from asmeant.authoring.project import Project
from tests.web.pages.authoring.making import Person

Visitor = Callable[[str], Person]
LINES = b'{"id": "a", "intent": "Double n.", "references": ["n * 2"]}\n{"id": "b", "intent": "Half n.", "references": ["n / 2"]}\n'


def upload(person: Person, content: bytes, name: str = "a.jsonl") -> int:
    fields = {"csrf": person.csrf_token(), "source": "mine", "licence": "CC0", "code_language": "python"}
    answer = person.client.post("/author/import", data=fields, files={"file": (name, content)})
    return int(answer.status_code)


def test_items_are_imported_by_admins(project: Project, visitor: Visitor) -> None:
    assert upload(visitor("ed"), LINES) == 403
    boss = visitor("boss")
    assert upload(boss, b"{") == 422
    assert upload(boss, LINES + LINES[:60]) == 422
    assert project.count_items() == 2  # all lines or none
    assert upload(boss, LINES) == 303
    item = project.item("a")
    assert (item.intent, item.code, item.source, item.licence) == ("Double n.", "n * 2", "mine", "CC0")
    assert upload(boss, LINES) == 422  # they are there already
    assert upload(boss, b"intent,code\nPrint a file,cat a\n", "../../pairs <b>.csv") == 303
    assert project.item("pairs-b-/1").code == "cat a"


def test_people_and_assignments(project: Project, visitor: Visitor) -> None:
    boss = visitor("boss")
    assert boss.post("/author/people", {"name": "cy", "role": "annotator"}).status_code == 303
    assert boss.post("/author/people", {"name": "<b>", "role": "annotator"}).status_code == 422
    assert boss.post("/author/people", {"name": "di", "role": "king"}).status_code == 422
    assert visitor("ed").post("/author/people", {"name": "di", "role": "admin"}).status_code == 403
    assert [one.name for one in project.people()] == ["ann", "bob", "boss", "cy", "ed"]
    fields = {
        "kind": "judge",
        "form": "pairs",
        "state": "new",
        "each": "2",
        "person-cy": "1",
        "person-bob": "1",
    }
    assert boss.post("/author/assign", fields | {"each": "x"}).status_code == 422
    assert boss.post("/author/assign", fields).headers["location"] == "/author/status"
    judges = {(one.item, one.person) for one in project.assignments(kind="judge")}
    assert judges == {("i1", "cy"), ("i1", "bob"), ("i2", "cy"), ("i2", "bob")}
    assert "cy" in boss.get("/author/manage")
