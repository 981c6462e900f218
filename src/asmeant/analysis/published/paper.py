"""TOML -> Paper: every table of a paper and the figures of its text, as they were printed.

A file next to this one is one paper. Words are ours, figures are the paper's. In a table

- `labels` name the columns that say what a row is about; all other columns are figures;
- a row may end with `{ note, unsure }`: what to know about it, and the columns that are not certain;
- an empty text is a cell without a figure, and `missing` names rows that could not be read;
- `scores` says how a row becomes scores of asmeant (see `figures.py`), `computed` by which command asmeant
  computes a column, and `not_computed` why it does not. Every column of figures is in one of the three.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from asmeant.errors import UnknownNameError, UsageError

# A Decimal keeps the digits that were printed.
Printed: TypeAlias = Decimal | int | bool | str | None


@dataclass(frozen=True, slots=True)
class Row:
    cells: Mapping[str, Printed]
    note: str = ""
    unsure: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """How cells become scores: fields for all cells, for a column, and for rows with a value (`by`)."""

    columns: Mapping[str, Mapping[str, Any]]
    per: int = 1
    fields: Mapping[str, Any] = field(default_factory=dict)
    by: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PaperTable:
    table: str
    about: str
    unit: str
    labels: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    scores: ScoreRules | None = None
    computed: Mapping[str, str] = field(default_factory=dict)
    not_computed: Mapping[str, str] = field(default_factory=dict)

    def row(self, **labels: Printed) -> Row:
        """The row with these labels."""
        rows = [row for row in self.rows if all(row.cells[key] == value for key, value in labels.items())]
        if len(rows) != 1:
            raise LookupError(f"{self.table} has {len(rows)} rows with {labels}")
        return rows[0]


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure in the text of a paper."""

    where: str
    what: str
    value: Printed
    note: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    dataset: str
    source: str
    tables: tuple[PaperTable, ...]
    stated: tuple[Stated, ...] = ()

    def table(self, name: str) -> PaperTable:
        """The table with this name or number: `Table 4` or `4`."""
        names = {table.table: table for table in self.tables}
        full_name = f"Table {name}" if name.isdigit() else name
        if full_name not in names:
            raise UnknownNameError(
                f"table of {self.dataset}", name, names, f"asmeant published {self.dataset}"
            )
        return names[full_name]


def papers() -> dict[str, Paper]:
    """All papers, by the dataset that they are about."""
    names = sorted(file.name for file in files(__package__).iterdir() if file.name.endswith(".toml"))
    return {paper.dataset: paper for paper in map(_read, names)}


def paper(dataset: str) -> Paper:
    by_dataset = papers()
    if dataset not in by_dataset:
        raise UnknownNameError("dataset with published figures", dataset, by_dataset, "asmeant published")
    return by_dataset[dataset]


@cache
def _read(name: str) -> Paper:
    page = tomllib.loads(files(__package__).joinpath(name).read_text("utf-8"), parse_float=Decimal)
    return Paper(
        page["dataset"],
        page["source"],
        tuple(map(_table, page["tables"])),
        tuple(Stated(*item) for item in page.get("stated", ())),
    )


def _table(table: Mapping[str, Any]) -> PaperTable:
    columns = tuple(table["columns"])
    rules = table.get("scores")
    return PaperTable(
        table["table"],
        table["about"],
        table["unit"],
        tuple(table["labels"]),
        columns,
        tuple(_row(cells, columns) for cells in table["rows"]),
        tuple(table.get("notes", ())),
        tuple(table.get("missing", ())),
        ScoreRules(**rules) if rules else None,
        table.get("computed", {}),
        table.get("not_computed", {}),
    )


def _row(cells: Sequence[Any], columns: Sequence[str]) -> Row:
    remark = cells[-1] if isinstance(cells[-1], dict) else {}
    values = cells[:-1] if remark else cells
    if len(values) != len(columns):
        raise UsageError(
            f"A row of {len(values)} cells stands in a table of {len(columns)} columns: {values}"
        )
    printed = {name: None if value == "" else value for name, value in zip(columns, values, strict=True)}
    return Row(printed, remark.get("note", ""), frozenset(remark.get("unsure", ())))


def as_printed(value: Printed) -> str:
    """The value with all digits that were printed."""
    return "" if value is None else str(value)
