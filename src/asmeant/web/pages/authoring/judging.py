"""The page for judging: the questions of a form, about each candidate of an item or about its pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from starlette.responses import Response

from asmeant.authoring.project import FORMS, THE_PAIR, Draft, Item, Judged, Judgement, Question
from asmeant.authoring.project import Form as QuestionForm
from asmeant.web.pages.authoring.forms import Form, open_form, saved_item, sent_form, submit
from asmeant.web.pages.authoring.visit import Visit, assignment_of, item_of, page
from asmeant.web.responses import RefusedError

# These keys skip, and go to the next and the previous question.
TAKEN = "sjk"


@dataclass(frozen=True, slots=True)
class QuestionField:
    """A question, and the name of the field for its answer. Each answer has a key."""

    question: Question
    name: str

    @property
    def keys(self) -> Mapping[str, str]:
        """The key of each answer: the first letter that no other answer has."""
        keys: dict[str, str] = {}
        for answer in self.question.answers:
            free = (
                letter for letter in answer if letter.isalpha() and letter not in (*keys.values(), *TAKEN)
            )
            keys[answer] = next(free, "")
        return keys


@dataclass(frozen=True, slots=True)
class Subject:
    """What is judged: code that answers the intent, or the pair itself, which has no separate code."""

    id: int
    code: str
    template: str
    fields: tuple[QuestionField, ...]

    @property
    def cause_field(self) -> str:
        return f"cause-{self.id}"

    @property
    def comment_field(self) -> str:
        return f"comment-{self.id}"


def subjects(questions: QuestionForm, candidates: Iterable[Judged], person: str) -> list[Subject]:
    """The subjects in an order specific to this person, without the names of systems or empty answers."""
    if not questions.of_candidates:
        return [_subject(questions, THE_PAIR, "", "")]
    with_code = (candidate for candidate in candidates if candidate.code.strip())
    shuffled = sorted(with_code, key=lambda item: sha256(f"{person}\0{item.id}".encode()).digest())
    return [_subject(questions, item.id, item.code, item.template) for item in shuffled]


def _subject(questions: QuestionForm, candidate: int, code: str, template: str) -> Subject:
    fields = (
        QuestionField(question, f"answer-{candidate}-{place}")
        for place, question in enumerate(questions.questions)
    )
    return Subject(candidate, code, template, tuple(fields))


def texts_of(judgements: Sequence[Judgement], judged: Sequence[Subject]) -> Mapping[str, str]:
    """The fields of the form, filled with this person's earlier judgements."""
    judgements_by_question = {
        (earlier.candidate, earlier.question): earlier for earlier in judgements if not earlier.final
    }
    texts: dict[str, str] = {}
    for subject in judged:
        for field in subject.fields:
            if judgement := judgements_by_question.get((subject.id, field.question.name)):
                texts[field.name] = judgement.answer
                texts[subject.cause_field] = judgement.cause or texts.get(subject.cause_field, "")
                texts[subject.comment_field] = judgement.comment
    return texts


def judgements_of(form: Form, questions: QuestionForm, judged: Sequence[Subject]) -> Iterator[Judgement]:
    """The judgements in a form. Raises an error if an answer is missing. Only faults have a cause."""
    for subject in judged:
        cause = form.text(subject.cause_field)
        if cause and cause not in questions.causes:
            raise RefusedError(422, "Choose one of the causes of the form.")
        for field in subject.fields:
            answer = form.text(field.name)
            if answer not in field.question.answers:
                raise RefusedError(422, "Answer every question. What you chose is kept as a draft.")
            yield Judgement(
                field.question.name,
                form.item,
                form.person,
                answer,
                subject.id,
                cause if answer in field.question.faults else "",
                form.text(subject.comment_field).strip(),
            )


def _questions(visit: Visit, item: Item, name: str) -> QuestionForm:
    """The form that was named, or the assigned one."""
    if not name and (assignment := assignment_of(visit, "judge", item.id)):
        name = assignment.form
    name = name or ("candidates" if visit.project.candidates(item.id) else "pairs")
    allowed = visit.may("editor") or assignment_of(visit, "judge", item.id, name) is not None
    if name not in FORMS or not allowed:
        raise RefusedError(404, "No such questions are assigned to you.")
    return FORMS[name]


def _subjects(visit: Visit, item: Item, questions: QuestionForm) -> list[Subject]:
    return subjects(questions, visit.project.candidates(item.id), visit.name)


@page()
def show(visit: Visit) -> Response:
    item = item_of(visit, "judge", visit.query("id"))
    questions = _questions(visit, item, visit.query("form"))
    judged = _subjects(visit, item, questions)
    judgements = visit.project.judgements(item=item.id, person=visit.name)
    form = open_form(visit, "judge", item, texts_of(judgements, judged), questions.name)
    return _page(visit, item, questions, judged, form)


def _page(
    visit: Visit,
    item: Item,
    questions: QuestionForm,
    judged: Sequence[Subject],
    form: Form,
    status: int = 200,
) -> Response:
    return visit.render(
        "judge",
        status,
        item=item,
        questions=questions,
        subjects=judged,
        form=form,
        assigned=assignment_of(visit, "judge", item.id, questions.name) is not None,
        saved=saved_item(visit),
        section="",
    )


@page()
def save(visit: Visit) -> Response:
    form = sent_form(visit)
    item = item_of(visit, "judge", form.item)
    questions = _questions(visit, item, form.form)
    judged = _subjects(visit, item, questions)

    def store(_: Draft) -> None:
        for judgement in list(judgements_of(form, questions, judged)):
            visit.project.judge(judgement)

    return submit(visit, form, lambda both: _page(visit, item, questions, judged, both, 409), store)
