"""Who may see what: logins are people of the project, and roles are those of the project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from asmeant.authoring.project import Project
from asmeant.errors import DataError
from asmeant.web.security import passwords
from asmeant.web.security.users import add_user
from tests.web.apps import PASSWORD, log_in, open_client
from tests.web.pages.authoring.making import Person

Visitor = Callable[[str], Person]
ADMINS, EDITORS = (
    ("/author/manage",),
    ("/author/items", "/author/item?id=i1", "/author/adjudicate", "/author/votes?id=i1"),
)


def test_roles(visitor: Visitor) -> None:
    statuses = {
        name: {address: visitor(name).client.get(address).status_code for address in (*ADMINS, *EDITORS)}
        for name in ("ann", "ed", "boss")
    }
    assert set(statuses["ann"].values()) == {403}
    assert statuses["ed"] == dict.fromkeys(EDITORS, 200) | dict.fromkeys(ADMINS, 403)
    assert set(statuses["boss"].values()) == {200}


def test_people_say_who_they_are_on_this_machine(visitor: Visitor) -> None:
    nobody = visitor("")
    assert "Who are you?" in nobody.get("/author")
    assert nobody.client.get("/author/status").headers["location"] == "/author"
    assert nobody.post("/author/person", {"person": "<b>"}).status_code == 403
    answer = nobody.post("/author/person", {"person": "ed"})
    assert answer.headers["location"] == "/author"
    assert "asmeant_person=ed" in answer.headers["set-cookie"]


def test_a_login_is_a_person_of_the_project(tmp_path: Path, project: Project) -> None:
    """By the same name, or by a pseudonym. The cookie of a person who needs no login says nothing then."""
    users = tmp_path / "users.json"
    with patch.object(passwords, "COST", 16):
        add_user(users, "ann", "look", PASSWORD)
        add_user(users, "grace", "look", PASSWORD, person="ed")
        add_user(users, "eve", "write", PASSWORD)
    seen = {}
    for name in ("ann", "grace", "eve"):
        client = open_client(tmp_path, project=str(tmp_path / "project"), users=users)
        assert client.get("/author").headers["location"] == "/login?next=%2Fauthor"
        log_in(client, name)
        client.cookies.set("asmeant_person", "boss")
        seen[name] = client.get("/author")
    assert "ann · annotator" in seen["ann"].text
    assert "ed · editor" in seen["grace"].text
    assert "grace · " not in seen["grace"].text
    assert seen["eve"].status_code == 403
    assert "--person NAME" in seen["eve"].text


def test_without_a_project_there_are_no_such_pages(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    assert client.get("/author").status_code == 404
    assert "/author" not in client.get("/").text
    with pytest.raises(DataError, match="asmeant author init"):
        open_client(tmp_path, project=str(tmp_path / "nothing"))
