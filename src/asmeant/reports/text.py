"""Table -> text: for a terminal, Markdown, or CSV."""

from __future__ import annotations

import csv
import io
from math import isfinite
from typing import TYPE_CHECKING

from asmeant.reports.table import is_total
from asmeant.tables import Cell, Estimate, Table, is_numeric, shown

if TYPE_CHECKING:
    from rich.table import Table as RichTable


def to_rich(table: Table) -> RichTable:
    from rich import box
    from rich.table import Table as RichTable
    from rich.text import Text

    page = RichTable(
        title=Text(table.title),
        caption=Text("\n".join(table.notes)),
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        title_justify="left",
        caption_justify="left",
        title_style="bold",
    )
    for number, name in enumerate(table.columns):
        right = is_numeric(table, number)
        page.add_column(Text(name), justify="right" if right else "left", min_width=len(name))
    for row in table.rows:
        page.add_row(*(Text(shown(cell)) for cell in row), style="bold" if is_total(table, row) else "")
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
