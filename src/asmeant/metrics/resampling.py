"""Statistics -> what the metric gives on tasks that are drawn again with replacement. Pure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import isfinite
from random import Random
from typing import Any

from asmeant.errors import PluginError
from asmeant.seams import Metric, NeedsOnlySums, Statistic

RESAMPLES = 1000
CONFIDENCE = 0.95
# Larger sets are drawn anew for each metric. 32 MB of them are remembered at most.
MOST_REMEMBERED = 4_000_000


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


def draws(count: int, random: Random, resamples: int = RESAMPLES) -> Iterator[Sequence[int]]:
    """As many of `count` groups as there are, with replacement, again and again.

    A generator draws the same from the same state, so the metrics of one set of tasks share their draws.
    """
    if count * resamples > MOST_REMEMBERED:
        yield from _drawn(count, random, resamples)
        return
    remembered, state = _remembered(count, random.getstate(), resamples)
    random.setstate(state)
    yield from remembered


@lru_cache(maxsize=1)
def _remembered(
    count: int, state: tuple[Any, ...], resamples: int
) -> tuple[list[list[int]], tuple[Any, ...]]:
    """The draws from a state of a generator, and its state afterwards."""
    random = Random()
    random.setstate(state)
    return list(_drawn(count, random, resamples)), random.getstate()


def _drawn(count: int, random: Random, resamples: int) -> Iterator[list[int]]:
    everything = list(range(count))
    for _ in range(resamples):
        yield random.choices(everything, k=count)


def over(
    metric: Metric, statistics: Sequence[Statistic], groups: Sequence[Sequence[int]]
) -> Callable[[Sequence[int]], float]:
    """A function from drawn groups to the metric's number on their tasks."""
    widths = {len(row) if isinstance(row, tuple) else 0 for row in statistics}
    if not isinstance(metric, NeedsOnlySums) or len(widths) > 1:
        rows = statistics.__getitem__
        return lambda draw: aggregated(metric, list(map(rows, _places(groups, draw))))
    by_sums = _by_packed_sums if all(map(_counts, statistics)) else _by_column_sums
    sums, from_sums = by_sums(statistics, groups), metric.from_sums
    return lambda draw: _number(metric, from_sums(*sums(draw)))


def _places(groups: Sequence[Sequence[int]], draw: Sequence[int]) -> Iterator[int]:
    """Of the tasks of drawn groups."""
    return chain.from_iterable(map(groups.__getitem__, draw))


# From drawn groups to the sum of each column over their tasks, and the number of these.
_Sums = Callable[[Sequence[int]], tuple[Sequence[float], int]]


def _by_column_sums(statistics: Sequence[Statistic], groups: Sequence[Sequence[int]]) -> _Sums:
    """Column by column, in the order of the draw: a sum of fractions depends on the order."""
    columns = list(zip(*map(_columns, statistics), strict=True))
    single = all(place == group[0] and len(group) == 1 for place, group in enumerate(groups))

    def sums(draw: Sequence[int]) -> tuple[Sequence[float], int]:
        places = draw if single else list(_places(groups, draw))
        return [sum(map(column.__getitem__, places)) for column in columns], len(places)

    return sums


def _by_packed_sums(statistics: Sequence[Statistic], groups: Sequence[Sequence[int]]) -> _Sums:
    """Of counts, all columns of a group are one large integer. Adding whole numbers is exact in any order."""
    clusters = [[statistics[place] for place in group] for group in groups]
    largest = max((value for row in statistics for value in _columns(row)), default=0)
    # A cluster may be drawn as often as there are clusters, and has as many tasks as it has.
    drawn = len(clusters) * max(map(len, clusters))
    bits = (int(largest) * drawn + drawn).bit_length() + 1
    mask = (1 << bits) - 1
    packed = [sum(_packed((1.0, *_columns(row)), bits) for row in cluster) for cluster in clusters]
    shifts = range(0, bits * (1 + len(_columns(statistics[0]))), bits)

    def sums(draw: Sequence[int]) -> tuple[Sequence[float], int]:
        total = sum(map(packed.__getitem__, draw))
        tasks, *columns = [total >> shift & mask for shift in shifts]
        return columns, tasks

    return sums


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
