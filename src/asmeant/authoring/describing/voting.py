"""Votes on descriptions: what a voter types -> ranks, and votes -> how far the voters agree.

Which proposal wins is counted by `project.voting`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from asmeant.analysis.annotators import Agreement, Answers, Subject, agreement
from asmeant.authoring.project import Project, Vote
from asmeant.errors import UsageError

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_ranks(text: str, proposals: Sequence[int]) -> dict[int, int]:
    """`B A=C`, best first, for the proposals shown as A, B, C. Those that are not named come last."""
    by_letter = dict(zip(LETTERS, proposals, strict=False))
    groups = [re.findall(r"[^=\s]+", group) for group in re.split(r"[\s,>]+", _joined(text)) if group]
    letters = [letter.upper() for group in groups for letter in group]
    unknown = [letter for letter in letters if letter not in by_letter]
    if not letters or unknown or len(set(letters)) < len(letters):
        known = " ".join(by_letter)
        raise UsageError(
            f"'{text.strip()[:40]}' is not a ranking of {known}. Write the best first, each once, and = for "
            f"a tie: {' '.join(list(by_letter)[:1])} {'='.join(list(by_letter)[1:3])}".rstrip()
        )
    groups.append([letter for letter in by_letter if letter not in letters])
    return {by_letter[letter.upper()]: rank for rank, group in enumerate(groups, start=1) for letter in group}


def _joined(text: str) -> str:
    """The text without the blanks around `=`, which may be wide."""
    return re.sub(r"\s*[=＝]\s*", "=", text.strip())


def comparisons(votes: Iterable[Vote], proposals: Sequence[int]) -> dict[int, Answers]:
    """The preference of each person for each pair of proposals that they have ranked."""
    answers: dict[int, dict[str, str]] = {}
    for number, (first, second) in enumerate(combinations(proposals, 2)):
        for vote in votes:
            if first in vote.ranks and second in vote.ranks:
                difference = vote.ranks[first] - vote.ranks[second]
                answer = "first" if difference < 0 else "second" if difference > 0 else "tie"
                answers.setdefault(number, {})[vote.person] = answer
    return dict(answers)


def voters_agreement(project: Project) -> Agreement:
    """How far the voters of a project agree."""
    votes: dict[str, list[Vote]] = {}
    for vote in project.votes():
        votes.setdefault(vote.item, []).append(vote)
    proposals: dict[str, list[int]] = {}
    for proposal in project.proposals():
        proposals.setdefault(proposal.item, []).append(proposal.id)
    return vote_agreement(votes, proposals)


def vote_agreement(votes: Mapping[str, Sequence[Vote]], proposals: Mapping[str, Sequence[int]]) -> Agreement:
    """How far people prefer the same of two descriptions, over all items."""
    judged: dict[Subject, Answers] = {
        (item, number): answers
        for item, ballots in votes.items()
        for number, answers in comparisons(ballots, proposals[item]).items()
    }
    return agreement("better description", judged)
