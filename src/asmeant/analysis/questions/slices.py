"""Subjects -> a metric on each slice of their tasks: by language, or by any other field or tag."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asmeant.analysis.questions.scoring import PER_CENT, cell, mark, one_scorer
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, on_shared_tasks
from asmeant.languages.natural import language_name
from asmeant.metrics.score import known_slice, value_of
from asmeant.plots import Bars
from asmeant.records import Task
from asmeant.tables import Cell, Table

LANGUAGE_FIELDS = ("intent_language", "translated_from")
ALL = "all"


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    shared = on_shared_tasks(runs)
    scorer = one_scorer(shared.runs, options)
    by, tasks = options.by, shared.runs[0].tasks
    known_slice(tasks, by, runs[0].path)
    names = {_shown(by, value): value for value in _values(tasks, by)}
    scores = {
        name: scorer.scores(lambda task, value=value: value_of(task, by) == value)  # type: ignore[misc]
        for name, value in names.items()
    }
    sizes = {name: sum(value_of(task, by) == value for task in tasks) for name, value in names.items()}
    scores[ALL], sizes[ALL] = scorer.scores(), len(tasks)
    title = f"{scorer.metric.name} by {by.replace('_', ' ')}"
    rows: list[tuple[Cell, ...]] = [(name, sizes[name], *map(cell, of)) for name, of in scores.items()]
    notes = (PER_CENT, *shared.notes, *_unsliced(tasks, by))
    columns = ("", "tasks", *(run.label for run in shared.runs))
    series = {
        run.label: tuple(mark(of[place]) for of in scores.values()) for place, run in enumerate(shared.runs)
    }
    plot = Bars(title, tuple(scores), series, "per cent", (0, 100), about="With 95% intervals.")
    return Analysis((Table(title, columns, tuple(rows), notes),), (plot,))


def _values(tasks: Sequence[Task], by: str) -> list[str]:
    return sorted({value for task in tasks if (value := value_of(task, by)) is not None})


def _shown(by: str, value: str) -> str:
    return language_name(value) if by in LANGUAGE_FIELDS else value


def _unsliced(tasks: Sequence[Task], by: str) -> Iterator[str]:
    without = sum(value_of(task, by) is None for task in tasks)
    if without:
        yield f"Without '{by}', and only in the last row: {without} of {len(tasks)} tasks."
