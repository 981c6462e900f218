"""Run and its scores -> Table: the run, the figures published with the same metric, and the differences.

A row is a system under one protocol, a column a language (or a metric, if the paper has no languages). Rows
without known differences come first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from asmeant import plugins
from asmeant.analysis.published.figures import MEAN, Figure, figures
from asmeant.datasets.conala import GROUPED
from asmeant.errors import DataError
from asmeant.records import Run, Score
from asmeant.tables import Cell, Estimate, Table

SAME = "nothing stated"
STRIPPED = {True: "stripped", False: "kept"}


class Differences(dict[tuple[str, str], None]):
    """What differs, and in which column: a set that keeps its order."""

    def __init__(self, pairs: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__(dict.fromkeys(pairs))

    def __sub__(self, other: Differences) -> Differences:
        return Differences(pair for pair in self if pair not in other)


@dataclass(slots=True)
class _Line:
    """The figures of one system under one protocol, by column, and the tables that print them."""

    figure: Figure
    figures: dict[str, Figure] = field(default_factory=dict)
    tables: dict[str, None] = field(default_factory=dict)

    def takes(self, column: str, figure: Figure) -> bool:
        current = self.figures.get(column)
        return _identity(self.figure) == _identity(figure) and (
            current is None or current.value == figure.value
        )


def published_tables(run: Run, scores: Sequence[Score]) -> list[Table]:
    """Published figures on the dataset by the metrics of the run; if there are none, by all metrics."""
    name, _, variant = run.dataset.partition(":")
    variant = variant or _first_variant(name)
    of_language = [figure for figure in figures(name) if _speaks(figure, run)]
    if not of_language:
        datasets = ", ".join(dict.fromkeys(figure.dataset for figure in figures()))
        raise DataError(
            f"No published figures on {run.dataset} are known{_in_words(run)}. "
            f"There are some on: {datasets}. Leave out --published."
        )
    # If nothing was published on this variant, figures of the others are shown, with a note.
    on_variant = [figure for figure in of_language if _is_of(figure, variant)] or of_language
    scored = {score.metric for score in scores}
    selected = [figure for figure in on_variant if figure.metric in scored] or on_variant
    tables = [
        _table(title, group, run, variant, scores, column) for title, group, column in _groups(name, selected)
    ]
    notes = tuple(_notes(on_variant, selected, scores))
    last = tables[-1]
    return [*tables[:-1], Table(last.title, last.columns, last.rows, (*last.notes, *notes))]


def _groups(
    name: str, selected: Sequence[Figure]
) -> Iterator[tuple[str, list[Figure], Callable[[Figure], str]]]:
    """A table for each metric if figures are by language; otherwise one with a column for each metric."""
    if not any(figure.language for figure in selected):
        yield f"Published on {name}", list(selected), lambda figure: figure.metric
        return
    for metric in dict.fromkeys(figure.metric for figure in selected):
        of_metric = [figure for figure in selected if figure.metric == metric]
        yield f"Published on {name}: {metric}", of_metric, lambda figure: figure.language or "all"


def _table(
    title: str,
    group: Sequence[Figure],
    run: Run,
    variant: str,
    scores: Sequence[Score],
    column_of: Callable[[Figure], str],
) -> Table:
    columns = list(dict.fromkeys(map(column_of, group)))
    ours = {column_of(figure): _counterpart(figure, run, scores) for figure in group}
    lines = _lines(group, column_of)
    differences = [_differences_of(line, run, variant, ours) for line in lines]
    shared = _shared(lines, differences)
    rows: list[tuple[int, tuple[Cell, ...]]] = []
    for line, line_differences in zip(lines, differences, strict=True):
        special = _worded(line_differences - shared, line.figures)
        cells = [_published(line.figures.get(column)) for column in columns]
        rows.append(
            (len(special), (line.figure.system, *cells, "; ".join(special) or SAME, _where(line.tables)))
        )
    ordered = [row for _, row in sorted(rows, key=lambda pair: pair[0])]
    first: tuple[Cell, ...] = (f"this run: {run.model}", *(_ours(ours[column]) for column in columns), "", "")
    common = "; ".join(_worded(shared, columns))
    notes = (f"Per cent. All rows differ from this run in: {common}.",) if common else ("Per cent.",)
    return Table(title, ("system", *columns, "differs in", "where"), (first, *ordered), notes)


def _lines(group: Iterable[Figure], column_of: Callable[[Figure], str]) -> list[_Line]:
    """Equal figures of several tables are merged into one line."""
    lines: list[_Line] = []
    for figure in group:
        column = column_of(figure)
        line = next((line for line in lines if line.takes(column, figure)), None)
        if line is None:
            line = _Line(figure)
            lines.append(line)
        line.figures[column] = figure
        line.tables[figure.table] = None
    return lines


def _identity(figure: Figure) -> tuple[object, ...]:
    return figure.system, figure.variant, figure.setting, *sorted(figure.protocol.items())


def _first_variant(name: str) -> str:
    """The default variant of a dataset."""
    is_registered = name in plugins.names("dataset")
    return next(iter(getattr(plugins.load("dataset", name), "variants", ())), "") if is_registered else ""


def _in_words(run: Run) -> str:
    return f" in {', '.join(run.selection.languages)}" if run.selection.languages else ""


def _speaks(figure: Figure, run: Run) -> bool:
    return not run.selection.languages or figure.language in ("", *run.selection.languages)


def _is_of(figure: Figure, variant: str) -> bool:
    return figure.variant in ("", variant.removesuffix(GROUPED))


def _counterpart(figure: Figure, run: Run, scores: Iterable[Score]) -> Score | None:
    """The score with the same metric and language, whichever field or tag it is grouped by."""
    alone = run.selection.languages == (figure.language,)
    where = [figure.language] if figure.language and not alone else []
    matching = (s for s in scores if s.metric == figure.metric and list(s.where.values()) == where)
    return next(matching, None)


# ── in what they differ ──


def _differences_of(line: _Line, run: Run, variant: str, ours: Mapping[str, Score | None]) -> Differences:
    return Differences(
        (words, column)
        for column, figure in line.figures.items()
        for words in _differences(figure, run, variant, ours[column])
    )


def _shared(lines: Sequence[_Line], differences: Sequence[Differences]) -> Differences:
    """The differences that all lines with a figure in that column share. None for a single line."""
    if len(lines) < 2:
        return Differences()
    return Differences(
        (words, column)
        for words, column in dict.fromkeys(
            pair for line_differences in differences for pair in line_differences
        )
        if all(
            (words, column) in line_differences or column not in line.figures
            for line, line_differences in zip(lines, differences, strict=True)
        )
    )


def _worded(differences: Differences, columns: Collection[str]) -> list[str]:
    """Differences that apply to some columns only name these columns."""
    columns_of: dict[str, list[str]] = {}
    for words, column in differences:
        columns_of.setdefault(words, []).append(column)
    return [
        words if len(places) == len(columns) else f"{words} ({', '.join(places)})"
        for words, places in columns_of.items()
    ]


def _differences(figure: Figure, run: Run, variant: str, score: Score | None) -> Iterator[str]:
    """What was done differently, as far as the paper states it."""
    if not _is_of(figure, variant):
        yield f"{variant} here, {figure.variant} there"
    for key, theirs in figure.protocol.items():
        ours = _setting(run, key)
        if ours != theirs:
            yield _setting_difference(key, ours, theirs)
    if figure.setting:
        yield f"there: {figure.setting}"
    if score and figure.tasks and score.tasks != figure.tasks:
        yield f"{score.tasks} tasks here, {figure.tasks} there"


def _setting(run: Run, key: str) -> object:
    if key == "samples":
        return run.sampling.count
    place = run.sampling if hasattr(run.sampling, key) else run.prompt
    return getattr(place, key)


def _setting_difference(key: str, ours: object, theirs: object) -> str:
    if key == "strip":
        return f"white space after the prompt {STRIPPED[bool(ours)]} here, {STRIPPED[bool(theirs)]} there"
    name = {"shown": "tests shown", "naming": "functions named by"}.get(key, key.replace("_", " "))
    return f"{name} {ours} here, {theirs} there"


# ── cells and notes ──


def _published(figure: Figure | None) -> Estimate:
    return Estimate(figure.value if figure else None, digits=2)


def _ours(score: Score | None) -> Estimate:
    return Estimate(score.value if score else None, digits=2)


def _where(tables: Iterable[str]) -> str:
    names = list(tables)
    numbers = [name.removeprefix("Table ") for name in names if name.startswith("Table ")]
    if len(numbers) < 2:
        return ", ".join(names)
    return ", ".join(
        [f"Tables {', '.join(numbers)}", *(name for name in names if not name.startswith("Table "))]
    )


def _notes(
    on_variant: Sequence[Figure], selected: Sequence[Figure], scores: Iterable[Score]
) -> Iterator[str]:
    yield from dict.fromkeys(f"From: {figure.source}." for figure in selected)
    yield from dict.fromkeys(f"{figure.table}: {figure.note}." for figure in selected if figure.note)
    scored = {score.metric for score in scores}
    missing = [figure.metric for figure in on_variant if figure.metric not in scored]
    names = list(dict.fromkeys(re.sub(r"@\d+", "@k", metric) for metric in missing))
    if names:
        yield f"Also published, and not scored here: {', '.join(names)}. Add: --metric {names[0]}"
    by_language = any(figure.language not in ("", MEAN) for figure in selected)
    sliced = any(score.where for score in scores)
    if by_language and not sliced and scored:
        yield "Figures are by language. Slice by it: --by intent_language, or translated_from."
