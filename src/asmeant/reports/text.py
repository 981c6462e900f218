"""Table -> text: for a terminal, Markdown, or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from math import isfinite
from typing import TYPE_CHECKING

from asmeant.reports.table import is_total
from asmeant.tables import Cell, Estimate, PValue, Table, is_numeric, shown

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table as RichTable

PADDING = 2
EDGE = 1
WORD = 26  # a longer word of a text may be broken; ids of tasks are mostly shorter


def to_rich(table: Table) -> FittingTable:
    return FittingTable(table)


@dataclass(frozen=True, slots=True)
class FittingTable:
    """A table for a terminal. What is too wide for it goes on below, with the names of the rows again."""

    table: Table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        from rich.text import Text

        for number, columns in enumerate(parts_for(self.table, options.max_width)):
            yield _page(self.table, columns, self.table.title if number == 0 else "", options.max_width)
        if self.table.notes:
            yield Text("\n".join(self.table.notes), style="dim italic")


def parts_for(table: Table, width: int) -> list[list[int]]:
    """Which columns stand beside each other. A number or an interval is never cut; words are wrapped."""
    places, width = range(len(table.columns)), width - EDGE
    if sum(_least_width(table, place) for place in places) <= width:
        return [list(places)]
    names = list(takewhile(lambda place: not is_numeric(table, place), places))
    # Names that take all of the width leave none for what they name.
    while len(names) > 1 and sum(_least_width(table, place) for place in names) > width // 2:
        names.pop()
    pages = [list(names)]
    for place in places[len(names) :]:
        if pages[-1] != names and sum(_least_width(table, other) for other in [*pages[-1], place]) > width:
            pages.append(list(names))
        pages[-1].append(place)
    return pages


def _least_width(table: Table, place: int) -> int:
    longest = max((len(word) for row in table.rows for word in shown(row[place]).split()), default=0)
    if is_numeric(table, place):
        head = max(map(len, table.columns[place].split()), default=0)  # several words may stand in two lines
        return max(head, longest) + PADDING
    return max(len(table.columns[place]), min(longest, WORD)) + PADDING


def _full_width(table: Table, place: int) -> int:
    return max(len(table.columns[place]), *(len(shown(row[place])) for row in table.rows), 0) + PADDING


def _page(table: Table, columns: list[int], title: str, width: int) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    page = RichTable(
        title=Text(title) if title else None,
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        title_justify="left",
        title_style="bold",
    )
    # Left to itself, rich narrows a number below its least width, and cuts the last column off instead.
    tight = sum(_full_width(table, place) for place in columns) + EDGE > width
    for place in columns:
        numeric = is_numeric(table, place)
        page.add_column(
            Text(table.columns[place]),
            justify="right" if numeric else "left",
            min_width=_least_width(table, place) - PADDING if numeric else len(table.columns[place]),
            width=_least_width(table, place) - PADDING if numeric and tight else None,
            overflow="fold",
        )
    for row in table.rows:
        cells = (Text(shown(row[place])) for place in columns)
        page.add_row(*cells, style="bold" if is_total(table, row) else "")
    return page


def to_markdown(table: Table) -> str:
    def line(cells: tuple[Cell, ...]) -> str:
        return "| " + " | ".join(_in_markdown(shown(cell)) for cell in cells) + " |"

    rules = ["---:" if is_numeric(table, place) else "---" for place in range(len(table.columns))]
    body = [line(table.columns), "| " + " | ".join(rules) + " |", *map(line, table.rows)]
    notes = [part for note in table.notes for part in ("", note)]
    return "\n".join([f"## {table.title}", "", *body, *notes]).rstrip() + "\n"


def _in_markdown(words: str) -> str:
    """A cell is one line, and ends where it should."""
    return " ".join(words.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def to_csv(table: Table) -> str:
    """Numbers as they are, not per cent and not rounded; an interval takes two more columns."""
    fields = [_fields_of([row[place] for row in table.rows]) for place in range(len(table.columns))]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads = zip(table.columns, fields, strict=True)
    writer.writerow([f"{name} {_PARTS[part]}".strip() for name, chosen in heads for part in chosen])
    for row in table.rows:
        cells = zip(row, fields, strict=True)
        writer.writerow([_filled(_part(cell, part)) for cell, chosen in cells for part in chosen])
    return text.getvalue()


# The parts of an estimate, and how their columns are called after that of the value.
_PARTS = {"value": "", "low": "low", "high": "high", "if_passed": "if undecided passed"}


def _fields_of(cells: list[Cell]) -> list[str]:
    """What a column needs columns for: its values, and whatever else one of its cells has."""
    return [
        part
        for part in _PARTS
        if part == "value"
        or any(isinstance(cell, Estimate) and _part(cell, part) is not None for cell in cells)
    ]


def _part(cell: Cell, part: str) -> str | int | float | None:
    if isinstance(cell, Estimate):
        value: float | None = getattr(cell, part)
        return value
    if part != "value":
        return None
    return cell.value if isinstance(cell, PValue) else cell


def _filled(part: str | int | float | None) -> str | int | float:
    """Empty, where nothing could be decided."""
    return "" if part is None or (isinstance(part, float) and not isfinite(part)) else part
