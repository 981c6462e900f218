"""Subjects and a metric -> its score on any of their tasks, as a cell of a table or a mark of a plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from asmeant import __version__
from asmeant.analysis.questions.subject import AnalysisOptions, Subject, need_verdicts
from asmeant.analysis.scores import PER_CENT
from asmeant.analysis.scores import estimate as cell
from asmeant.errors import UsageError
from asmeant.metrics import load_metrics
from asmeant.metrics.measuring import Measured, measure
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.metrics.score import score
from asmeant.plots import Mark
from asmeant.records import Score, Task
from asmeant.seams import Metric

__all__ = ["PER_CENT", "Scorer", "cell", "mark", "one_scorer", "scorer", "scorers"]


@dataclass(frozen=True, slots=True)
class Scorer:
    """The values of one metric on every task of every run, in the order of the runs."""

    metric: Metric
    runs: tuple[Subject, ...]
    measured: tuple[Measured, ...]

    def score(self, place: int, is_included: Callable[[Task], bool] = lambda _: True) -> Score:
        """The score of one run, over the tasks that are included."""
        judged = [item for item in self.runs[place].judged if is_included(item.task)]
        return score(self.metric, judged, {}, __version__, self.measured[place])

    def scores(self, is_included: Callable[[Task], bool] = lambda _: True) -> list[Score]:
        return [self.score(place, is_included) for place in range(len(self.runs))]


def scorers(runs: Sequence[Subject], options: AnalysisOptions, default: str = "pass@1") -> list[Scorer]:
    """A scorer for each metric. It is an error if a metric can decide no task of a run."""
    samples = min(run.settings.sampling.count for run in runs)
    return [scorer(runs, metric) for metric in load_metrics(options.metrics or (default,), samples)]


def scorer(runs: Sequence[Subject], metric: Metric) -> Scorer:
    if isinstance(metric, PassAtK):
        need_verdicts(runs)
    measured = tuple(measure(metric, run.judged) for run in runs)
    for run, result in zip(runs, measured, strict=True):
        if not result.statistics:
            (reason, _), *_ = Counter(result.dropped.values()).most_common(1) or [("no task", 0)]
            raise UsageError(
                f"{metric.name} decides no task of {run.path}: {reason}. "
                f"Choose another --metric (see: asmeant list metrics), or see why: asmeant show {run.path}"
            )
    return Scorer(metric, tuple(runs), measured)


def one_scorer(runs: Sequence[Subject], options: AnalysisOptions, default: str = "pass@1") -> Scorer:
    """The scorer, for analyses whose columns are runs, so that there is room for one metric only."""
    several = scorers(runs, options, default)
    _need_one([item.metric for item in several])
    return several[0]


def only_metric(options: AnalysisOptions, default: str) -> Metric:
    """The only metric requested, or the default, for analyses of single candidates."""
    metrics = load_metrics(options.metrics or (default,), 1)
    _need_one(metrics)
    return metrics[0]


def _need_one(metrics: Sequence[Metric]) -> None:
    if len(metrics) > 1:
        names = ", ".join(metric.name for metric in metrics)
        raise UsageError(f"This analysis takes one --metric, and {names} were given. Name one at a time.")


def mark(score: Score | None) -> Mark:
    """The score in per cent, or None if nothing was decided."""
    if score is None or score.value is None:
        return Mark(None)
    low, high = (100 * end for end in score.interval) if score.interval else (None, None)
    return Mark(100 * score.value, low, high, f"{score.tasks} tasks")
