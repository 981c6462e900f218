"""Score -> Table: rows are slices, columns are metrics. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asmeant.languages.natural import language_name
from asmeant.records import Score
from asmeant.tables import Cell, Estimate, Table

ALL = "all"
NOTE = "Per cent, with 95% intervals by bootstrap over tasks; undecided ones left out."


def score_table(title: str, scores: Sequence[Score], notes: Sequence[str] = ()) -> Table:
    """One row per slice. The whole comes last, as a sum would."""
    metrics = metrics_of(scores)
    return Table(title, ("", *metrics, "tasks", "undecided"), tuple(_rows(scores, metrics)), (NOTE, *notes))


def runs_table(title: str, runs: Mapping[str, Sequence[Score]], notes: Sequence[str] = ()) -> Table:
    """The same for several runs, below each other."""
    metrics = metrics_of([score for scores in runs.values() for score in scores])
    rows = [(label, *row) for label, scores in runs.items() for row in _rows(scores, metrics)]
    return Table(title, ("run", "", *metrics, "tasks", "undecided"), tuple(rows), (NOTE, *notes))


def whole_table(title: str, runs: Mapping[str, Sequence[Score]]) -> Table:
    """One row per run, over all its tasks."""
    whole = {label: [score for score in scores if not score.where] for label, scores in runs.items()}
    metrics = metrics_of([score for scores in whole.values() for score in scores])
    rows = [(label, *row[1:]) for label, scores in whole.items() for row in _rows(scores, metrics)]
    return Table(title, ("run", *metrics, "tasks", "undecided"), tuple(rows), (NOTE,))


def is_total(table: Table, row: tuple[Cell, ...]) -> bool:
    """Whether a row is about all tasks: such a row stands out."""
    return ALL in (row[:2] if table.columns[:1] == ("run",) else row[:1])


def metrics_of(scores: Sequence[Score]) -> list[str]:
    return list(dict.fromkeys(score.metric for score in scores))


def _rows(scores: Sequence[Score], metrics: Sequence[str]) -> list[tuple[Cell, ...]]:
    slices = list(dict.fromkeys(slice_name(score) for score in scores))
    cells = {(slice_name(score), score.metric): score for score in scores}
    rows: list[tuple[Cell, ...]] = []
    for name in [*slices[1:], *slices[:1]]:
        found = [cells.get((name, metric)) for metric in metrics]
        # Runs with more candidates have metrics that others lack.
        scored = [score for score in found if score is not None]
        tasks, undecided = _counts([score.tasks for score in scored]), _counts([s.undecided for s in scored])
        rows.append((name, *map(estimate, found), tasks, undecided))
    return rows


def _counts(counts: Sequence[int]) -> Cell:
    """One number, where all metrics were measured on as many tasks; else that of each."""
    return counts[0] if len(set(counts)) == 1 else "/".join(map(str, counts))


def slice_name(score: Score) -> str:
    if not score.where:
        return ALL
    return ", ".join(
        language_name(value) if key == "intent_language" else f"{key} {value}"
        for key, value in score.where.items()
    )


def estimate(score: Score | None) -> Estimate:
    """What a score says, and how sure it is; a dash where there is none."""
    if score is None:
        return Estimate(None)
    low, high = score.interval or (None, None)
    return Estimate(score.value, low, high)
