"""Adjudication: people's different answers side by side, and an editor's decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from asmeant.authoring.project import (
    FORMS,
    QUESTIONS,
    THE_PAIR,
    Judgement,
    Outcome,
    Project,
    Proposal,
    Tally,
    Vote,
)
from asmeant.web.pages.authoring.forms import number
from asmeant.web.pages.authoring.visit import Visit, page
from asmeant.web.responses import RefusedError

MOST_SHOWN = 200


def causes_of(question: str) -> tuple[str, ...]:
    """The distinct causes of all forms that ask this question."""
    forms = [form for form in FORMS.values() if question in {item.name for item in form.questions}]
    return tuple(dict.fromkeys(cause for form in forms for cause in form.causes))


def address_of(outcome: Outcome) -> str:
    fields = {"question": outcome.question, "item": outcome.item, "candidate": str(outcome.candidate)}
    return "/author/adjudicate/judgement?" + urlencode(fields)


def disagreements(project: Project) -> list[Outcome]:
    return [outcome for name in project.judged_questions() for outcome in project.disagreements(name)]


def undecided_votes(project: Project) -> list[str]:
    """Items with votes whose intent has not been accepted yet."""
    voted = {assignment.item for assignment in project.assignments(kind="vote", state="done")}
    waiting = (item for state in ("new", "written") for item in project.items(state=state))
    return [item.id for item in waiting if item.id in voted]


@page("editor")
def show(visit: Visit) -> Response:
    outcomes, votes = disagreements(visit.project), undecided_votes(visit.project)
    return visit.render(
        "adjudicate",
        outcomes=[(outcome, address_of(outcome)) for outcome in outcomes[:MOST_SHOWN]],
        count=len(outcomes),
        votes=[(item, "/author/votes?" + urlencode({"id": item})) for item in votes[:MOST_SHOWN]],
        votes_count=len(votes),
        saved=None,
        section="adjudicate",
    )


# ── judgements ──


def _outcome(visit: Visit, question: str, item: str, candidate: int) -> Outcome:
    if question not in QUESTIONS:
        raise RefusedError(404, "There is no such question.")
    for outcome in visit.project.outcomes(question, item):
        if outcome.candidate == candidate:
            return outcome
    raise RefusedError(404, "Nobody has judged that.")


@page("editor")
def show_judgement(visit: Visit) -> Response:
    question = visit.query("question")
    outcome = _outcome(visit, question, visit.query("item"), number(visit.query("candidate")))
    candidates = {candidate.id: candidate for candidate in visit.project.candidates(outcome.item)}
    return visit.render(
        "disagreement",
        outcome=outcome,
        item=visit.project.item(outcome.item),
        question=QUESTIONS[question],
        causes=causes_of(question),
        candidate=candidates.get(outcome.candidate) if outcome.candidate != THE_PAIR else None,
        saved=None,
        section="adjudicate",
    )


@page("editor")
def decide(visit: Visit) -> Response:
    """Stores the decision, and goes on to the next disagreement."""
    fields = visit.fields
    question = fields.get("question", "")
    outcome = _outcome(visit, question, fields.get("item", ""), number(fields.get("candidate", "")))
    cause = fields.get("cause", "")
    if cause and cause not in causes_of(question):
        raise RefusedError(422, "Choose one of the causes of the form.")
    visit.project.adjudicate(
        Judgement(
            question,
            outcome.item,
            visit.name,
            fields.get("answer", ""),
            outcome.candidate,
            cause if fields.get("answer") in QUESTIONS[question].faults else "",
            fields.get("comment", "").strip(),
        )
    )
    following = disagreements(visit.project)
    return RedirectResponse(address_of(following[0]) if following else "/author/adjudicate", 303)


# ── votes ──


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """A proposal with the number of comparisons it won, and the rank from each person."""

    proposal: Proposal
    wins: float
    ranks: tuple[tuple[str, int], ...]
    leads: bool


def proposal_rows(proposals: Sequence[Proposal], votes: Sequence[Vote], tally: Tally) -> list[ProposalRow]:
    """The proposals, the best first."""
    rows = [
        ProposalRow(
            proposal,
            tally.wins[proposal.id],
            tuple((vote.person, vote.ranks[proposal.id]) for vote in votes if proposal.id in vote.ranks),
            proposal.id in tally.leaders,
        )
        for proposal in proposals
    ]
    return sorted(rows, key=lambda row: -row.wins)


@page("editor")
def show_votes(visit: Visit) -> Response:
    item = visit.project.item(visit.query("id"))
    tally, votes = visit.project.winner(item.id), visit.project.votes(item.id)
    return visit.render(
        "votes",
        item=item,
        rows=proposal_rows(visit.project.proposals(item.id), votes, tally),
        tally=tally,
        votes=votes,
        saved=None,
        section="adjudicate",
    )


@page("editor")
def accept(visit: Visit) -> Response:
    item = visit.project.item(visit.fields.get("id", ""))
    if number(visit.fields.get("version", "")) != item.version:
        raise RefusedError(409, "The item was changed meanwhile. Load the page again, and decide anew.")
    visit.project.accept(item, number(visit.fields.get("proposal", "")), by=visit.name)
    return RedirectResponse("/author/item?" + urlencode({"id": item.id}), 303)


@page("editor")
def propose(visit: Visit) -> Response:
    item = visit.project.item(visit.fields.get("id", ""))
    visit.project.add_proposal(item.id, "a person", visit.fields.get("text", "").strip(), by=visit.name)
    return RedirectResponse("/author/votes?" + urlencode({"id": item.id}), 303)
