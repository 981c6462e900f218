"""Score -> Table: rows are slices, columns are metrics. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asmeant.languages.natural import language_name
from asmeant.records import Score


@dataclass(frozen=True, slots=True)
class Table:
    """A title, a header, and rows of text; what a page is made of."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def score_table(title: str, scores: Sequence[Score]) -> Table:
    """One row per slice. The whole comes last, as a sum would."""
    metrics = list(dict.fromkeys(score.metric for score in scores))
    slices = list(dict.fromkeys(slice_name(score) for score in scores))
    cells = {(slice_name(score), score.metric): score for score in scores}
    rows = []
    for name in [*slices[1:], *slices[:1]]:
        first = cells[name, metrics[0]]
        found = [percent(cells[name, metric]) for metric in metrics]
        rows.append((name, *found, str(first.tasks), str(first.undecided)))
    note = "Per cent, with 95% intervals by bootstrap over tasks. Undecided tasks are not scored."
    return Table(title, ("", *metrics, "tasks", "undecided"), tuple(rows), note)


def slice_name(score: Score) -> str:
    if not score.where:
        return "all"
    return ", ".join(
        language_name(value) if key == "intent_language" else f"{key} {value}"
        for key, value in score.where.items()
    )


def percent(score: Score) -> str:
    """A dash, never 0, for what could not be decided."""
    if score.value is None:
        return "–"
    if score.interval is None:
        return f"{100 * score.value:.1f}"
    low, high = score.interval
    return f"{100 * score.value:.1f} [{100 * low:.1f}–{100 * high:.1f}]"
