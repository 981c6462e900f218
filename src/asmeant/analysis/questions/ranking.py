"""Subjects -> whether other metrics rank runs as execution does (ODEX, Figure 9).

Each run is scored on the tasks that all runs have, by pass@1 and by reference-based metrics. Two metrics
agree on a pair of runs if they put the same one first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from asmeant.analysis.questions.correlation import kendall, ranks, sign, spearman
from asmeant.analysis.questions.lengths import languages_of, named, original_language
from asmeant.analysis.questions.likeness import available_metrics
from asmeant.analysis.questions.scoring import Scorer, scorer
from asmeant.analysis.questions.subject import (
    Analysis,
    AnalysisOptions,
    Subject,
    counted,
    need_verdicts,
    on_shared_tasks,
)
from asmeant.errors import UsageError
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.plots import Bars, Mark
from asmeant.records import Task
from asmeant.tables import Cell, Estimate, Table

EXECUTION = "pass@1"
ALL = "all"

Values = Mapping[str, Sequence[float | None]]


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    if len(runs) < 2:
        raise UsageError(
            "One run has no rank. Name two or more on the same tasks: asmeant analyse ranking RUN RUN"
        )
    need_verdicts(runs)
    shared = on_shared_tasks(runs)
    metrics = available_metrics(options)
    scorers = [scorer(shared.runs, PassAtK(1))]
    scorers += [scorer(shared.runs, metric) for metric in metrics.metrics if metric.name != EXECUTION]
    languages = languages_of(shared.runs[0].tasks)
    by_language = {language: _values(scorers, language) for language in languages}
    labels = [run.label for run in shared.runs]
    notes = (*(f"Left out: {words}" for words in metrics.missing), *shared.notes)
    overall = by_language[ALL if ALL in by_language else languages[0]]
    tables = (_scores(labels, overall, notes), _placed(labels, overall), _agreement(by_language, len(runs)))
    return Analysis(tables, (_picture(labels, overall),))


def _values(scorers: Sequence[Scorer], language: str) -> Values:
    def wanted(task: Task) -> bool:
        return language in (ALL, original_language(task))

    return {
        metric_scorer.metric.name: [score.value for score in metric_scorer.scores(wanted)]
        for metric_scorer in scorers
    }


def _order(values: Values) -> list[int]:
    """The positions of the runs, best by execution first."""
    passed = values[EXECUTION]
    return sorted(range(len(passed)), key=lambda place: -(passed[place] or 0))


def _scores(labels: Sequence[str], values: Values, notes: Sequence[str]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (labels[place], *(Estimate(column[place]) for column in values.values())) for place in _order(values)
    ]
    title = "Runs by execution and by other metrics"
    return Table(title, ("model", *values), tuple(rows), ("Per cent.", *notes))


def _placed(labels: Sequence[str], values: Values) -> Table:
    columns = [_ranks(column) for column in values.values()]
    rows: list[tuple[Cell, ...]] = [
        (labels[place], *(column[place] for column in columns)) for place in _order(values)
    ]
    notes = ("1 is the best. Runs that are equal share the mean of their ranks.",)
    return Table("Ranks of these runs", ("model", *values), tuple(rows), notes)


def _ranks(column: Sequence[float | None]) -> list[float | None]:
    """The ranks of the values; None if a run has no score."""
    places = iter(ranks([-value for value in column if value is not None]))
    return [None if value is None else next(places) for value in column]


def _agreement(by_language: Mapping[str, Values], runs: int) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for language, values in by_language.items():
        for metric in values:
            if metric != EXECUTION:
                rows.append((named(language), metric, *_cells(values[EXECUTION], values[metric])))
    columns: tuple[str, ...] = (
        "language",
        "metric",
        "Spearman",
        "Kendall",
        "pairs ranked alike",
        "otherwise",
        "tied",
    )
    if len(by_language) == 1:
        columns, rows = columns[1:], [row[1:] for row in rows]
    notes = (
        f"Over {counted(runs, 'run')}: 1 where a metric ranks them as pass@1 does, -1 where it reverses it.",
        "With few runs these figures are coarse. A dash: all runs are equal by one of the two.",
    )
    return Table("Whether metrics rank runs as execution does", columns, tuple(rows), notes)


def _cells(passed: Sequence[float | None], values: Sequence[float | None]) -> list[Cell]:
    complete = [
        (passed_value, value)
        for passed_value, value in zip(passed, values, strict=True)
        if None not in (passed_value, value)
    ]
    xs, ys = [passed_value or 0.0 for passed_value, _ in complete], [value or 0.0 for _, value in complete]
    signs = [sign(x - a) * sign(y - b) for (x, y), (a, b) in combinations(zip(xs, ys, strict=True), 2)]
    figures = (Estimate(figure, percent=False, digits=2) for figure in (spearman(xs, ys), kendall(xs, ys)))
    return [*figures, signs.count(1), signs.count(-1), signs.count(0)]


def _picture(labels: Sequence[str], values: Values) -> Bars:
    order = _order(values)
    series = {
        metric: tuple(Mark(None if (value := column[place]) is None else 100 * value) for place in order)
        for metric, column in values.items()
    }
    about = "Runs from the best to the worst by pass@1: a metric that ranks them so falls to the right."
    return Bars(
        "Runs by execution and by other metrics",
        tuple(labels[p] for p in order),
        series,
        "per cent",
        (0, 100),
        about=about,
    )
