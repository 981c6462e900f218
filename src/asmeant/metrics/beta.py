"""The beta distribution, by which exact intervals are made. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp, lgamma, log, log1p

PRECISION = 1e-12
MOST_STEPS = 10_000


def beta_share(a: float, b: float, x: float) -> float:
    """The chance that a beta variable is at most x: the regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    # The fraction converges quickly only below the mean; above it, the other tail is computed.
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    return front / (a * _continued_fraction(_coefficients(a, b, x)))


@lru_cache(4096)  # slices of a run often have the same counts
def beta_quantile(a: float, b: float, share: float) -> float:
    """Where a beta variable lies below with that chance. Without weight on one side, it lies at that end."""
    if a <= 0:
        return 0.0
    if b <= 0:
        return 1.0
    low, high = 0.0, 1.0
    while high - low > PRECISION:
        middle = (low + high) / 2
        low, high = (middle, high) if beta_share(a, b, middle) < share else (low, middle)
    return (low + high) / 2


def _coefficients(a: float, b: float, x: float) -> Iterator[float]:
    """Of the continued fraction 1 + c1 / (1 + c2 / (1 + ...))."""
    for step in range(MOST_STEPS):
        yield -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        m = step + 1
        yield m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))


def _continued_fraction(coefficients: Iterator[float]) -> float:
    """1 + c1 / (1 + c2 / (1 + ...)), from the front (Lentz's method)."""
    tiny = 1e-300
    value = upper = 1.0
    lower = 0.0
    for coefficient in coefficients:
        lower = 1 / ((1 + coefficient * lower) or tiny)
        upper = (1 + coefficient / upper) or tiny
        value *= upper * lower
        if abs(upper * lower - 1) < PRECISION:
            break
    return value
