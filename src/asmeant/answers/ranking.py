"""Answers -> groups that do the same, best first. Pure.

Consensus is by what answers do, not by their text: the more answers do the same, the higher the group. What
fails comes last, however many answers fail in the same way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from asmeant.answers.answer import Answer, Group, Standing

ORDER: dict[Standing, int] = {"works": 0, "untried": 1, "waits": 2, "fails": 3}


def rank(answers: Iterable[Answer]) -> list[Group]:
    """Equal groups stay in the order in which their first answers came."""
    by_behaviour: dict[tuple[Standing, str], list[Answer]] = defaultdict(list)
    total = 0
    for answer in answers:
        by_behaviour[answer.standing, answer.behaviour].append(answer)
        total += 1
    groups = [
        Group(len(members) / total, tuple(_distinct(sorted(members, key=_likelihood))))
        for members in by_behaviour.values()
    ]
    return sorted(
        groups,
        key=lambda group: (ORDER[group.best.standing], -group.score, *_likelihood(group.best)),
    )


def _likelihood(answer: Answer) -> tuple[float, int]:
    """For sorting: the likeliest first, then the earliest."""
    return -(answer.log_probability if answer.log_probability is not None else 0.0), answer.rank


def _distinct(answers: Iterable[Answer]) -> list[Answer]:
    """Each text once."""
    return list({answer.code: answer for answer in reversed(list(answers))}.values())[::-1]
