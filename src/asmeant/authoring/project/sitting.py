"""The questions that a judge has still to answer. A judge can stop at any time and continue later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from asmeant.authoring.project.project import Project
from asmeant.authoring.project.questions import COMMAND, FORMS, NO, TEMPLATE, Form, Question
from asmeant.authoring.project.records import THE_PAIR, Assignment, Item, Judged, Judgement


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """One question about one candidate of an item, or about the item itself (`candidate` is None)."""

    assignment: Assignment
    form: Form
    question: Question
    item: Item
    candidate: Judged | None = None

    @property
    def subject(self) -> int:
        return self.candidate.id if self.candidate else THE_PAIR

    def answered(self, answer: str, cause: str = "", comment: str = "") -> Judgement:
        """The judgement of the person to whom this is assigned."""
        person = self.assignment.person
        return Judgement(self.question.name, self.item.id, person, answer, self.subject, cause, comment)


def questions_of(project: Project, assignment: Assignment) -> list[OpenQuestion]:
    """All questions of one assignment, in order. Answers without code are left out."""
    form, item = FORMS[assignment.form], project.item(assignment.item)
    subjects: list[Judged | None] = [None]
    if form.of_candidates:
        subjects = [candidate for candidate in project.candidates(item.id) if candidate.code.strip()]
    return [
        OpenQuestion(assignment, form, question, item, subject)
        for subject in subjects
        for question in form.questions
    ]


def left_to_answer(project: Project, assignment: Assignment) -> list[OpenQuestion]:
    """The questions that the person has not answered yet."""
    judgements = project.judgements(item=assignment.item, person=assignment.person)
    answered = {(judgement.question, judgement.candidate) for judgement in judgements if not judgement.final}
    return [
        open_question
        for open_question in questions_of(project, assignment)
        if (open_question.question.name, open_question.subject) not in answered
    ]


def with_implied(judgement: Judgement, form: Form) -> Iterator[Judgement]:
    """The judgement, and those that follow from it: a command with a wrong template is wrong."""
    yield judgement
    if judgement.question == TEMPLATE.name and judgement.answer == NO and COMMAND in form.questions:
        yield replace(judgement, question=COMMAND.name)
