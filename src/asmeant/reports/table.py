"""Score -> Table: rows are slices, columns are metrics. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asmeant.analysis.scores import PER_CENT, estimate, score_notes
from asmeant.languages.natural import language_name
from asmeant.records import Score
from asmeant.tables import Cell, Table

ALL = "all"
COUNTS = ("tasks", "undecided")
CANDIDATES = "undecided candidates"


def score_table(title: str, scores: Sequence[Score], notes: Sequence[str] = ()) -> Table:
    """One row per slice. The whole comes last, as a sum would."""
    heads = _heads(scores)
    all_notes = (PER_CENT, *notes, *score_notes(scores))
    return Table(title, ("", *heads), tuple(_rows(scores, heads)), all_notes)


def runs_table(title: str, runs: Mapping[str, Sequence[Score]], notes: Sequence[str] = ()) -> Table:
    """The same for several runs, below each other."""
    heads = _heads([score for scores in runs.values() for score in scores])
    rows = [(label, *row) for label, scores in runs.items() for row in _rows(scores, heads)]
    return Table(title, ("run", "", *heads), tuple(rows), (PER_CENT, *notes, *_notes(runs)))


def whole_table(title: str, runs: Mapping[str, Sequence[Score]]) -> Table:
    """One row per run, over all its tasks."""
    whole = {label: [score for score in scores if not score.where] for label, scores in runs.items()}
    heads = _heads([score for scores in whole.values() for score in scores])
    rows = [(label, *row[1:]) for label, scores in whole.items() for row in _rows(scores, heads)]
    return Table(title, ("run", *heads), tuple(rows), (PER_CENT, *_notes(runs)))


def _notes(runs: Mapping[str, Sequence[Score]]) -> list[str]:
    return [note for label, scores in runs.items() for note in score_notes(scores, label)]


def _heads(scores: Sequence[Score]) -> tuple[str, ...]:
    """The metrics, and how many tasks there are; undecided candidates have a column where there are any."""
    some = any(score.undecided_candidates for score in scores)
    return (*metrics_of(scores), *COUNTS, *([CANDIDATES] if some else []))


def is_total(table: Table, row: tuple[Cell, ...]) -> bool:
    """Whether a row is about all tasks: such a row stands out."""
    return ALL in (row[:2] if table.columns[:1] == ("run",) else row[:1])


def metrics_of(scores: Sequence[Score]) -> list[str]:
    return list(dict.fromkeys(score.metric for score in scores))


def _rows(scores: Sequence[Score], heads: Sequence[str]) -> list[tuple[Cell, ...]]:
    metrics = heads[: heads.index(COUNTS[0])]
    slices = list(dict.fromkeys(slice_name(score) for score in scores))
    cells = {(slice_name(score), score.metric): score for score in scores}
    rows: list[tuple[Cell, ...]] = []
    for name in [*slices[1:], *slices[:1]]:
        estimates = [cells.get((name, metric)) for metric in metrics]
        # Runs with more candidates have metrics that others lack.
        scored = [score for score in estimates if score is not None]
        tasks, undecided = _counts([score.tasks for score in scored]), _counts([s.undecided for s in scored])
        # A metric that compares texts has no use for verdicts, and so none that are undecided.
        candidates = [max((score.undecided_candidates for score in scored), default=0)]
        rows.append(
            (name, *map(estimate, estimates), tasks, undecided, *(candidates if CANDIDATES in heads else []))
        )
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
