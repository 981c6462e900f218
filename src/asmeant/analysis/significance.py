"""Paired statistics -> the significance of a difference. Pure: the random generator is a parameter.

Two runs on the same tasks give a pair of statistics for each task. Tasks from the same question are not
independent, so they form one group, and groups are resampled or swapped. A difference is always the second
run's score minus the first's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb, exp, lgamma, log, log1p, sqrt
from random import Random
from statistics import NormalDist, stdev

from asmeant.metrics.resampling import CONFIDENCE, RESAMPLES, draws, over
from asmeant.seams import Metric, Statistic

PERMUTATIONS = 4999
POWER = 0.8
# Up to this many groups that differ, all permutations are enumerated.
MOST_ENUMERATED = 12
# Sums in another order differ in the last digits, which is not a difference.
ROUNDING = 1e-9
# A detectable difference is computed to a tenth of a percentage point.
NEAR_ENOUGH = 0.0001


@dataclass(frozen=True, slots=True)
class Pairs:
    """The statistics of the same tasks in two runs, and the positions of tasks that form a group."""

    first: Sequence[Statistic]
    second: Sequence[Statistic]
    groups: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Spread:
    """The interval of a difference, and its standard deviation over resamples."""

    low: float
    high: float
    deviation: float


# ── intervals ──────────────────────────────────────────────────────────────────────────────────────


def paired_bootstrap(metric: Metric, pairs: Pairs, random: Random) -> Spread | None:
    """The difference on resampled groups, the same for both runs. A single group gives no interval."""
    if len(pairs.groups) < 2:
        return None
    first, second = (over(metric, side, pairs.groups) for side in (pairs.first, pairs.second))
    differences = sorted(second(draw) - first(draw) for draw in draws(len(pairs.groups), random))
    tail = (1 - CONFIDENCE) / 2
    return Spread(
        differences[int(tail * RESAMPLES)], differences[int((1 - tail) * RESAMPLES) - 1], stdev(differences)
    )


# ── tests ──────────────────────────────────────────────────────────────────────────────────────────


def mcnemar(only_first: int, only_second: int) -> float:
    """McNemar's exact two-sided test: the probability of flips at least as uneven by chance."""
    flips = only_first + only_second
    below = sum(comb(flips, count) for count in range(min(only_first, only_second) + 1))
    return min(1.0, 2 * below / (1 << flips))


def permutation(metric: Metric, pairs: Pairs, random: Random) -> float:
    """The probability of a difference at least as large if both runs were the same.

    Swapping a group whose two sides are equal changes nothing, so only the others are swapped: in all ways if
    they are few, otherwise in random ways.
    """
    tasks = len(pairs.first)
    differing = [
        group for group in pairs.groups if any(pairs.first[place] != pairs.second[place] for place in group)
    ]
    if not differing:
        return 1.0
    moved = {place for group in differing for place in group}
    unmoved = [place for place in range(tasks) if place not in moved]
    # Both runs' statistics are one list, and a side is a choice of groups from its halves.
    halves = [
        *differing,
        *([tasks + place for place in group] for group in differing),
        *([unmoved] if unmoved else []),
    ]
    value = over(metric, [*pairs.first, *pairs.second], halves)
    fixed = [2 * len(differing)] if unmoved else []

    def difference(swapped: int) -> float:
        turned = [swapped >> number & 1 for number in range(len(differing))]
        first = [number + len(differing) * turn for number, turn in enumerate(turned)]
        second = [number + len(differing) * (1 - turn) for number, turn in enumerate(turned)]
        return value([*second, *fixed]) - value([*first, *fixed])

    least = abs(difference(0)) - ROUNDING
    if len(differing) <= MOST_ENUMERATED:
        every = range(2 ** len(differing))
        return sum(abs(difference(way)) >= least for way in every) / len(every)
    ways: Iterator[int] = (random.getrandbits(len(differing)) for _ in range(PERMUTATIONS))
    # The observed assignment is one of the permutations, so no p-value is ever 0.
    return (1 + sum(abs(difference(way)) >= least for way in ways)) / (1 + PERMUTATIONS)


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for the number of tests (Holm 1979), in the original order."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    raised = [(len(order) - rank) * p_values[place] for rank, place in enumerate(order)]
    adjusted = dict(zip(order, accumulate(raised, max), strict=True))
    return [min(1.0, adjusted[place]) for place in range(len(p_values))]


# ── what a suite can show at all ───────────────────────────────────────────────────────────────────


def detectable_flips(tasks: int, flips: int) -> float | None:
    """The smallest difference in the share of passed tasks that is found with 80% power, if any is.

    Assumes as many flips as were observed, or as many as the difference itself requires: runs that agree do
    not make a small suite more sensitive.
    """

    def is_detected(difference: float) -> bool:
        return mcnemar_power(tasks, max(flips / tasks, difference), difference) >= POWER

    low, high = 0.0, 1.0
    if not is_detected(high):
        return None
    while high - low > NEAR_ENOUGH:
        middle = (low + high) / 2
        low, high = (low, middle) if is_detected(middle) else (middle, high)
    return high


def mcnemar_power(tasks: int, share: float, difference: float) -> float:
    """The power of McNemar's test for a difference, if this share of the tasks flips."""
    upward = (share + difference) / (2 * share)
    return sum(_binomial(tasks, share, flips) * _rejects(flips, upward) for flips in _likely(tasks, share))


def _rejects(flips: int, upward: float) -> float:
    """The probability that the test rejects, with this many flips."""
    limit = _few(flips)
    uneven = (up for up in _likely(flips, upward) if up < limit or up > flips - limit)
    return sum(_binomial(flips, upward, up) for up in uneven)


def _likely(count: int, share: float) -> range:
    """The counts with a relevant probability: within six standard deviations."""
    far = 6 * sqrt(count * share * (1 - share)) + 1
    return range(max(0, int(count * share - far)), min(count, int(count * share + far)) + 1)


@cache
def _few(flips: int) -> int:
    """The number of upward flips below which the test rejects."""
    limit = (1 << flips) * round(1000 * (1 - CONFIDENCE))  # in integers, because the numbers grow large
    ways, below, up = 1, 1, 0
    while 2 * 1000 * below < limit:
        ways = ways * (flips - up) // (up + 1)
        below, up = below + ways, up + 1
    return up


def _binomial(count: int, share: float, hits: int) -> float:
    if share in (0, 1):
        return float(hits == count * share)
    ways = lgamma(count + 1) - lgamma(hits + 1) - lgamma(count - hits + 1)
    return exp(ways + hits * log(share) + (count - hits) * log1p(-share))


def detectable_spread(deviation: float) -> float:
    """The same for any metric, from the standard deviation of its difference."""
    normal = NormalDist()
    return (normal.inv_cdf((1 + CONFIDENCE) / 2) + normal.inv_cdf(POWER)) * deviation
