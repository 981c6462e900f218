"""Subjects -> open against closed domain, in each language (ODEX).

A task is of the open domain when its program needs a library; datasets say so in the tag `domain`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from asmeant.analysis.of_runs.scoring import PER_CENT, Scorer, cell, mark, middle, one_scorer
from asmeant.analysis.of_runs.subject import Analysis, Subject, Wishes, need_tag, on_shared_tasks
from asmeant.languages.natural import language_name
from asmeant.metrics.resampling import aggregated, draws, grouped, over
from asmeant.metrics.score import cluster_of
from asmeant.plots import Bars, Mark
from asmeant.records import Task
from asmeant.tables import Cell, Estimate, Table

DOMAINS = ("open", "closed")
ALL = "all"


def analyse(runs: Sequence[Subject], wishes: Wishes) -> Analysis:
    need_tag(
        runs, "domain", "ODEX has it; your own tasks may: open, or closed. Or see: asmeant analyse libraries"
    )
    shared = on_shared_tasks(runs)
    found = one_scorer(shared.runs, wishes)
    languages = sorted({task.intent_language for task in shared.runs[0].tasks})
    groups = [*languages, ALL] if len(languages) > 1 else languages
    rows: list[tuple[Cell, ...]] = []
    marks: dict[str, list[Mark]] = {}
    for place, run in enumerate(shared.runs):
        for group in groups:
            row, shown = _row(found, place, run, group)
            rows.append(row)
            for domain, one in zip(DOMAINS, shown, strict=True):
                name = domain if len(shared.runs) == 1 else f"{run.label}, {domain}"
                marks.setdefault(name, []).append(one)
    title = f"{found.metric.name} in the open and the closed domain"
    columns = ("run", "language", "open", "open tasks", "closed", "closed tasks", "open − closed")
    notes = (PER_CENT, "The difference is in percentage points, by unpaired bootstrap.", *shared.notes)
    labels = tuple(_named(group) for group in groups)
    series = {name: tuple(values) for name, values in marks.items()}
    plot = Bars(title, labels, series, "per cent", (0, 100), about="With 95% intervals.")
    return Analysis((Table(title, columns, tuple(rows), notes),), (plot,))


def _row(found: Scorer, place: int, run: Subject, group: str) -> tuple[tuple[Cell, ...], list[Mark]]:
    def within(domain: str, task: Task) -> bool:
        return task.tags.get("domain") == domain and group in (ALL, task.intent_language)

    scores = [
        found.score(place, lambda task, domain=domain: within(domain, task))  # type: ignore[misc]
        for domain in DOMAINS
    ]
    sides = [[task for task in run.tasks if within(domain, task)] for domain in DOMAINS]
    cells = [part for one in scores for part in (cell(one), one.tasks)]
    return (run.label, _named(group), *cells, _gap(found, place, sides)), [mark(one) for one in scores]


def _named(group: str) -> str:
    return group if group == ALL else language_name(group)


def _gap(found: Scorer, place: int, sides: Sequence[Sequence[Task]]) -> Estimate:
    """The first side less the second. Their tasks are not the same, so each is drawn by itself."""
    known = found.measured[place].statistics
    kept = [[task for task in side if task.id in known] for side in sides]
    if not all(kept):
        return Estimate(None)
    metric, values = found.metric, [[known[task.id] for task in side] for side in kept]
    value = aggregated(metric, values[0]) - aggregated(metric, values[1])
    groups = [grouped(len(side), [cluster_of(task) for task in side]) for side in kept]
    if min(map(len, groups)) < 2:
        return Estimate(value)
    measures = [over(metric, mine, group) for mine, group in zip(values, groups, strict=True)]
    drawn = [draws(len(group), Random(seed)) for seed, group in enumerate(groups)]
    gaps = (measures[0](first) - measures[1](second) for first, second in zip(*drawn, strict=True))
    return Estimate(value, *middle(gaps))
