"""Remarks while one types: each names the field that it is about, and a rule with words in every language."""

from __future__ import annotations

import re
from pathlib import Path

import asmeant.authoring
from asmeant.authoring.describing.vagueness import RULES
from asmeant.authoring.project import Item, Project
from asmeant.web.pages.authoring.remarks import remarks_on
from asmeant.web.pages.words import catalogue

RULE = re.compile(r'Remark\(\s*"([^"]+)"')


def rules(project: Project, **fields: str) -> set[tuple[str, str]]:
    texts = {"intent": "List the files", "intent_language": "en", "code_language": "bash"} | fields
    return {(one.field, one.rule) for one in remarks_on(project, project.item("i1"), texts)}


def test_the_verdict_of_the_parser(project: Project) -> None:
    assert ("code1", "syntax") in rules(project, code1="ls |")
    assert ("code1", "syntax") not in rules(project, code1="ls | wc -l")
    assert ("code2", "syntax") in rules(project, code1="x", code2="x = (", code_language="python")
    assert ("code2", "syntax") not in rules(project, code1="x", code2="x = 1", code_language="python")


def test_the_guidelines(project: Project) -> None:
    found = rules(project, intent="Sort pairs. Then print.", code1="sorted(pairs)", code_language="python")
    assert {("intent", "backquotes"), ("intent", "one sentence")} <= found
    assert ("intent", "language") in rules(project, intent="Отсортировать список файлов по имени")
    assert ("intent", "prescribes a method") in rules(
        project, intent="Find the numbers in `text` using regex", code1="re.findall('[0-9]+', text)", code_language="python"
    )  # fmt: skip
    assert (
        rules(project, intent="Reverse the list `pairs`", code1="pairs.reverse()", code_language="python")
        == set()
    )


def test_a_proposal_is_the_text_of_the_field(project: Project) -> None:
    fields = {"intent": "Reverse the list pairs", "code1": "pairs.reverse()", "code_language": "python"}
    (remark,) = remarks_on(project, project.item("i1"), fields)
    assert remark.proposal == "Reverse the list `pairs`"
    assert fields["intent"][remark.start : remark.end] == "pairs"


def test_duplicates(project: Project) -> None:
    assert ("code1", "duplicate") in rules(project, code1="ls  i2")
    assert ("code1", "duplicate") in rules(project, code1="ls other", intent="list FILES i2")
    assert ("code1", "duplicate") not in rules(project, code1="ls i1")  # the item itself


def test_hostile_texts_are_no_error(project: Project) -> None:
    assert rules(project, intent="x" * 2_000) == {("intent", "too long")}
    assert rules(project, code2="x" * 20_000) == {("code2", "too long")}
    for text in ("(" * 4_000, "$(" * 2_000, "`" * 1_000, "\x01", "{{}}%s"):
        for language in ("bash", "python"):
            rules(project, intent=text[:1_000], code1=text, code_language=language)
    project.add_items([Item("empty", "", code_language="bash")], by="boss")
    assert ("intent", "empty") in rules(project, intent=" ", code1=" ")


def test_every_rule_has_words() -> None:
    package = Path(asmeant.authoring.__file__).parent
    files = [*package.glob("guidelines/*.py"), *package.glob("describing/*.py")]
    named = {rule for file in files for rule in RULE.findall(file.read_text("utf-8"))} | set(RULES)
    assert "syntax" in named
    assert {f"remark.{rule}" for rule in named} <= set(catalogue())
