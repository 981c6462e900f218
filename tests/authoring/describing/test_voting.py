"""What a voter types, and how far voters agree."""

from __future__ import annotations

import pytest

from asmeant.authoring.describing.voting import comparisons, read_ranks, vote_agreement
from asmeant.authoring.project import Vote
from asmeant.errors import UsageError


@pytest.mark.parametrize(
    ("typed", "ranks"),
    [
        ("B A=C", {20: 1, 10: 2, 30: 2}),
        ("b", {20: 1, 10: 2, 30: 2}),
        ("c > a , b", {30: 1, 10: 2, 20: 3}),
        ("a = b c", {10: 1, 20: 1, 30: 2}),
        ("A＝B＝C", {10: 1, 20: 1, 30: 1}),
    ],
)
def test_ranks(typed: str, ranks: dict[int, int]) -> None:
    assert read_ranks(typed, [10, 20, 30]) == ranks


@pytest.mark.parametrize("typed", ["", "D", "A A", "=", "A?"])
def test_no_ranking(typed: str) -> None:
    with pytest.raises(UsageError, match="is not a ranking of A B C"):
        read_ranks(typed, [10, 20, 30])


def test_each_two_proposals_are_compared() -> None:
    votes = [Vote("i", "ana", {1: 1, 2: 2, 3: 2}), Vote("i", "bo", {1: 2, 2: 1})]
    assert comparisons(votes, [1, 2, 3]) == {
        0: {"ana": "first", "bo": "second"},
        1: {"ana": "first"},
        2: {"ana": "tie"},
    }


def test_agreement_is_over_comparisons() -> None:
    votes = {"i": [Vote("i", "ana", {1: 1, 2: 2, 3: 3}), Vote("i", "bo", {1: 1, 2: 3, 3: 2})]}
    agreed = vote_agreement(votes, {"i": [1, 2, 3]})
    assert agreed.subjects == 3
    assert agreed.raw.value == pytest.approx(2 / 3)
