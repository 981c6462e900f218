"""Remarks while one types: each names the field that it is about."""

from __future__ import annotations

from asmeant.authoring.project import Project
from asmeant.web.pages.authoring.remarks import remarks_on


def rules(project: Project, **fields: str) -> list[tuple[str, str]]:
    texts = {"intent": "List the files", "intent_language": "en", "code_language": "bash"} | fields
    return [(one.field, one.rule) for one in remarks_on(project, project.item("i1"), texts)]


def test_the_verdict_of_the_parser(project: Project) -> None:
    assert ("code1", "syntax error") in rules(project, code1="ls |")
    assert ("code1", "syntax error") not in rules(project, code1="ls | wc -l")
    assert ("code2", "syntax error") in rules(project, code2="x = (", code_language="python")
    assert ("code2", "syntax error") not in rules(project, code2="x = 1", code_language="python")


def test_duplicates(project: Project) -> None:
    assert ("code1", "same code") in rules(project, code1="ls  i2")
    assert ("code1", "same intent and code") in rules(project, code1="ls i2", intent="list FILES i2")
    assert not [one for one in rules(project, code1="ls i1") if one[1].startswith("same")]  # the item itself


def test_long_texts_are_not_looked_at(project: Project) -> None:
    assert rules(project, intent="x" * 20_000) == [("intent", "too long")]
