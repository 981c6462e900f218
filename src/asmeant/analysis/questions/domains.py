"""Subjects -> open domain and closed domain compared, in each language (ODEX).

A task belongs to the open domain if its program needs a library. Datasets state it in the tag `domain`.
"""

from __future__ import annotations

from collections.abc import Sequence

from asmeant.analysis.questions.scoring import PER_CENT, Scorer, cell, mark, one_scorer
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, need_tag, on_shared_tasks
from asmeant.languages.natural import language_name
from asmeant.metrics.intervals import Limits, less
from asmeant.plots import Bars, Mark
from asmeant.records import Score, Task
from asmeant.tables import Cell, Estimate, Table

DOMAINS = ("open", "closed")
ALL = "all"


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    need_tag(
        runs, "domain", "ODEX has it; your own tasks may: open, or closed. Or see: asmeant analyse libraries"
    )
    shared = on_shared_tasks(runs)
    scorer = one_scorer(shared.runs, options)
    languages = sorted({task.intent_language for task in shared.runs[0].tasks})
    groups = [*languages, ALL] if len(languages) > 1 else languages
    rows: list[tuple[Cell, ...]] = []
    marks: dict[str, list[Mark]] = {}
    for place, run in enumerate(shared.runs):
        for group in groups:
            row, row_marks = _row(scorer, place, run, group)
            rows.append(row)
            for domain, domain_mark in zip(DOMAINS, row_marks, strict=True):
                name = domain if len(shared.runs) == 1 else f"{run.label}, {domain}"
                marks.setdefault(name, []).append(domain_mark)
    title = f"{scorer.metric.name} in the open and the closed domain"
    columns = ("run", "language", "open", "open tasks", "closed", "closed tasks", "open − closed")
    notes = (
        PER_CENT,
        "The difference is in percentage points, with its interval from those of both sides.",
        *shared.notes,
    )
    labels = tuple(_named(group) for group in groups)
    series = {name: tuple(values) for name, values in marks.items()}
    plot = Bars(title, labels, series, "per cent", (0, 100), about="With 95% intervals.")
    return Analysis((Table(title, columns, tuple(rows), notes),), (plot,))


def _row(scorer: Scorer, place: int, run: Subject, group: str) -> tuple[tuple[Cell, ...], list[Mark]]:
    def within(domain: str, task: Task) -> bool:
        return task.tags.get("domain") == domain and group in (ALL, task.intent_language)

    scores = [
        scorer.score(place, lambda task, domain=domain: within(domain, task))  # type: ignore[misc]
        for domain in DOMAINS
    ]
    cells = [value for score in scores for value in (cell(score), score.tasks)]
    return (run.label, _named(group), *cells, _gap(*scores)), [mark(score) for score in scores]


def _named(group: str) -> str:
    return group if group == ALL else language_name(group)


def _gap(first: Score, second: Score) -> Estimate:
    """The score of the first domain minus that of the second.

    Their tasks differ, so they vary independently.
    """
    if first.value is None or second.value is None:
        return Estimate(None)
    if first.interval is None or second.interval is None:
        return Estimate(first.value - second.value)
    gap = less(Limits(first.value, *first.interval), Limits(second.value, *second.interval))
    return Estimate(gap.value, gap.low, gap.high)
