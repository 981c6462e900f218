"""Voting is blind: shuffled for each person, without strategies, and equal ranks are ties."""

from __future__ import annotations

import re
from collections.abc import Callable

from asmeant.authoring.project import Project, Proposal
from asmeant.web.pages.authoring.voting import ballot
from tests.web.pages.authoring.making import Person, add_votes

VOTE = "/author/vote?id=i1"
Visitor = Callable[[str], Person]


def descriptions(page: str) -> list[str]:
    return re.findall(r'<p class="full"[^>]*>(.*?)</p>', page)


def test_a_vote_with_ties(project: Project, visitor: Visitor) -> None:
    add_votes(project)
    ann = visitor("ann")
    page = ann.get(VOTE)
    assert sorted(descriptions(page)) == ["one", "three", "two"]
    assert not re.search("original|direct|facts", page.partition("<main")[2])
    fields = re.findall(r'name="(rank-\w+)" value="1"', page)
    ranks = dict(zip(descriptions(page), ("1", "2", "1"), strict=True))
    chosen = dict(zip(fields, ranks.values(), strict=True))
    answer = ann.post("/author/vote", ann.form(VOTE) | chosen | {"comment": "close", "action": "finish"})
    assert answer.status_code == 303, answer.text
    (vote,) = project.votes("i1")
    texts = {one.id: one.text for one in project.proposals("i1")}
    assert {texts[number]: str(rank) for number, rank in vote.ranks.items()} == ranks
    assert (vote.person, vote.comment) == ("ann", "close")
    assert ann.form(VOTE)[fields[1]] == "2"  # a vote can be changed
    assert project.assignments(person="ann", kind="vote")[0].state == "done"


def test_every_description_needs_a_rank(project: Project, visitor: Visitor) -> None:
    add_votes(project)
    ann = visitor("ann")
    first = re.findall(r'name="(rank-\w+)" value="1"', ann.get(VOTE))[0]
    for rank in ("1", "4", "x"):
        form = ann.form(VOTE) | {first: rank, "action": "finish"}
        assert ann.post("/author/vote", form).status_code == 422
    assert project.votes("i1") == []
    assert project.draft("vote", "i1", "ann") is not None  # what was chosen is kept


def test_only_who_is_asked_votes(project: Project, visitor: Visitor) -> None:
    add_votes(project)
    project.assign("vote", ["i2"], ["bob"], by="ed", each=1)
    assert visitor("ann").client.get("/author/vote?id=i2").status_code == 404
    assert "no two descriptions" in visitor("bob").get("/author/vote?id=i2")


def test_fields_do_not_tell_which_came_first() -> None:
    proposals = [Proposal(number, "i", "", str(number)) for number in range(5)]
    fields = [line.field for line in ballot(proposals, "ann")]
    assert len(set(fields)) == 5
    assert fields != [line.field for line in ballot(proposals, "bob")]
    assert fields != sorted(fields)
