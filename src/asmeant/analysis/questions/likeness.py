"""Subjects -> whether a metric that compares with references tells passed candidates from failed ones (ODEX).

Each candidate is measured alone. Correlation is point-biserial (with the values) and Spearman's (with their
ranks); AUC is the chance that a passed candidate has the higher value, a tie being half a chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean, quantiles

from asmeant.analysis.questions.correlation import pearson, spearman
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, need_verdicts
from asmeant.analysis.validity import auc
from asmeant.errors import AsmeantError, UsageError
from asmeant.metrics import load_metrics
from asmeant.metrics.measuring import Judged, measure
from asmeant.metrics.resampling import aggregated
from asmeant.plots import Distributions
from asmeant.records import Candidate, Task
from asmeant.seams import Metric
from asmeant.tables import Cell, Estimate, Table

# Those of ODEX, as far as their libraries are installed.
DEFAULT = ("bleu", "rouge-l", "meteor", "chrf", "codebleu", "exact-match")
# Two words that differ: only then is all of a library asked for, synonyms too.
TRIAL = Judged(Task("trial", "x", references=("big",)), [Candidate("trial", 0, "large")], [])
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
class Told:
    """What one metric says of the candidates that are decided. `unsaid` are those it says nothing about."""

    values: tuple[float, ...]
    passed: tuple[bool, ...]
    unsaid: int

    def of(self, passed: bool) -> tuple[float, ...]:
        return tuple(value for value, right in zip(self.values, self.passed, strict=True) if right == passed)


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    need_verdicts(runs)
    metrics, absent = available_metrics(options)
    rows: list[tuple[Cell, ...]] = []
    spreads: list[tuple[Cell, ...]] = []
    plots = []
    notes = [f"Left out: {words}" for words in absent]
    for run in runs:
        for metric in metrics:
            found = told(run, metric)
            rows.append((run.label, metric.name, *_cells(found)))
            for name, side in (("passed", found.of(passed=True)), ("failed", found.of(passed=False))):
                spreads.append((run.label, metric.name, name, len(side), *_spread(side)))
            plots += list(_picture(run.label if len(runs) > 1 else "", metric, found))
            if found.unsaid:
                notes.append(f"{run.label}: {metric.name} says nothing of {found.unsaid} candidates.")
    if not any(row[2] or row[3] for row in rows):
        raise UsageError(
            f"None of {', '.join(metric.name for metric in metrics)} says anything of the candidates of "
            f"{runs[0].path}: its tasks have no references, or the metric compares with none. "
            "See: asmeant list metrics"
        )
    notes.append("AUC 0.5 is guessing. A dash: all passed, or all failed, or every value is the same.")
    tables = (
        Table("Metrics against execution", HEADS, tuple(rows), tuple(notes)),
        Table("How their values are spread", SPREAD_HEADS, tuple(spreads), ("Per cent.",)),
    )
    return Analysis(tables, tuple(plots))


def available_metrics(options: AnalysisOptions) -> tuple[list[Metric], list[str]]:
    """Those that are wished for; else all that can be had here, and why not the others."""
    if options.metrics:
        return load_metrics(options.metrics, 1), []
    found, absent = [], []
    for name in DEFAULT:
        try:
            (metric,) = load_metrics((name,), 1)
            measure(metric, [TRIAL])  # some ask for their library only now
        except AsmeantError as error:
            absent.append(str(error))
        else:
            found.append(metric)
    return found, absent


def told(run: Subject, metric: Metric) -> Told:
    """What the metric says of each candidate alone, without its verdict: it must not know the answer."""
    decided = [attempt for attempt in run.attempts if attempt.passed is not None]
    values, passed = [], []
    for attempt in decided:
        (statistic,) = measure(
            metric, [Judged(attempt.task, [attempt.candidate], [])]
        ).statistics.values() or (None,)
        if statistic is not None:
            values.append(aggregated(metric, [statistic]))
            passed.append(bool(attempt.passed))
    return Told(tuple(values), tuple(passed), len(decided) - len(values))


def _cells(found: Told) -> Iterator[Cell]:
    yield len(found.of(passed=True))
    yield len(found.of(passed=False))
    said = [float(one) for one in found.passed]
    for figure in (
        pearson(found.values, said), spearman(found.values, said), auc(found.values, found.passed),
    ):  # fmt: skip
        yield Estimate(figure, percent=False, digits=3)


def _spread(values: Sequence[float]) -> list[Cell]:
    if not values:
        return [Estimate(None)] * 4
    if len(values) == 1:
        return [Estimate(values[0])] * 4
    return [Estimate(mean(values)), *map(Estimate, quantiles(values, method="inclusive"))]


def _picture(label: str, metric: Metric, found: Told) -> Iterator[Distributions]:
    series = {"passed": found.of(passed=True), "failed": found.of(passed=False)}
    if all(series.values()):
        title = f"{metric.name} of passed and failed candidates" + (f", {label}" if label else "")
        about = "Whether likeness to the reference tells right from wrong. The line is the median."
        yield Distributions(title, series, metric.name, about=about, tones=TONES)
