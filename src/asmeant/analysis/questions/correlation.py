"""Two columns of numbers -> their correlation. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby
from math import sqrt


def pearson(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """From -1 to 1; None if a column is constant, or if there is only one row.

    With a column of 0 and 1 it is the point-biserial correlation.
    """
    if len(xs) < 2 or min(xs) == max(xs) or min(ys) == max(ys):
        return None
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread_x = sum((x - middle_x) ** 2 for x in xs)
    spread_y = sum((y - middle_y) ** 2 for y in ys)
    covariance = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    return covariance / sqrt(spread_x * spread_y)


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """The same for ranks, so that any monotonic relation counts."""
    return pearson(ranks(xs), ranks(ys))


def kendall(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Tau-b: concordant minus discordant pairs of rows, corrected for ties."""
    pairs = list(combinations(zip(xs, ys, strict=True), 2))
    signs = [(sign(x - a), sign(y - b)) for (x, y), (a, b) in pairs]
    moved_x, moved_y = (sum(1 for pair in signs if pair[side]) for side in (0, 1))
    if not moved_x or not moved_y:
        return None
    return sum(x * y for x, y in signs) / sqrt(moved_x * moved_y)


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def ranks(values: Sequence[float]) -> list[float]:
    """1 for the smallest; equal values share the mean of their ranks."""
    all_ranks = [0.0] * len(values)
    order = sorted(range(len(values)), key=lambda place: values[place])
    below = 0
    for _, group in groupby(order, key=lambda place: values[place]):
        places = list(group)
        for place in places:
            all_ranks[place] = below + (len(places) + 1) / 2
        below += len(places)
    return all_ranks
