"""The beta distribution, beside closed forms."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.metrics.beta import beta_quantile, beta_share


@given(st.integers(1, 60), st.integers(1, 60), st.floats(0.001, 0.999))
def test_whole_numbers_are_sums_of_binomials(a: int, b: int, x: float) -> None:
    n = a + b - 1
    closed = sum(comb(n, j) * x**j * (1 - x) ** (n - j) for j in range(a, n + 1))
    assert beta_share(a, b, x) == pytest.approx(closed, abs=1e-9)


@given(st.floats(1, 5e4), st.floats(1, 5e4), st.floats(0.01, 0.99))
def test_a_quantile_is_where_the_share_is_reached(a: float, b: float, share: float) -> None:
    assert beta_share(a, b, beta_quantile(a, b, share)) == pytest.approx(share, abs=1e-4)


def test_the_ends() -> None:
    assert (beta_share(2, 3, 0.0), beta_share(2, 3, 1.0), beta_share(2, 3, -1.0)) == (0.0, 1.0, 0.0)
    assert (beta_quantile(0, 3, 0.5), beta_quantile(3, 0, 0.5)) == (0.0, 1.0)
