"""Votes -> the winning proposal. Pure.

Proposals are compared in pairs: the one that more people rank higher wins the comparison. The proposal with
the most won comparisons wins, with ties counting half (Copeland's method).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from asmeant.authoring.project.records import Vote


@dataclass(frozen=True, slots=True)
class Tally:
    """The comparisons that each proposal won, by id, and the leaders: several if there is a tie."""

    votes: int
    wins: Mapping[int, float]
    leaders: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        return self.leaders[0] if len(self.leaders) == 1 else None

    @property
    def is_tied(self) -> bool:
        return len(self.leaders) > 1


def tally(proposals: Sequence[int], votes: Sequence[Vote]) -> Tally:
    """A person who ranks only one of two proposals does not count for this pair."""
    wins = dict.fromkeys(proposals, 0.0)
    for first, second in combinations(proposals, 2):
        margin = sum(_preference(vote.ranks, first, second) for vote in votes)
        wins[first] += 1.0 if margin > 0 else 0.5 if margin == 0 else 0.0
        wins[second] += 1.0 if margin < 0 else 0.5 if margin == 0 else 0.0
    best = max(wins.values(), default=0.0)
    leaders = tuple(proposal for proposal in proposals if wins[proposal] == best) if votes else ()
    return Tally(len(votes), wins, leaders)


def _preference(ranks: Mapping[int, int], first: int, second: int) -> int:
    """1 if the first is ranked higher, -1 if the second is, 0 for a tie."""
    if first not in ranks or second not in ranks:
        return 0
    return (ranks[first] < ranks[second]) - (ranks[first] > ranks[second])
