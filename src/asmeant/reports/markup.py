"""Table -> HTML table. Columns say what they are sorted by. Pure."""

from __future__ import annotations

from asmeant.plots.svg import element, escaped_text
from asmeant.reports.table import is_total
from asmeant.tables import Cell, Table, is_numeric, number, shown


def to_html(table: Table) -> str:
    """A figure with its caption and notes; every word is escaped."""
    numeric = [is_numeric(table, place) for place in range(len(table.columns))]
    head = "".join(_head(name, numeric[place]) for place, name in enumerate(table.columns))
    rows = "".join(f"<tr{_total(is_total(table, row))}>{_cells(row, numeric)}</tr>" for row in table.rows)
    notes = "".join(element("p", escaped_text(note)) for note in table.notes if note)
    empty = "" if table.rows else element("p", "Nothing to show yet.")
    return (
        f'<figure class="table"><figcaption>{escaped_text(table.title)}</figcaption>'
        f'<div class="wide" tabindex="0"><table class="sortable"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
        f'{empty}<div class="notes">{notes}</div></figure>'
    )


def _head(name: str, numeric: bool) -> str:
    """A column without a name has no header: who hears the page would hear of an empty one."""
    return f'<th scope="col"{_kind(numeric)}>{escaped_text(name)}</th>' if name.strip() else "<td></td>"


def _cells(row: tuple[Cell, ...], numeric: list[bool]) -> str:
    return "".join(
        f"<td{_kind(numeric[place])}{_value(cell)}>{_marked(shown(cell))}</td>"
        for place, cell in enumerate(row)
    )


def _marked(words: str) -> str:
    """An interval is set smaller than what it belongs to."""
    value, bracket, interval = words.partition(" [")
    return (
        f"{escaped_text(value)} <small>[{escaped_text(interval)}</small>"
        if bracket and interval[-1:] == "]"
        else escaped_text(words)
    )


def _kind(numeric: bool) -> str:
    return ' class="number"' if numeric else ""


def _value(cell: Cell) -> str:
    value = number(cell)
    return "" if value is None else f' data-value="{value!r}"'


def _total(whole: bool) -> str:
    return ' class="total"' if whole else ""
