"""A metric, judged tasks -> what their score leaves open: how much higher it could be, and why. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter

from asmeant.metrics.counting import STATUS
from asmeant.metrics.measuring import Judged
from asmeant.metrics.resampling import aggregated
from asmeant.records import Task, Verdict
from asmeant.seams import Metric, Statistic

DECIDED = attrgetter("decided")


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """What a score leaves open: how many candidates are undecided, what it would be if they passed, and why.

    `missing_libraries` says how many of these candidates need each library. `beside` counts candidates that
    passed by a probe that was decided in their own process.
    """

    candidates: int = 0
    if_passed: float | None = None
    missing_libraries: Mapping[str, int] = field(default_factory=dict)
    beside: int = 0


def uncertainty(metric: Metric, judged: Sequence[Judged], statistics: Sequence[Statistic]) -> Uncertainty:
    """Of a score on these tasks, each with its statistic. A metric that compares texts leaves none open."""
    undecided = [
        verdict
        for item in judged
        if "undecided" in map(STATUS, item.verdicts)
        for verdict in item.verdicts
        if verdict.status == "undecided"
    ]
    beside = sum(
        (verdict.decided, verdict.status) == ("beside", "passed")
        for item in judged
        if "beside" in map(DECIDED, item.verdicts)
        for verdict in item.verdicts
    )
    if not (undecided or beside) or not _depends_on_verdicts(metric, judged[0]):
        return Uncertainty()
    best = [_best(metric, item, statistic) for item, statistic in zip(judged, statistics, strict=True)]
    libraries = Counter(library for verdict in undecided for library in verdict.missing_libraries)
    return Uncertainty(
        candidates=len(undecided),
        if_passed=aggregated(metric, best) if undecided else None,
        missing_libraries=dict(sorted(libraries.items(), key=lambda pair: (-pair[1], pair[0]))),
        beside=beside,
    )


def _best(metric: Metric, item: Judged, statistic: Statistic) -> Statistic:
    """The statistic of a task if its undecided candidates met every check."""
    if all(verdict.status != "undecided" for verdict in item.verdicts):
        return statistic
    verdicts = [
        _passed(item.task, verdict) if verdict.status == "undecided" else verdict for verdict in item.verdicts
    ]
    best = metric.measure(item.task, item.candidates, verdicts)
    return statistic if best is None else best


def _depends_on_verdicts(metric: Metric, item: Judged) -> bool:
    """Whether it makes a difference to the metric if all candidates of a task passed, or all failed."""
    passed = [_passed(item.task, verdict) for verdict in item.verdicts]
    failed = [replace(verdict, status="failed", held=()) for verdict in item.verdicts]
    return metric.measure(item.task, item.candidates, passed) != metric.measure(
        item.task, item.candidates, failed
    )


def _passed(task: Task, verdict: Verdict) -> Verdict:
    return replace(verdict, status="passed", held=tuple(check.name for check in task.checks))
