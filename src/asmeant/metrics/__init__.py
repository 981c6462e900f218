"""Candidates and verdicts -> Score: statistics per task, an aggregate, and how sure it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from asmeant import plugins
from asmeant.errors import AsmeantError, UnknownNameError, UsageError
from asmeant.metrics.score import default_metrics, score
from asmeant.records import Candidate, Task
from asmeant.seams import HasProtocols, Metric, NeedsCandidates, TakesAnyProtocol

__all__ = ["AvailableMetrics", "available", "default_metrics", "load_metric", "load_metrics", "score"]


def load_metric(name: str) -> Metric:
    """The metric of that name. A number takes the place of k (pass@3), a protocol follows a colon (bleu:tae).

    A plug-in whose name ends in @k is called with the number, and one with a protocol, where it is given.
    Its attribute `protocols` says which there are, with a line about each.
    """
    head, colon, protocol = name.partition(":")
    number = re.fullmatch(r"(.+@)(?:k|([1-9]\d*))", head)
    plugin = f"{number[1]}k" if number else head
    make = plugins.load("metric", plugin)
    arguments: list[int | str] = [int(number[2] or 1)] if number else []
    if colon:
        if not isinstance(make, HasProtocols):
            raise UsageError(f"The metric '{plugin}' has no protocols, and '{name}' names one. Use: {head}")
        listed = protocol in make.protocols or (isinstance(make, TakesAnyProtocol) and make.any_protocol)
        if not listed:
            raise UnknownNameError(f"protocol of {plugin}", protocol, make.protocols, "asmeant list metrics")
        arguments.append(protocol)
    metric: Metric = make(*arguments)
    return metric


def load_metrics(names: Iterable[str], samples: int) -> list[Metric]:
    """The metrics of those names; the letter k stands for every number up to that of candidates."""
    metrics = [load_metric(name) for pattern in names for name in _every_k(pattern, samples)]
    for metric in metrics:
        needed = metric.k if isinstance(metric, NeedsCandidates) else 1
        if needed > samples:
            raise UsageError(
                f"{metric.name} needs {needed} candidates per task, and there {_are(samples)}. "
                f"Draw more with --samples {needed}, or name a smaller k."
            )
    return metrics


@dataclass(frozen=True, slots=True)
class AvailableMetrics:
    """The metrics whose libraries are installed, and why the others cannot be had."""

    metrics: tuple[Metric, ...]
    missing: tuple[str, ...]


_TRIAL = Task("trial", "x", references=("big",))


def available(names: Iterable[str]) -> AvailableMetrics:
    """Each metric is tried out: some load their library only when they measure."""
    metrics: list[Metric] = []
    missing: list[str] = []
    for name in names:
        try:
            metric = load_metric(name)
            metric.measure(_TRIAL, [Candidate(_TRIAL.id, 0, "large")], [])
        except AsmeantError as error:
            missing.append(str(error))
        else:
            metrics.append(metric)
    return AvailableMetrics(tuple(metrics), tuple(missing))


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"


def _every_k(name: str, samples: int) -> Iterator[str]:
    head, at_k, protocol = name.partition("@k")
    if at_k and protocol[:1] in ("", ":"):
        yield from (f"{head}@{k}{protocol}" for k in range(1, samples + 1))
    else:
        yield name
