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
from asmeant.tables import Cell, Estimate, Table, is_numeric, shown

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
    parts = [list(names)]
    for place in places[len(names) :]:
        if parts[-1] != names and sum(_least_width(table, other) for other in [*parts[-1], place]) > width:
            parts.append(list(names))
        parts[-1].append(place)
    return parts


def _least_width(table: Table, place: int) -> int:
    longest = max((len(word) for row in table.rows for word in shown(row[place]).split()), default=0)
    least = longest if is_numeric(table, place) else min(longest, WORD)
    return max(len(table.columns[place]), least) + PADDING


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
    sure = [any(_has_interval(row[place]) for row in table.rows) for place in range(len(table.columns))]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads = [
        (name, f"{name} low", f"{name} high") if wide else (name,)
        for name, wide in zip(table.columns, sure, strict=True)
    ]
    writer.writerow([name for group in heads for name in group])
    for row in table.rows:
        writer.writerow([part for cell, wide in zip(row, sure, strict=True) for part in _in_csv(cell, wide)])
    return text.getvalue()


def _has_interval(cell: Cell) -> bool:
    return isinstance(cell, Estimate) and cell.low is not None


def _in_csv(cell: Cell, wide: bool) -> list[str | int | float]:
    parts = [cell.value, cell.low, cell.high] if isinstance(cell, Estimate) else [cell, None, None]
    return [_filled(part) for part in (parts if wide else parts[:1])]


def _filled(part: str | int | float | None) -> str | int | float:
    """Empty, where nothing could be decided."""
    return "" if part is None or (isinstance(part, float) and not isfinite(part)) else part
