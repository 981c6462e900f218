"""Pairs of statistics -> Difference: how two runs differ, how significant that is, and what flipped. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from asmeant.analysis.significance import (
    Pairs,
    Spread,
    detectable_flips,
    detectable_spread,
    holm,
    mcnemar,
    paired_bootstrap,
    permutation,
)
from asmeant.metrics.intervals import is_bounded, is_mean, paired
from asmeant.metrics.resampling import aggregated
from asmeant.records import Task
from asmeant.seams import Metric, Statistic


@dataclass(frozen=True, slots=True)
class Flip:
    """A task on which two runs differ."""

    task_id: str
    intent: str
    first: float
    second: float


@dataclass(frozen=True, slots=True)
class Difference:
    """The second run's score minus the first's. `p` is that of `test`; `adjusted` is corrected by Holm."""

    first: str
    second: str
    value: float
    interval: tuple[float, float] | None
    first_better: int
    second_better: int
    p_mcnemar: float | None
    p_permutation: float
    test: str
    p: float
    adjusted: float
    detectable: float | None
    flips: tuple[Flip, ...]


def difference(
    metric: Metric, tasks: Sequence[Task], pairs: Pairs, first: str, second: str, seed: int
) -> Difference:
    flips = _flips(metric, tasks, pairs)
    up, down = (
        sum(flip.second > flip.first for flip in flips),
        sum(flip.second < flip.first for flip in flips),
    )
    spread = paired_bootstrap(metric, pairs, Random(seed))
    independent = len(pairs.groups) == len(tasks)
    exact = mcnemar(down, up) if _all_or_nothing(pairs) else None
    swapped = permutation(metric, pairs, Random(seed))
    # McNemar's test treats tasks as independent, so it must not be used if questions recur.
    p, test = (exact, "McNemar") if exact is not None and independent else (swapped, "permutation")
    return Difference(
        first=first,
        second=second,
        value=aggregated(metric, pairs.second) - aggregated(metric, pairs.first),
        interval=_interval(metric, pairs, spread),
        first_better=down,
        second_better=up,
        p_mcnemar=exact,
        p_permutation=swapped,
        test=test,
        p=p,
        adjusted=p,
        detectable=_detectable(len(tasks), up + down, spread, test),
        flips=flips,
    )


def _interval(metric: Metric, pairs: Pairs, spread: Spread | None) -> tuple[float, float] | None:
    """The interval from the tasks that rise and fall; for scores that are not means of tasks, a bootstrap."""
    if spread is None:
        return None
    sides = pairs.first, pairs.second
    if all(is_mean(metric, side) for side in sides):
        changes = [
            _alone(metric, second) - _alone(metric, first) for first, second in zip(*sides, strict=True)
        ]
    elif spread.low < spread.high or not all(is_bounded(metric, side) for side in sides):
        return (spread.low, spread.high) if spread.low < spread.high else None
    else:
        changes = [0.0] * len(pairs.first)
    limits = paired(changes, pairs.groups)
    return limits.low, limits.high


def _flips(metric: Metric, tasks: Sequence[Task], pairs: Pairs) -> tuple[Flip, ...]:
    """The tasks on which the runs differ, the largest difference first."""
    flips = [
        Flip(task.id, " ".join(task.intent.split()), _alone(metric, first), _alone(metric, second))
        for task, first, second in zip(tasks, pairs.first, pairs.second, strict=True)
        if first != second
    ]
    changed = [flip for flip in flips if flip.first != flip.second]
    return tuple(sorted(changed, key=lambda flip: -abs(flip.second - flip.first)))


def _alone(metric: Metric, statistic: Statistic) -> float:
    return statistic if isinstance(statistic, float | int) else aggregated(metric, [statistic])


def _all_or_nothing(pairs: Pairs) -> bool:
    return all(item in (0, 1) for side in (pairs.first, pairs.second) for item in side)


def _detectable(tasks: int, flips: int, spread: Spread | None, test: str) -> float | None:
    if test == "McNemar":
        return detectable_flips(tasks, flips)
    return detectable_spread(spread.deviation) if spread and spread.deviation else None


def adjusted(differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """The differences with p-values adjusted for the number of comparisons."""
    raised = holm([item.p for item in differences])
    return tuple(replace(item, adjusted=p) for item, p in zip(differences, raised, strict=True))
