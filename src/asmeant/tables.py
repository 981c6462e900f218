"""Values -> Table: rows of cells that still know their numbers. How they are shown is up to a page. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, and how sure it is. With `percent` it is shown times a hundred."""

    value: float | None
    low: float | None = None
    high: float | None = None
    percent: bool = True
    digits: int = 1
    # What the value would be if all candidates that are undecided passed. Only files of numbers have it.
    if_passed: float | None = None


@dataclass(frozen=True, slots=True)
class PValue:
    """How likely a difference as large is by chance. What is below 0.001 is not shown as 0."""

    value: float


Cell: TypeAlias = str | int | float | Estimate | PValue | None


@dataclass(frozen=True, slots=True)
class Table:
    """A title, the names of the columns, rows of cells, and what should be said below."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def shown(cell: Cell) -> str:
    """A cell as text. A dash, never 0, for what could not be decided."""
    match cell:
        case str():
            return cell
        case Estimate(value=float() | int() as value) if isfinite(value):
            scale = 100 if cell.percent else 1
            text = f"{scale * value:.{cell.digits}f}"
            if cell.low is None or cell.high is None or not isfinite(cell.low) or not isfinite(cell.high):
                return text
            low, high = f"{scale * cell.low:.{cell.digits}f}", f"{scale * cell.high:.{cell.digits}f}"
            return f"{text} [{low}{'–' if cell.low >= 0 else ' to '}{high}]"
        case PValue(value=value):
            return f"{value:.3f}" if value >= 0.001 else "< 0.001"
        case bool():
            return "yes" if cell else "no"
        case int():
            return str(cell)
        case float() if isfinite(cell):
            return f"{cell:.4g}"
        case _:
            return "–"


def number(cell: Cell) -> float | None:
    """What a column is sorted by; None for text, and for what could not be decided."""
    value = cell.value if isinstance(cell, Estimate | PValue) else cell
    return float(value) if isinstance(value, int | float) and isfinite(value) else None


def is_numeric(table: Table, column: int) -> bool:
    """Whether a column holds numbers, and so is set flush right. The first is what the rows are called."""
    cells = [row[column] for row in table.rows]
    return column > 0 and not any(isinstance(cell, str) and cell.strip("–- ") for cell in cells)
