"""Statistics of tasks -> where the score may lie, with 95% confidence. Pure.

A bootstrap draws only what was measured: where all tasks pass, or none, its interval has no width, and on few
tasks it is too narrow. So a score between 0 and 1 gets the interval of Clopper and Pearson. That is exact
where each task passes or fails. For other values it is taken on an effective number of tasks, as Korn and
Graubard (1998) do in surveys: so many tasks that pass or fail would vary as much as these. The variance is
estimated as if one task more had 0 and one task more had 1, so that few tasks that agree are not taken for
certainty. Tasks that are drawn together count as one, however many they are.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isclose, sqrt
from random import Random
from statistics import fmean, pvariance

from asmeant.metrics.beta import beta_quantile
from asmeant.metrics.resampling import CONFIDENCE, RESAMPLES, aggregated, bootstrap, draws, grouped, over
from asmeant.seams import Metric, Statistic

# What counts as the same number, whatever the order of a sum.
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a score may lie, and how that was found out, as a signature says it."""

    low: float
    high: float
    method: str


@dataclass(frozen=True, slots=True)
class Share:
    """A mean of values between 0 and 1, and how many tasks that pass or fail would vary as much."""

    value: float
    effective_tasks: float

    @property
    def low(self) -> float:
        return self._limit(0, 1, (1 - CONFIDENCE) / 2)

    @property
    def high(self) -> float:
        return self._limit(1, 0, (1 + CONFIDENCE) / 2)

    def _limit(self, more_passed: int, more_failed: int, tail: float) -> float:
        passed = self.value * self.effective_tasks
        return beta_quantile(passed + more_passed, self.effective_tasks - passed + more_failed, tail)


def interval(
    metric: Metric,
    statistics: Sequence[Statistic],
    random: Random,
    clusters: Sequence[Hashable] | None = None,
) -> Interval | None:
    """Of a metric's score on these tasks. One task, or one cluster, tells nothing."""
    groups = grouped(len(statistics), clusters)
    if len(groups) < 2:
        return None
    if is_mean(metric, statistics):
        return _of_share(share(statistics, groups), len(statistics))  # type: ignore[arg-type]
    how = f"bootstrap-{RESAMPLES}-seed-0"
    if is_bounded(metric, statistics):
        value = over(metric, statistics, groups)
        variance = pvariance([value(draw) for draw in draws(len(groups), random)])
        sizes = [len(group) / len(statistics) for group in groups]
        of_tasks = _share(aggregated(metric, statistics), variance, sizes)
        return _of_share(of_tasks, len(statistics), f"-{how}")
    low, high = bootstrap(metric, statistics, random, clusters) or (0.0, 0.0)
    return Interval(low, high, f"{how}-{CONFIDENCE:.0%}") if low < high else None


def _of_share(share: Share, tasks: int, variance: str = "") -> Interval:
    exact = isclose(share.effective_tasks, tasks)
    effective = "" if exact else f"-effective-tasks-{share.effective_tasks:.1f}"
    return Interval(share.low, share.high, f"clopper-pearson-{CONFIDENCE:.0%}{effective}{variance}")


def is_mean(metric: Metric, statistics: Sequence[Statistic]) -> bool:
    """Whether the score is the mean of values between 0 and 1, one for each task."""
    values = [item for item in statistics if not isinstance(item, tuple) and 0 <= item <= 1]
    return len(values) == len(statistics) and isclose(
        aggregated(metric, statistics), fmean(values), rel_tol=ROUNDING, abs_tol=ROUNDING
    )


def is_bounded(metric: Metric, statistics: Sequence[Statistic]) -> bool:
    """Whether the score lies between 0 and 1, and that of each task alone, too."""
    scores = (aggregated(metric, part) for part in (statistics, *([item] for item in statistics)))
    return all(-ROUNDING <= score <= 1 + ROUNDING for score in scores)


def share(values: Sequence[float], groups: Sequence[Sequence[int]]) -> Share:
    """The mean of values between 0 and 1. The variance is that between groups."""
    value = min(1.0, max(0.0, fmean(values)))
    deviations = (sum(values[place] - value for place in group) / len(values) for group in groups)
    variance = sum(deviation**2 for deviation in deviations)
    return _share(value, variance, [len(group) / len(values) for group in groups])


def _share(value: float, variance: float, sizes: Sequence[float]) -> Share:
    """From the variance of a mean, and the share of the tasks that each group has."""
    value = min(1.0, max(0.0, value))
    # Groups of the same size that would weigh as much (Kish): no mean of them varies more than if each
    # passed or failed as a whole.
    alike = 1 / sum(size**2 for size in sizes)
    variance += (value**2 + (1 - value) ** 2) / alike**2
    return Share(value, max(alike, value * (1 - value) / variance))


# ── differences ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Limits:
    """A number, and where it may lie."""

    value: float
    low: float
    high: float


def less(first: Limits, second: Limits, correlation: float = 0.0) -> Limits:
    """The first less the second, from the limits of both (Zou and Donner 2008)."""
    down = _joined(first.value - first.low, second.high - second.value, correlation)
    up = _joined(first.high - first.value, second.value - second.low, correlation)
    value = first.value - second.value
    return Limits(value, value - down, value + up)


def _joined(one: float, other: float, correlation: float) -> float:
    return sqrt(max(0.0, one**2 + other**2 - 2 * correlation * one * other))


def paired(differences: Sequence[float], groups: Sequence[Sequence[int]]) -> Limits:
    """The mean of differences between -1 and 1: the share that rises less the share that falls."""
    risen = share([max(0.0, item) for item in differences], groups)
    fallen = share([max(0.0, -item) for item in differences], groups)
    # A task that rises does not fall, so the two shares go against each other.
    odds = risen.value * fallen.value
    spare = (1 - risen.value) * (1 - fallen.value)
    correlation = -min(1.0, sqrt(odds / spare)) if spare > 0 else -1.0
    return less(
        Limits(risen.value, risen.low, risen.high), Limits(fallen.value, fallen.low, fallen.high), correlation
    )
