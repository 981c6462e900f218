"""A project to test the pages with, and people who visit them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from asmeant.authoring.project import Answered, Item, Judged, Project
from asmeant.web.pages.authoring.visit import PERSON_COOKIE
from tests.web.apps import client_of

NASTY = '<script>alert(1)</script>"><img src=x onerror=alert(2)>'


def make_project(place: Path, items: int = 2) -> Project:
    """boss is admin, ed is editor, ann and bob annotate. Items i1, i2, ... are Bash; ann writes all of them."""
    project = Project.create(place, "tests", admin="boss")
    for name, role in (("ed", "editor"), ("ann", "annotator"), ("bob", "annotator")):
        project.add_person(name, role, by="boss")  # type: ignore[arg-type]
    names = [f"i{number}" for number in range(1, items + 1)]
    project.add_items(
        [Item(name, f"List files {name}", code_language="bash", code=f"ls {name}") for name in names],
        by="boss",
    )
    project.assign("write", names, ["ann"], by="boss", each=1)
    return project


def add_votes(project: Project, item: str = "i1") -> None:
    """Three descriptions, which ann and bob are to compare."""
    for strategy, text in (("original", "one"), ("direct", "two"), ("facts", "three")):
        project.add_proposal(item, strategy, text, by="ed")
    project.assign("vote", [item], ["ann", "bob"], by="ed", each=2)


def add_candidates(project: Project, item: str = "i1") -> None:
    """Two answers of two systems, which ann and bob are to judge."""
    project.add_candidates(
        [
            Judged(0, item, "ls -l i1", "ls -l File", (Answered("secret-system", 0),)),
            Judged(0, item, "rm i1", "rm File", (Answered("other-system", 0),)),
        ],
        by="ed",
    )
    project.assign("judge", [item], ["ann", "bob"], by="ed", each=2, form="candidates")


class Person:
    """Someone at this machine, in a browser of their own."""

    def __init__(self, app: Any, name: str) -> None:
        self.client = client_of(app)
        self.client.cookies.set(PERSON_COOKIE, name)
        self.token = ""

    def get(self, address: str) -> str:
        answer = self.client.get(address)
        assert answer.status_code == 200, answer.text
        return str(answer.text)

    def post(self, path: str, fields: Mapping[str, str]) -> Any:
        return self.client.post(path, data={"csrf": self.csrf_token(), **fields})

    def csrf_token(self) -> str:
        if not self.token:
            token = re.search(r'name="csrf-token" content="(\w+)"', self.client.get("/author/person").text)
            assert token
            self.token = token[1]
        return self.token

    def form(self, address: str) -> dict[str, str]:
        """The fields of the form for work on an item, as a browser would send them."""
        text = self.get(address)
        form = re.search(
            r'<form method="post" action="/author/[a-z]+"[^>]*data-draft.*?</form>', text, re.DOTALL
        )
        assert form, text
        return fields_of(form[0])


def fields_of(form: str) -> dict[str, str]:
    from html import unescape

    fields = {
        unescape(name): unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
    }
    for name, value in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.DOTALL):
        fields[unescape(name)] = unescape(value)
    for name, options in re.findall(r'<select name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)"[^>]* selected', options) or re.search(
            r'value="([^"]*)"', options
        )
        fields[name] = chosen[1] if chosen else ""
    for name, value in re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)"[^>]* checked', form):
        fields[unescape(name)] = unescape(value)
    return fields
