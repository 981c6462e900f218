"""Subjects -> how often each library occurs in tasks, and how hard its tasks are (ODEX, Figure 8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from asmeant.analysis.questions.correlation import spearman
from asmeant.analysis.questions.scoring import PER_CENT, Scorer, cell, one_scorer
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, on_shared_tasks
from asmeant.errors import UsageError
from asmeant.plots import Dot, Scatter
from asmeant.records import Score
from asmeant.tables import Cell, Estimate, Table

NONE, ALL = "no library", "all"


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    shared = on_shared_tasks(runs)
    tasks = shared.runs[0].tasks
    counts = Counter(name for task in tasks for name in dict.fromkeys(task.scaffold.libraries))
    if not counts:
        raise UsageError(
            f"No task of {runs[0].path} names a library. "
            "This needs tasks with `scaffold.libraries`, as those of ODEX."
        )
    scorer = one_scorer(shared.runs, options)
    order = sorted(counts, key=lambda name: (-counts[name], name))
    scores = {
        name: scorer.scores(lambda task, name=name: name in task.scaffold.libraries)  # type: ignore[misc]
        for name in order
    }
    rows: list[tuple[Cell, ...]] = [
        (name, counts[name], Estimate(counts[name] / len(tasks)), *map(cell, scores[name])) for name in order
    ]
    closed = sum(not task.scaffold.libraries for task in tasks)
    if closed:
        without_libraries = scorer.scores(lambda task: not task.scaffold.libraries)
        rows.append((NONE, closed, Estimate(closed / len(tasks)), *map(cell, without_libraries)))
    rows.append((ALL, len(tasks), Estimate(1.0), *map(cell, scorer.scores())))
    title = f"{scorer.metric.name} by library"
    notes = (
        PER_CENT,
        f"How often a library occurs is counted over the {len(tasks)} tasks here; a task may have several.",
        *_correlations(scorer, counts, scores),
        *shared.notes,
    )
    columns = ("library", "tasks", "share", *(run.label for run in shared.runs))
    table = Table(title, columns, tuple(rows), notes)
    return Analysis((table,), (_picture(scorer, counts, scores),))


def _correlations(
    scorer: Scorer, counts: Counter[str], scores: dict[str, list[Score]]
) -> Iterator[str]:  # fmt: skip
    for place, run in enumerate(scorer.runs):
        pairs = [(counts[name], of[place].value) for name, of in scores.items()]
        decided = [(count, value) for count, value in pairs if value is not None]
        correlation = spearman([count for count, _ in decided], [value for _, value in decided])
        shown_correlation = "cannot be told" if correlation is None else f"{correlation:.2f}"
        name = f"rank correlation of frequency and {scorer.metric.name}"
        yield f"{run.label}: {name}, by library ({len(decided)}): {shown_correlation}."


def _picture(scorer: Scorer, counts: Counter[str], scores: dict[str, list[Score]]) -> Scatter:
    series = {
        run.label: tuple(
            Dot(counts[name], 100 * value, name)
            for name, of in scores.items()
            if (value := of[place].value) is not None
        )
        for place, run in enumerate(scorer.runs)
    }
    axis = f"{scorer.metric.name}, per cent"
    about = "Each dot is a library."
    return Scatter("Libraries: how frequent, how hard", series, "tasks with it", axis, about)
