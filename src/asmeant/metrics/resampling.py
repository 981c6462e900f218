"""Statistics -> what the metric gives on tasks that are drawn again with replacement. Pure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from math import isfinite
from random import Random

from asmeant.errors import PluginError
from asmeant.seams import Metric, NeedsOnlySums, Statistic

RESAMPLES = 1000
CONFIDENCE = 0.95


def bootstrap(
    metric: Metric,
    statistics: Sequence[Statistic],
    random: Random,
    clusters: Sequence[Hashable] | None = None,
) -> tuple[float, float] | None:
    """The middle of what the metric gives on tasks drawn again. One task, or one cluster, tells nothing."""
    groups = grouped(len(statistics), clusters)
    if len(groups) < 2:
        return None
    value = over(metric, statistics, groups)
    return middle(value(draw) for draw in draws(len(groups), random))


def middle(drawn: Iterable[float]) -> tuple[float, float]:
    """Between these lie 95% of what was drawn."""
    values, tail = sorted(drawn), (1 - CONFIDENCE) / 2
    return values[int(tail * len(values))], values[int((1 - tail) * len(values)) - 1]


def aggregated(metric: Metric, statistics: Sequence[Statistic]) -> float:
    """The metric's number, which must be one."""
    return _number(metric, metric.aggregate(statistics))


def grouped(count: int, clusters: Sequence[Hashable] | None = None) -> list[list[int]]:
    """The places of tasks that are drawn together, in the order in which clusters come first."""
    if clusters is None:
        return [[place] for place in range(count)]
    groups: dict[Hashable, list[int]] = {}
    for place, cluster in zip(range(count), clusters, strict=True):
        groups.setdefault(cluster, []).append(place)
    return list(groups.values())


def draws(count: int, random: Random, resamples: int = RESAMPLES) -> Iterator[list[int]]:
    """As many of `count` groups as there are, with replacement, again and again."""
    everything = range(count)
    for _ in range(resamples):
        yield random.choices(everything, k=count)


def over(
    metric: Metric, statistics: Sequence[Statistic], groups: Sequence[Sequence[int]]
) -> Callable[[Sequence[int]], float]:
    """A function from drawn groups to the metric's number on their tasks."""
    clusters = [[statistics[place] for place in group] for group in groups]
    value = _by_sums(metric, clusters)
    if value is not None:
        return value
    if all(len(cluster) == 1 for cluster in clusters):
        single = [cluster[0] for cluster in clusters]
        return lambda draw: aggregated(metric, [single[group] for group in draw])
    return lambda draw: aggregated(metric, [statistic for group in draw for statistic in clusters[group]])


def _by_sums(
    metric: Metric, clusters: Sequence[Sequence[Statistic]]
) -> Callable[[Sequence[int]], float] | None:
    """The same for a metric that needs only sums: of counts, all columns of a task are one large integer.

    Adding whole numbers is exact in any order, so this is the very number that `aggregate` gives.
    """
    if not isinstance(metric, NeedsOnlySums):
        return None
    from_sums = metric.from_sums
    rows = [statistic for cluster in clusters for statistic in cluster]
    widths = {len(row) if isinstance(row, tuple) else 0 for row in rows}
    if len(widths) > 1 or not all(_counts(row) for row in rows):
        return None
    (width,) = widths
    largest = max((value for row in rows for value in _columns(row)), default=0)
    # A cluster may be drawn as often as there are clusters, and has as many tasks as it has.
    drawn = len(clusters) * max(map(len, clusters))
    bits = (int(largest) * drawn + drawn).bit_length() + 1
    mask = (1 << bits) - 1
    packed = [sum(_packed((1.0, *_columns(row)), bits) for row in cluster) for cluster in clusters]

    def value(draw: Sequence[int]) -> float:
        total = sum(map(packed.__getitem__, draw))
        sums = [total >> (bits * place) & mask for place in range(1 + max(width, 1))]
        return _number(metric, from_sums(sums[1:], sums[0]))

    return value


def _columns(row: Statistic) -> tuple[float, ...]:
    return row if isinstance(row, tuple) else (row,)


def _counts(row: Statistic) -> bool:
    return all(value >= 0 and value == int(value) for value in _columns(row))


def _packed(columns: Sequence[float], bits: int) -> int:
    return sum(int(value) << (bits * place) for place, value in enumerate(columns))


def _number(metric: Metric, value: float) -> float:
    if not isfinite(value):
        raise PluginError(
            f"The metric '{metric.name}' makes {value} of its statistics. "
            f"An aggregate is a finite number: mend the metric."
        )
    return value
