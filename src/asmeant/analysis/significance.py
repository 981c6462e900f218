"""Paired statistics -> how sure a difference is. Pure: chance is a parameter, and nothing is read.

Two runs on the same tasks give each task a pair of statistics. Tasks that come from one question stand or
fall together, so they form one group, and it is groups that are drawn or swapped. A difference is always
the second run's score less the first's.
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
# Up to so many groups that differ, every way of swapping them is tried, and no chance is needed.
MOST_ENUMERATED = 12
# Sums in another order differ in the last digits; that is no difference.
ROUNDING = 1e-9
# A detectable difference is told to a tenth of a percentage point.
NEAR_ENOUGH = 0.0001


@dataclass(frozen=True, slots=True)
class Pairs:
    """What a metric measured on the same tasks in two runs, and the places of tasks that belong together."""

    first: Sequence[Statistic]
    second: Sequence[Statistic]
    groups: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Spread:
    """Where a difference may lie, and how far it varies from one draw of tasks to the next."""

    low: float
    high: float
    deviation: float


# ── intervals ──────────────────────────────────────────────────────────────────────────────────────


def paired_bootstrap(metric: Metric, pairs: Pairs, random: Random) -> Spread | None:
    """The difference on groups drawn again with replacement, the same for both runs. One tells nothing."""
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
    """Exact and two-sided: how likely flips are to fall as unevenly as that by the toss of a coin."""
    flips = only_first + only_second
    below = sum(comb(flips, count) for count in range(min(only_first, only_second) + 1))
    return min(1.0, 2 * below / (1 << flips))


def permutation(metric: Metric, pairs: Pairs, random: Random) -> float:
    """How likely a difference as large is if it made no difference which run an answer came from.

    Swapping a group whose two sides are the same changes nothing, so only the others are swapped: in every
    way where they are few, else in ways that are drawn.
    """
    tasks = len(pairs.first)
    others = [
        group for group in pairs.groups if any(pairs.first[place] != pairs.second[place] for place in group)
    ]
    if not others:
        return 1.0
    moved = {place for group in others for place in group}
    still = [place for place in range(tasks) if place not in moved]
    # Both runs' statistics are one list, and a side is a choice of groups from its halves.
    halves = [*others, *([tasks + place for place in group] for group in others), *([still] if still else [])]
    value = over(metric, [*pairs.first, *pairs.second], halves)
    fixed = [2 * len(others)] if still else []

    def difference(swapped: int) -> float:
        turned = [swapped >> number & 1 for number in range(len(others))]
        first = [number + len(others) * turn for number, turn in enumerate(turned)]
        second = [number + len(others) * (1 - turn) for number, turn in enumerate(turned)]
        return value([*second, *fixed]) - value([*first, *fixed])

    least = abs(difference(0)) - ROUNDING
    if len(others) <= MOST_ENUMERATED:
        every = range(2 ** len(others))
        return sum(abs(difference(way)) >= least for way in every) / len(every)
    ways: Iterator[int] = (random.getrandbits(len(others)) for _ in range(PERMUTATIONS))
    # The way it was is one of the ways, so no p-value is ever 0.
    return (1 + sum(abs(difference(way)) >= least for way in ways)) / (1 + PERMUTATIONS)


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values that stay honest when there are many of them (Holm 1979), in the order in which they came."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    raised = [(len(order) - rank) * p_values[place] for rank, place in enumerate(order)]
    adjusted = dict(zip(order, accumulate(raised, max), strict=True))
    return [min(1.0, adjusted[place]) for place in range(len(p_values))]


# ── what a suite can show at all ───────────────────────────────────────────────────────────────────


def detectable_flips(tasks: int, flips: int) -> float | None:
    """The smallest difference in the share of tasks passed that would be found with 80% power, if any would.

    With as many flips as were seen, or as many as the difference itself takes: runs that agree do not make a
    small suite a fine instrument.
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
    """The chance that McNemar's test finds a difference, when that share of the tasks flips."""
    upward = (share + difference) / (2 * share)
    return sum(_binomial(tasks, share, flips) * _rejects(flips, upward) for flips in _likely(tasks, share))


def _rejects(flips: int, upward: float) -> float:
    """How likely so many flips are to be uneven enough, either way."""
    few = _few(flips)
    uneven = (up for up in _likely(flips, upward) if up < few or up > flips - few)
    return sum(_binomial(flips, upward, up) for up in uneven)


def _likely(count: int, share: float) -> range:
    """The hits that are worth counting: within six standard deviations."""
    far = 6 * sqrt(count * share * (1 - share)) + 1
    return range(max(0, int(count * share - far)), min(count, int(count * share + far)) + 1)


@cache
def _few(flips: int) -> int:
    """How many small numbers of upward flips are too few for chance: 0 to one less than this."""
    most = (1 << flips) * round(1000 * (1 - CONFIDENCE))  # in whole numbers, as they grow large
    ways, below, up = 1, 1, 0
    while 2 * 1000 * below < most:
        ways = ways * (flips - up) // (up + 1)
        below, up = below + ways, up + 1
    return up


def _binomial(count: int, share: float, hits: int) -> float:
    if share in (0, 1):
        return float(hits == count * share)
    ways = lgamma(count + 1) - lgamma(hits + 1) - lgamma(count - hits + 1)
    return exp(ways + hits * log(share) + (count - hits) * log1p(-share))


def detectable_spread(deviation: float) -> float:
    """The same for any metric, from how far its difference varies from draw to draw."""
    normal = NormalDist()
    return (normal.inv_cdf((1 + CONFIDENCE) / 2) + normal.inv_cdf(POWER)) * deviation
