"""Judging: template and command separately, causes as labels, and the systems hidden."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from asmeant.authoring.project import FORMS, QUESTIONS, Judged, Project
from asmeant.web.pages.authoring.judging import TAKEN, QuestionField, subjects
from asmeant.web.pages.words import catalogue
from tests.web.pages.authoring.making import Person, add_candidates

JUDGE = "/author/judge?id=i1&form=candidates"
Visitor = Callable[[str], Person]


def test_template_and_command_are_judged_separately(project: Project, visitor: Visitor) -> None:
    add_candidates(project)
    ann = visitor("ann")
    page = ann.get(JUDGE)
    assert "system" not in page.partition("<main")[2]
    form = ann.form(JUDGE)
    good, bad = (one.id for one in project.candidates("i1"))
    form |= {f"answer-{good}-0": "y", f"answer-{good}-1": "n", f"cause-{good}": "flag error"}
    assert ann.post("/author/judge", form | {"action": "finish"}).status_code == 422  # one is not answered
    draft = project.draft("judge", "i1", "ann")
    assert draft is not None
    form |= {"draft_version": str(draft.version)}
    form |= {f"answer-{bad}-0": "n", f"answer-{bad}-1": "n", f"comment-{bad}": "deletes"}
    assert ann.post("/author/judge", form | {"action": "finish"}).status_code == 303
    answers = {(one.candidate, one.question): one for one in project.judgements()}
    assert {key: one.answer for key, one in answers.items()} == {
        (good, "template"): "y",
        (good, "command"): "n",
        (bad, "template"): "n",
        (bad, "command"): "n",
    }
    assert answers[good, "template"].cause == ""  # a cause belongs to what is wrong
    assert answers[good, "command"].cause == "flag error"
    assert answers[bad, "command"].comment == "deletes"
    assert ann.form(JUDGE)[f"answer-{good}-0"] == "y"  # and can be changed


def test_a_pair_is_judged(project: Project, visitor: Visitor) -> None:
    project.assign("judge", ["i2"], ["bob"], by="ed", each=1, form="pairs")
    bob = visitor("bob")
    form = bob.form("/author/judge?id=i2")
    assert form["form"] == "pairs"
    fields = form | {"answer-0-0": "y", "answer-0-1": "y", "action": "finish"}
    assert bob.post("/author/judge", fields | {"cause-0": "nonsense"}).status_code == 422
    assert bob.post("/author/judge", fields | {"draft_version": "1"}).status_code == 303
    assert {one.question: one.answer for one in project.judgements()} == {"correct": "y", "clear": "y"}


def test_only_what_is_assigned_is_judged(project: Project, visitor: Visitor) -> None:
    add_candidates(project)
    ann = visitor("ann")
    for address in ("/author/judge?id=i2", "/author/judge?id=i1&form=pairs", "/author/judge?id=i1&form=x"):
        assert ann.client.get(address).status_code == 404, address
    fields = ann.form(JUDGE) | {"form": "pairs", "answer-0-0": "y", "answer-0-1": "y", "action": "finish"}
    assert ann.post("/author/judge", fields).status_code == 404


def test_drafts_of_two_forms_for_one_item(project: Project, visitor: Visitor) -> None:
    add_candidates(project)
    project.assign("judge", ["i1"], ["ann"], by="ed", each=1, form="pairs")
    ann = visitor("ann")
    pairs = "/author/judge?id=i1&form=pairs"
    ann.post("/author/judge", ann.form(JUDGE) | {"comment-1": "half", "action": "draft"})
    answers = {"answer-0-0": "y", "answer-0-1": "y", "action": "finish"}
    assert ann.post("/author/judge", ann.form(pairs) | answers).status_code == 303
    assert ann.form(JUDGE)["comment-1"] == "half"


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_answer_has_a_key_of_its_own(name: str) -> None:
    keys = QuestionField(QUESTIONS[name], "field").keys
    assert list(keys) == list(QUESTIONS[name].answers)
    assert len(set(keys.values())) == len(keys)
    assert not set(keys.values()) & {*TAKEN, ""}


def test_everything_that_is_asked_has_words() -> None:
    for form in FORMS.values():
        keys = [f"judge_form.{form.name}", *(f"judge_cause.{cause}" for cause in form.causes)]
        keys += [f"question.{question.name}" for question in form.questions]
        keys += [f"answer.{answer}" for question in form.questions for answer in question.answers]
        assert not set(keys) - set(catalogue())


def test_everyone_sees_another_order() -> None:
    candidates = [Judged(number, "i", f"code {number}") for number in range(1, 9)]
    orders = {
        person: [one.code for one in subjects(FORMS["candidates"], candidates, person)] for person in "abc"
    }
    assert len(set(map(tuple, orders.values()))) == 3
    assert all(sorted(order) == sorted(one.code for one in candidates) for order in orders.values())
    assert re.fullmatch(r"answer-\d-0", subjects(FORMS["candidates"], candidates, "a")[0].fields[0].name)
