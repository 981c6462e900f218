from __future__ import annotations

import pytest

from asmeant.analysis.questions.correlation import pearson, ranks, spearman
from tests import needs


@pytest.mark.parametrize(
    ("xs", "ys", "linear", "ranked"),
    [
        ([1, 2, 3], [2, 4, 6], 1.0, 1.0),
        ([1, 2, 3], [3, 2, 1], -1.0, -1.0),
        ([1, 2, 3, 100], [1, 2, 3, 4], 0.78504, 1.0),
        # Point-biserial, by hand: means 3 and 1, standard deviation 1.27475, shares a half each.
        ([0, 2, 2.5, 3.5], [0, 0, 1, 1], 0.78446, 0.89443),
        ([1, 1, 1], [0, 1, 1], None, None),
        ([1, 2], [1, 1], None, None),
        ([1], [1], None, None),
        ([], [], None, None),
    ],
)
def test_how_far_two_columns_go_together(
    xs: list[float], ys: list[float], linear: float | None, ranked: float | None
) -> None:
    assert pearson(xs, ys) == (None if linear is None else pytest.approx(linear, abs=1e-4))
    assert spearman(xs, ys) == (None if ranked is None else pytest.approx(ranked, abs=1e-4))


def test_equal_values_share_their_rank() -> None:
    assert ranks([10, 20, 20, 5, 20]) == [2, 4, 4, 1, 4]


def test_against_scipy() -> None:
    stats = pytest.importorskip("scipy.stats", reason=needs.DEV)
    xs, ys = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0], [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0]
    assert pearson(xs, ys) == pytest.approx(stats.pointbiserialr(ys, xs).statistic)
    assert spearman(xs, ys) == pytest.approx(stats.spearmanr(xs, ys).statistic)
