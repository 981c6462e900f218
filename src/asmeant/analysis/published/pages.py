"""Paper -> Table: the contents of a paper, and the command that computes each table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from asmeant.analysis.published.figures import figures_of
from asmeant.analysis.published.paper import Paper, PaperTable, Printed, Row, as_printed
from asmeant.tables import Cell, Estimate, Table


def overview_table(papers: Mapping[str, Paper]) -> Table:
    """A row for each paper: how many of its tables and figures are included."""
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            len(paper.tables),
            sum(len(table.rows) for table in paper.tables),
            sum(1 for table in paper.tables for _ in figures_of(paper, table)),
            len(paper.stated),
            paper.source,
        )
        for name, paper in papers.items()
    ]
    notes = (
        "Scores: figures that can stand beside a run. Stated: figures in the text.",
        "The tables of one: asmeant published NAME. Beside a run: asmeant report RUN --published",
    )
    columns = ("dataset", "tables", "rows", "scores", "stated", "source")
    return Table("Published figures", columns, tuple(rows), notes)


def contents_table(paper: Paper) -> Table:
    """A row for each table of a paper: its subject, and how asmeant computes the same."""
    rows: list[tuple[Cell, ...]] = [
        (table.table, table.about, len(table.rows), ", ".join(_commands(table)) or "–")
        for table in paper.tables
    ]
    notes = (f"From: {paper.source}.", f"One of them: asmeant published {paper.dataset} TABLE")
    return Table(
        f"Tables about {paper.dataset}", ("table", "about", "rows", "computed by"), tuple(rows), notes
    )


def _commands(table: PaperTable) -> list[str]:
    scores = ["asmeant report RUN --published"] if table.scores else []
    return list(dict.fromkeys([*scores, *table.computed.values()]))


def printed_table(paper: Paper, table: PaperTable) -> Table:
    """One table as it was printed."""
    # A label is text, even if it is a number: it is not aligned as a figure.
    rows = tuple(
        tuple(
            as_printed(row.cells[name]) or "–" if name in table.labels else _cell(row.cells[name])
            for name in table.columns
        )
        for row in table.rows
    )
    title = f"{paper.dataset}, {table.table}: {table.about}"
    return Table(title, table.columns, rows, tuple(_notes(paper, table)))


def stated_table(paper: Paper) -> Table:
    rows = tuple((item.where, item.what, as_printed(item.value) or "–", item.note) for item in paper.stated)
    columns = ("where", "what", "value", "note")
    return Table(f"{paper.dataset}: figures in the text", columns, rows, (f"From: {paper.source}.",))


def _cell(value: Printed) -> Cell:
    if not isinstance(value, Decimal):
        return value
    exponent = value.as_tuple().exponent
    return Estimate(float(value), percent=False, digits=-exponent if isinstance(exponent, int) else 0)


def _notes(paper: Paper, table: PaperTable) -> Iterator[str]:
    yield f"Unit: {table.unit}. From: {paper.source}."
    yield from table.notes
    for row in table.rows:
        if row.note:
            yield f"{_name(table, row)}: {'not certain: ' if row.unsure else ''}{row.note}."
    if table.missing:
        yield f"Rows that are not here: {'; '.join(table.missing)}."
    for command in dict.fromkeys(table.computed.values()):
        columns = [name for name in table.columns if table.computed.get(name) == command]
        every = set(columns) >= set(table.columns) - set(table.labels)
        yield f"Computed by {command}{'' if every else ': ' + ', '.join(columns)}."
    for reason in dict.fromkeys(table.not_computed.values()):
        columns = [name for name in table.columns if table.not_computed.get(name) == reason]
        yield f"Not computed by asmeant: {', '.join(columns)} ({reason})."


def _name(table: PaperTable, row: Row) -> str:
    return ", ".join(as_printed(row.cells[label]) or "–" for label in table.labels)
