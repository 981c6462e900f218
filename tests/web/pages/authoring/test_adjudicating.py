"""Editors decide where judges or voters disagree."""

from __future__ import annotations

from collections.abc import Callable

from asmeant.authoring.project import Judgement, Project, Proposal, Tally, Vote
from asmeant.web.pages.authoring.adjudicating import causes_of, proposal_rows
from tests.web.pages.authoring.making import NASTY, Person, add_candidates, add_votes
from tests.web.test_pages import assert_harmless

Visitor = Callable[[str], Person]


def disagree(project: Project) -> int:
    add_candidates(project)
    candidate = project.candidates("i1")[0].id
    project.judge(Judgement("command", "i1", "ann", "y", candidate))
    project.judge(Judgement("command", "i1", "bob", "n", candidate, "flag error", NASTY))
    return candidate


def test_a_disagreement_is_decided(project: Project, visitor: Visitor) -> None:
    candidate = disagree(project)
    ed = visitor("ed")
    address = f"/author/adjudicate/judgement?question=command&amp;item=i1&amp;candidate={candidate}"
    assert address in ed.get("/author/adjudicate")
    page = ed.get(address.replace("&amp;", "&"))
    assert_harmless(page)
    for word in ("ann", "bob", "wrong flag", "ls -l i1"):
        assert word in page
    fields = {"question": "command", "item": "i1", "candidate": str(candidate), "answer": "n"}
    fields |= {"cause": "flag error"}
    assert ed.post("/author/adjudicate/judgement", fields | {"cause": "nonsense"}).status_code == 422
    assert ed.post("/author/adjudicate/judgement", fields | {"answer": "maybe"}).status_code == 422
    assert ed.post("/author/adjudicate/judgement", fields | {"candidate": "99"}).status_code == 404
    assert ed.post("/author/adjudicate/judgement", fields | {"question": "why"}).status_code == 404
    assert visitor("ann").post("/author/adjudicate/judgement", fields).status_code == 403
    answer = ed.post("/author/adjudicate/judgement", fields)
    assert answer.headers["location"] == "/author/adjudicate"
    assert project.disagreements("command") == []
    (outcome,) = project.outcomes("command")
    assert outcome.final is not None
    assert (outcome.final.person, outcome.answer, outcome.final.cause) == ("ed", "n", "flag error")


def test_a_tie_of_votes_is_decided(project: Project, visitor: Visitor) -> None:
    add_votes(project)
    first, second, third = (one.id for one in project.proposals("i1"))
    project.vote(Vote("i1", "ann", {first: 1, second: 2, third: 3}))
    project.vote(Vote("i1", "bob", {first: 2, second: 1, third: 3}))
    for assignment in project.assignments(kind="vote"):
        project.finish(assignment.id, by=assignment.person)
    ed = visitor("ed")
    assert "/author/votes?id=i1" in ed.get("/author/adjudicate")
    page = ed.get("/author/votes?id=i1")
    for word in ("The vote is a tie", "original", "direct", "ann: 1", "bob: 2"):
        assert word in page
    fields = {"id": "i1", "version": "1", "proposal": str(second)}
    assert ed.post("/author/votes", fields | {"version": "7"}).status_code == 409
    assert ed.post("/author/votes", fields | {"proposal": "99"}).status_code == 422
    assert visitor("ann").post("/author/votes", fields).status_code == 403
    assert ed.post("/author/votes", fields).headers["location"] == "/author/item?id=i1"
    assert (project.item("i1").intent, project.item("i1").state) == ("two", "described")
    assert "/author/votes?id=i1" not in ed.get("/author/adjudicate")
    assert ed.post("/author/proposals", {"id": "i1", "text": "by hand"}).status_code == 303
    assert project.proposals("i1")[-1].by == "ed"


def test_the_best_proposal_comes_first() -> None:
    proposals = [Proposal(1, "i", "original", "a"), Proposal(2, "i", "direct", "b")]
    votes = [Vote("i", "ann", {1: 2, 2: 1}), Vote("i", "bob", {2: 1})]
    rows = proposal_rows(proposals, votes, Tally(2, {1: 0.0, 2: 1.0}, (2,)))
    assert [(row.proposal.id, row.ranks, row.leads) for row in rows] == [
        (2, (("ann", 1), ("bob", 1)), True),
        (1, (("ann", 2),), False),
    ]


def test_causes_of_all_forms_that_ask() -> None:
    assert causes_of("clear") == causes_of("correct")
    assert len(set(causes_of("command"))) == len(causes_of("command"))
    assert {"logic", "flag error"} <= set(causes_of("command"))
