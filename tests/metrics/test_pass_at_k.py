from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.metrics.pass_at_k import PassAtK, pass_at_k
from asmeant.metrics.solvability import Solvability
from asmeant.records import Status, Verdict
from asmeant.testing import make_task


def brute_force(n: int, right: int, k: int) -> Fraction:
    """Draw every k of n candidates, and count the draws that hold a right one."""
    draws = list(combinations([True] * right + [False] * (n - right), k))
    return Fraction(sum(any(draw) for draw in draws), len(draws))


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n))))
def test_equals_brute_force(case: tuple[int, int, int]) -> None:
    assert pass_at_k(*case) == float(brute_force(*case))


@pytest.mark.parametrize(
    ("n", "right", "k", "value"),
    [
        (1, 1, 1, 1.0),
        (1, 0, 1, 0.0),
        (10, 3, 1, 0.3),
        (10, 10, 10, 1.0),
        (10, 0, 10, 0.0),
        (200, 1, 100, 0.5),
    ],
)
def test_known_values(n: int, right: int, k: int, value: float) -> None:
    assert pass_at_k(n, right, k) == value


def test_large_n_is_exact_where_floats_overflow() -> None:
    n, right, k = 100_000, 17, 5_000
    exact = 1 - Fraction(comb(n - right, k), comb(n, k))
    assert pass_at_k(n, right, k) == float(exact)


@pytest.mark.parametrize(("n", "right", "k"), [(3, 4, 1), (3, 1, 4), (3, -1, 1), (3, 1, 0)])
def test_what_is_not_defined_is_refused(n: int, right: int, k: int) -> None:
    with pytest.raises(ValueError, match="not defined"):
        pass_at_k(n, right, k)


def verdicts(*statuses: Status) -> list[Verdict]:
    return [Verdict("double", rank, status) for rank, status in enumerate(statuses)]


@pytest.mark.parametrize(
    ("statuses", "at_1", "at_2", "solved"),
    [
        (("passed", "failed"), 0.5, 1.0, 1.0),
        (("failed", "failed"), 0.0, 0.0, 0.0),
        (("passed", "undecided"), 0.5, 1.0, 1.0),
        (("failed", "undecided"), 0.0, 0.0, 0.0),
        (("passed",), 1.0, None, 1.0),
        (("undecided", "undecided"), None, None, None),
        ((), None, None, None),
    ],
)
def test_an_undecided_candidate_counts_as_not_passed_unless_the_task_is_undecided(
    statuses: tuple[Status, ...], at_1: float | None, at_2: float | None, solved: float | None
) -> None:
    given_verdicts = verdicts(*statuses)
    assert PassAtK(1).measure(make_task(), [], given_verdicts) == at_1
    assert PassAtK(2).measure(make_task(), [], given_verdicts) == at_2
    assert Solvability().measure(make_task(), [], given_verdicts) == solved


def test_why_a_task_has_no_value() -> None:
    assert PassAtK(10).why(make_task(), [], verdicts("passed")) == "needs 10 candidates per task and has 1"
    assert PassAtK(10).why(make_task(), [], verdicts("undecided")) == "undecided"
