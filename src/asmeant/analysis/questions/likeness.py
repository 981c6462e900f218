"""Subjects -> whether a reference-based metric separates passed candidates from failed ones (ODEX).

Each candidate is measured alone. Correlation is point-biserial (with the values) and Spearman's (with their
ranks). AUC is the probability that a passed candidate has the higher value, with ties counting half.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, quantiles

from asmeant.analysis.questions.correlation import pearson, spearman
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, need_verdicts
from asmeant.analysis.validity import auc
from asmeant.errors import UsageError
from asmeant.metrics import AvailableMetrics, available, load_metrics
from asmeant.metrics.measuring import Judged, measure
from asmeant.metrics.resampling import aggregated
from asmeant.plots import Distributions
from asmeant.seams import Metric
from asmeant.tables import Cell, Estimate, Table

# The metrics of ODEX, as far as their libraries are installed.
DEFAULT = ("bleu", "rouge-l", "meteor", "chrf", "codebleu", "exact-match")
HEADS = ("run", "metric", "passed", "failed", "point-biserial", "Spearman", "AUC")
SPREAD_HEADS = (
    "run",
    "metric",
    "verdict",
    "candidates",
    "mean",
    "a quarter below",
    "median",
    "a quarter above",
)
TONES = {"passed": "passed", "failed": "failed"}


@dataclass(frozen=True, slots=True)
class Ratings:
    """The values of one metric for the decided candidates. `unrated` counts those without a value."""

    values: tuple[float, ...]
    passed: tuple[bool, ...]
    unrated: int

    def of(self, passed: bool) -> tuple[float, ...]:
        return tuple(value for value, right in zip(self.values, self.passed, strict=True) if right == passed)


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    need_verdicts(runs)
    metrics = available_metrics(options)
    rows: list[tuple[Cell, ...]] = []
    spreads: list[tuple[Cell, ...]] = []
    plots = []
    notes = [f"Left out: {words}" for words in metrics.missing]
    for run in runs:
        for metric in metrics.metrics:
            ratings = rate(run, metric)
            rows.append((run.label, metric.name, *_cells(ratings)))
            for name, passed in (("passed", True), ("failed", False)):
                values = ratings.of(passed)
                spreads.append((run.label, metric.name, name, len(values), *_spread(values)))
            plots += list(_picture(run.label if len(runs) > 1 else "", metric, ratings))
            if ratings.unrated:
                notes.append(f"{run.label}: {metric.name} says nothing of {ratings.unrated} candidates.")
    if not any(row[2] or row[3] for row in rows):
        raise UsageError(
            f"None of {', '.join(metric.name for metric in metrics.metrics)} says anything of the candidates "
            f"of {runs[0].path}: its tasks have no references, or the metric compares with none. "
            "See: asmeant list metrics"
        )
    notes.append("AUC 0.5 is guessing. A dash: all passed, or all failed, or every value is the same.")
    tables = (
        Table("Metrics against execution", HEADS, tuple(rows), tuple(notes)),
        Table("How their values are spread", SPREAD_HEADS, tuple(spreads), ("Per cent.",)),
    )
    return Analysis(tables, tuple(plots))


def available_metrics(options: AnalysisOptions) -> AvailableMetrics:
    """The metrics requested; by default, all that are available here."""
    if options.metrics:
        return AvailableMetrics(tuple(load_metrics(options.metrics, 1)), ())
    return available(DEFAULT)


def rate(run: Subject, metric: Metric) -> Ratings:
    """The value of the metric for each candidate alone, computed without its verdict."""
    decided = [attempt for attempt in run.attempts if attempt.passed is not None]
    values, passed = [], []
    for attempt in decided:
        (statistic,) = measure(
            metric, [Judged(attempt.task, [attempt.candidate], [])]
        ).statistics.values() or (None,)
        if statistic is not None:
            values.append(aggregated(metric, [statistic]))
            passed.append(bool(attempt.passed))
    return Ratings(tuple(values), tuple(passed), len(decided) - len(values))


def _cells(ratings: Ratings) -> Iterator[Cell]:
    yield len(ratings.of(passed=True))
    yield len(ratings.of(passed=False))
    verdicts = [float(passed) for passed in ratings.passed]
    for figure in (
        pearson(ratings.values, verdicts),
        spearman(ratings.values, verdicts),
        auc(ratings.values, ratings.passed),
    ):
        yield Estimate(figure, percent=False, digits=3)


def _spread(values: Sequence[float]) -> list[Cell]:
    if not values:
        return [Estimate(None)] * 4
    if len(values) == 1:
        return [Estimate(values[0])] * 4
    return [Estimate(mean(values)), *map(Estimate, quantiles(values, method="inclusive"))]


def _picture(label: str, metric: Metric, ratings: Ratings) -> Iterator[Distributions]:
    series = {"passed": ratings.of(passed=True), "failed": ratings.of(passed=False)}
    if all(series.values()):
        title = f"{metric.name} of passed and failed candidates" + (f", {label}" if label else "")
        about = "Whether likeness to the reference tells right from wrong. The line is the median."
        yield Distributions(title, series, metric.name, about=about, tones=TONES)
