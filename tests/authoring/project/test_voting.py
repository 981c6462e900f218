from __future__ import annotations

import pytest

from asmeant.authoring.project import Vote
from asmeant.authoring.project.voting import tally


@pytest.mark.parametrize(
    ("rankings", "wins", "leaders"),
    [
        ([], {1: 1, 2: 1, 3: 1}, ()),
        ([{1: 1, 2: 2, 3: 3}], {1: 2, 2: 1, 3: 0}, (1,)),
        # Most first places do not win: 2 is preferred to 1 by three of five, and to 3 by all.
        (
            [{1: 1, 2: 2, 3: 3}] * 2 + [{2: 1, 3: 2, 1: 3}] * 2 + [{3: 2, 2: 1, 1: 3}],
            {1: 0, 2: 2, 3: 1},
            (2,),
        ),
        ([{1: 1, 2: 1, 3: 2}], {1: 1.5, 2: 1.5, 3: 0}, (1, 2)),
        # A circle: each is preferred to one other.
        ([{1: 1, 2: 2, 3: 3}, {2: 1, 3: 2, 1: 3}, {3: 1, 1: 2, 2: 3}], {1: 1, 2: 1, 3: 1}, (1, 2, 3)),
        # Who ranks only one of two proposals says nothing about these two.
        ([{3: 5}, {1: 2, 2: 1}], {1: 0.5, 2: 1.5, 3: 1}, (2,)),
    ],
)
def test_the_proposal_that_wins_most_comparisons(
    rankings: list[dict[int, int]], wins: dict[int, float], leaders: tuple[int, ...]
) -> None:
    votes = [Vote("a", f"p{number}", ranks) for number, ranks in enumerate(rankings)]
    result = tally([1, 2, 3], votes)
    assert (result.wins, result.leaders, result.votes) == (wins, leaders, len(votes))
    assert result.winner == (leaders[0] if len(leaders) == 1 else None)
    assert result.is_tied == (len(leaders) > 1)
