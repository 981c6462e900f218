"""Tests of significance against values worked out by hand, brute force and scipy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.analysis.significance import (
    Pairs,
    detectable_flips,
    detectable_spread,
    holm,
    mcnemar,
    mcnemar_power,
    paired_bootstrap,
    permutation,
)
from asmeant.records import Candidate, Task, Verdict
from asmeant.testing import FakeMetric
from tests import needs


class Ratio:
    """Not a mean: the sum of one thing over the sum of another, as BLEU is made."""

    name = "ratio"

    def measure(self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> None:
        return None

    def aggregate(self, statistics: Sequence[tuple[float, ...]]) -> float:
        return sum(item[0] for item in statistics) / sum(item[1] for item in statistics)


class QuickRatio(Ratio):
    """The same from its sums."""

    def from_sums(self, sums: Sequence[float], tasks: int) -> float:
        return sums[0] / sums[1]


def paired(pairs: Sequence[tuple[Any, Any]], size: int = 1) -> Pairs:
    """Each `size` pairs in a row belong together."""
    groups = [list(range(start, min(start + size, len(pairs)))) for start in range(0, len(pairs), size)]
    return Pairs([first for first, _ in pairs], [second for _, second in pairs], groups)


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"),
    [
        (0, 0, 1.0),  # nothing flipped
        (1, 0, 1.0),  # one toss: 2 × 1/2
        (0, 5, 0.0625),  # 2 × 1/32
        (0, 6, 0.03125),  # 2 × 1/64
        (1, 5, 0.21875),  # 2 × (1 + 6) / 64
        (3, 3, 1.0),
        (2, 8, 0.109375),  # 2 × (1 + 10 + 45) / 1024
    ],
)
def test_mcnemar_by_hand(only_first: int, only_second: int, p: float) -> None:
    assert mcnemar(only_first, only_second) == p == mcnemar(only_second, only_first)


def test_mcnemar_is_the_binomial_test_of_scipy() -> None:
    scipy = pytest.importorskip("scipy.stats", reason=needs.DEV)
    for first, second in product(range(12), repeat=2):
        if first + second:
            assert mcnemar(first, second) == pytest.approx(scipy.binomtest(first, first + second, 0.5).pvalue)


def test_mcnemar_of_many_flips_does_not_overflow() -> None:
    assert 0 < mcnemar(900, 1100) < 0.0001
    assert mcnemar(1000, 1000) == 1.0


@given(st.lists(st.tuples(st.sampled_from([0.0, 1.0]), st.sampled_from([0.0, 1.0])), min_size=1, max_size=10))
@settings(max_examples=40, deadline=None)
def test_for_pass_and_fail_the_permutation_test_is_mcnemar(pairs: list[tuple[float, float]]) -> None:
    only_first = sum(first > second for first, second in pairs)
    only_second = sum(first < second for first, second in pairs)
    assert permutation(FakeMetric(), paired(pairs), Random(0)) == pytest.approx(
        mcnemar(only_first, only_second)
    )


PAIRS = [((1, 4), (3, 4)), ((2, 5), (2, 5)), ((0, 2), (1, 3)), ((5, 6), (3, 6)), ((1, 7), (4, 6))]


def brute_force(pairs: Pairs) -> float:
    """Every swap of every group, those that change nothing as well."""
    seen: list[float] = []
    for swaps in product([False, True], repeat=len(pairs.groups)):
        turned = {place for swap, group in zip(swaps, pairs.groups, strict=True) if swap for place in group}
        sides = [
            [
                (pairs.second if (place in turned) == swapped else pairs.first)[place]
                for place in range(len(pairs.first))
            ]
            for swapped in (True, False)
        ]
        metric: Any = Ratio()
        seen.append(abs(metric.aggregate(sides[1]) - metric.aggregate(sides[0])))
    return sum(value >= seen[0] - 1e-9 for value in seen) / len(seen)


@pytest.mark.parametrize("metric", [Ratio(), QuickRatio()], ids=["by aggregate", "by sums"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_permutation_is_brute_force(metric: Any, size: int) -> None:
    pairs = paired(PAIRS, size)
    assert permutation(metric, pairs, Random(0)) == brute_force(pairs)


def test_permutation_by_hand() -> None:
    # Differences 1, 2, 3: of the 8 signs only +++ and --- reach 6 in all.
    assert permutation(FakeMetric(), paired([(0, 1), (0, 2), (0, 3)]), Random(0)) == 2 / 8
    # As one question, they can only be swapped together.
    assert permutation(FakeMetric(), paired([(0, 1), (0, 2), (0, 3)], 3), Random(0)) == 1.0
    assert permutation(FakeMetric(), paired([(1, 1), (0, 0)]), Random(0)) == 1.0


def test_permutation_by_chance_is_near_the_exact_value() -> None:
    pairs = paired([*[(0.0, 1.0)] * 16, *[(1.0, 0.0)] * 6, *[(1.0, 1.0)] * 30])
    found = permutation(FakeMetric(), pairs, Random(0))
    assert found == pytest.approx(mcnemar(6, 16), abs=0.012)
    assert found == permutation(FakeMetric(), pairs, Random(0))
    assert permutation(FakeMetric(), paired([(0.0, 1.0)] * 40), Random(0)) == 1 / 5000


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        ([], []),
        ([0.03], [0.03]),
        ([0.01, 0.04, 0.03], [0.03, 0.06, 0.06]),  # 3 × 0.01, then 2 × 0.03, which 1 × 0.04 may not undercut
        ([0.5, 0.5], [1.0, 1.0]),
        ([0.02, 0.01, 0.01], [0.03, 0.03, 0.03]),
    ],
)
def test_holm_by_hand(p_values: list[float], adjusted: list[float]) -> None:
    assert holm(p_values) == pytest.approx(adjusted)


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_only_raises_and_keeps_the_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(before <= after <= 1 for before, after in zip(p_values, adjusted, strict=True))
    ranked = [after for _, after in sorted(zip(p_values, adjusted, strict=True))]
    assert ranked == sorted(ranked)


# ── intervals ──


def test_the_bootstrap_spreads_as_the_mean_of_differences_does() -> None:
    random = Random(4)
    differences = [random.choice([-1.0, 0.0, 0.0, 1.0, 1.0]) for _ in range(300)]
    spread = paired_bootstrap(FakeMetric(), paired([(0.0, item) for item in differences]), Random(0))
    mean = sum(differences) / 300
    error = (sum((item - mean) ** 2 for item in differences) / 300 / 300) ** 0.5
    assert spread is not None
    assert spread.deviation == pytest.approx(error, rel=0.08)
    assert spread.low == pytest.approx(mean - 1.96 * error, abs=0.2 * error)
    assert spread.high == pytest.approx(mean + 1.96 * error, abs=0.2 * error)


def test_pairs_that_go_together_leave_less_doubt_than_those_that_do_not() -> None:
    together = paired_bootstrap(FakeMetric(), paired([(0.0, 0.0), (1.0, 1.0)] * 50), Random(0))
    apart = paired_bootstrap(FakeMetric(), paired([(0.0, 1.0), (1.0, 0.0)] * 50), Random(0))
    assert together is not None
    assert apart is not None
    assert together.deviation == 0.0
    assert apart.low < -0.1 < 0.1 < apart.high


def test_tasks_of_one_question_are_drawn_together() -> None:
    pairs = [(0.0, 1.0)] * 30 + [(0.0, 0.0)] * 30
    single = paired_bootstrap(FakeMetric(), paired(pairs), Random(0))
    grouped = paired_bootstrap(FakeMetric(), paired(pairs, 10), Random(0))
    assert single is not None
    assert grouped is not None
    assert grouped.deviation > 2 * single.deviation


def test_sums_and_aggregates_give_the_same_interval() -> None:
    slow, quick = (
        paired_bootstrap(metric, paired(PAIRS * 4), Random(1)) for metric in (Ratio(), QuickRatio())
    )
    assert slow == quick


def test_one_group_tells_nothing() -> None:
    assert paired_bootstrap(FakeMetric(), paired([(0.0, 1.0), (1.0, 1.0)], 2), Random(0)) is None


# ── what a suite can show ──


def exact_power(tasks: int, share: float, difference: float) -> float:
    """The chance that McNemar's test says p < 0.05, over every way in which tasks may flip."""
    up, down = (share + difference) / 2, (share - difference) / 2
    power = 0.0
    for one, other in product(range(tasks + 1), repeat=2):
        if one + other <= tasks and mcnemar(one, other) < 0.05:
            ways = comb(tasks, one) * comb(tasks - one, other)
            power += ways * up**one * down**other * (1 - up - down) ** (tasks - one - other)
    return power


@pytest.mark.parametrize(
    ("tasks", "share", "difference"),
    [(5, 0.4, 0.2), (12, 1.0, 1.0), (30, 0.3, 0.1), (40, 0.5, 0.5), (40, 0.2, 0.0)],
)
def test_power_is_brute_force(tasks: int, share: float, difference: float) -> None:
    assert mcnemar_power(tasks, share, difference) == pytest.approx(
        exact_power(tasks, share, difference), abs=1e-7
    )


def test_without_a_difference_one_is_seldom_found() -> None:
    assert mcnemar_power(400, 0.25, 0.0) < 0.05


@pytest.mark.parametrize(
    ("tasks", "flips", "difference"),
    [
        (100, 0, 0.078),  # 7.8 flips on average: in four of five tries six or more, all one way
        (100, 30, 0.159),
        (439, 110, 0.068),
        (945, 200, 0.042),
        (6, 0, 0.964),  # six of six, four times in five: 0.964 to the power of six is 0.8
        (5, 0, None),  # five flips one way are no proof yet: p is 0.0625
        (1, 1, None),
    ],
)
def test_detectable_differences(tasks: int, flips: int, difference: float | None) -> None:
    found = detectable_flips(tasks, flips)
    assert found == (difference and pytest.approx(difference, abs=0.001))
    if found is not None:
        assert mcnemar_power(tasks, max(flips / tasks, found), found) == pytest.approx(0.8, abs=0.005)


def test_more_tasks_show_smaller_differences() -> None:
    found = [detectable_flips(tasks, tasks // 5) or 2.0 for tasks in (10, 50, 100, 500, 1000)]
    assert found == sorted(found, reverse=True)


def test_the_detectable_difference_of_any_metric() -> None:
    assert detectable_spread(1.0) == pytest.approx(1.9600 + 0.8416, abs=0.0002)
