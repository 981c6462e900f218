from __future__ import annotations

import pytest

from asmeant.authoring.project import ConflictError, NotAllowedError, Project, Vote
from asmeant.errors import DataError, UsageError

PEOPLE = ["ann", "ben", "cho"]


def proposed(project: Project) -> list[int]:
    strategies = ["original", "corrected", "facts"]
    return [project.add_proposal("a", name, f"list files, {name}", by="eve").id for name in strategies]


def test_people_vote_blind_and_the_winner_becomes_the_intent(any_project: Project) -> None:
    first, second, third = proposed(any_project)
    any_project.assign("vote", ["a"], PEOPLE, by="eve")
    ballot = any_project.ballot("a", "ann")
    assert {proposal.id for proposal in ballot} == {first, second, third}
    assert {(proposal.strategy, proposal.by) for proposal in ballot} == {("", "")}
    orders = [[proposal.id for proposal in any_project.ballot("a", name)] for name in "abcdefgh"]
    assert len({tuple(order) for order in orders}) > 1
    for person, ranks in zip(PEOPLE, [(2, 1, 3), (3, 1, 2), (1, 2, 2)], strict=True):
        any_project.vote(Vote("a", person, dict(zip((first, second, third), ranks, strict=True))))
    result = any_project.winner("a")
    assert (result.winner, result.votes) == (second, 3)
    accepted = any_project.accept(any_project.item("a"), second, by="eve")
    assert (accepted.intent, accepted.state) == ("list files, corrected", "described")
    # All candidates and votes are kept.
    assert len(any_project.proposals("a")) == len(any_project.votes("a")) == 3


def test_a_vote_takes_the_place_of_an_earlier_one_which_the_history_keeps(project: Project) -> None:
    first, second, _ = proposed(project)
    project.vote(Vote("a", "eve", {first: 1, second: 2}))
    project.vote(Vote("a", "eve", {first: 2, second: 1}, "on second thoughts"))
    assert [vote.comment for vote in project.votes("a")] == ["on second thoughts"]
    event = project.history("a")[-1]
    assert f'"{first}":1' in event.before
    assert f'"{first}":2' in event.after


def test_the_same_text_is_proposed_once(project: Project) -> None:
    proposal = project.add_proposal("a", "direct", "list", by="eve")
    assert project.add_proposal("a", "facts", "list", by="root") == proposal
    assert project.proposals("a") == [proposal]


def test_what_is_refused(project: Project) -> None:
    first, *_ = proposed(project)
    with pytest.raises(NotAllowedError, match="'a' is not assigned to 'ann'"):
        project.vote(Vote("a", "ann", {first: 1}))
    with pytest.raises(NotAllowedError, match="'a' is not assigned to 'ann'"):
        project.add_proposal("a", "mine", "text", by="ann")
    with pytest.raises(UsageError, match="Item 'b' has no proposal"):
        project.vote(Vote("b", "eve", {first: 1}))
    with pytest.raises(DataError, match="needs a rank of 1 or more"):
        project.vote(Vote("a", "eve", {first: 0}))
    with pytest.raises(DataError, match="is empty"):
        project.add_proposal("a", "direct", " ", by="eve")
    with pytest.raises(UsageError, match="Item 'b' has no proposal"):
        project.accept(project.item("b"), first, by="eve")
    with pytest.raises(NotAllowedError, match="an annotator"):
        project.accept(project.item("a"), first, by="ann")
    read = project.item("a")
    project.accept(read, first, by="eve")
    with pytest.raises(ConflictError):
        project.accept(read, first + 1, by="eve")
