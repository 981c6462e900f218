"""The page for voting: descriptions of one item side by side, without their origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from starlette.responses import Response

from asmeant.authoring.project import Draft, Item, Proposal, Vote
from asmeant.web.pages.authoring.forms import Form, number, open_form, saved_item, sent_form, submit
from asmeant.web.pages.authoring.visit import Visit, assignment_of, item_of, page
from asmeant.web.responses import RefusedError

COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class BallotLine:
    """`field` is opaque, because the number of a proposal would reveal when it was made."""

    field: str
    text: str
    proposal: int


def ballot(proposals: Sequence[Proposal], person: str) -> list[BallotLine]:
    return [
        BallotLine(
            "rank-" + sha256(f"{person}\0{proposal.id}".encode()).hexdigest()[:12], proposal.text, proposal.id
        )
        for proposal in proposals
    ]


def texts_of(vote: Vote | None, lines: Sequence[BallotLine]) -> Mapping[str, str]:
    if vote is None:
        return {}
    ranks = {line.field: str(vote.ranks[line.proposal]) for line in lines if line.proposal in vote.ranks}
    return {**ranks, COMMENT: vote.comment}


def vote_of(form: Form, lines: Sequence[BallotLine]) -> Vote:
    ranks = {line.proposal: number(form.text(line.field)) for line in lines}
    if not all(1 <= rank <= len(lines) for rank in ranks.values()):
        raise RefusedError(
            422, "Give every description a rank: 1 is best. Equal ranks are ties. What you chose is kept."
        )
    return Vote(form.item, form.person, ranks, form.text(COMMENT).strip())


@page()
def show(visit: Visit) -> Response:
    item = item_of(visit, "vote", visit.query("id"))
    lines = ballot(visit.project.ballot(item.id, visit.name), visit.name)
    earlier_vote = next((vote for vote in visit.project.votes(item.id) if vote.person == visit.name), None)
    return _page(visit, item, lines, open_form(visit, "vote", item, texts_of(earlier_vote, lines)))


def _page(visit: Visit, item: Item, lines: Sequence[BallotLine], form: Form, status: int = 200) -> Response:
    return visit.render(
        "vote",
        status,
        item=item,
        lines=lines,
        form=form,
        assigned=assignment_of(visit, "vote", item.id) is not None,
        saved=saved_item(visit),
        section="",
    )


@page()
def save(visit: Visit) -> Response:
    form = sent_form(visit)
    item = item_of(visit, "vote", form.item)
    lines = ballot(visit.project.ballot(item.id, visit.name), visit.name)

    def store(_: Draft) -> None:
        visit.project.vote(vote_of(form, lines))

    return submit(visit, form, lambda both: _page(visit, item, lines, both, 409), store)
