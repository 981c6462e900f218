"""Paper -> Figure: the scores of its tables, one by one, under asmeant's names.

The fields of a figure come from the table (`fields`), from the row (its system, language and settings, and
what `by` says about the row's value in a column), and from the column. The most specific one wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from asmeant.analysis.published.paper import Paper, PaperTable, Row, ScoreRules, papers

# A mean over several languages has no counterpart.
MEAN = "mean"
# Columns that are settings of a run, with the name that a run uses.
SETTINGS = ("samples", "temperature", "top_p", "max_tokens", "shots", "shown", "naming", "strip")


@dataclass(frozen=True, slots=True)
class Figure:
    """One score of a paper.

    `value` is a share between 0 and 1, `protocol` the settings it was measured with.
    """

    dataset: str
    source: str
    table: str
    system: str
    metric: str
    value: float
    language: str = ""
    variant: str = ""
    setting: str = ""
    tasks: int | None = None
    protocol: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""


def figures(dataset: str = "") -> list[Figure]:
    """The figures published on a dataset, or on all. Uncertain ones are left out."""
    return [
        figure
        for name, paper in papers().items()
        if dataset in ("", name)
        for table in paper.tables
        for figure in figures_of(paper, table)
    ]


def figures_of(paper: Paper, table: PaperTable) -> Iterator[Figure]:
    rules = table.scores
    if rules is None:
        return
    for row in table.rows:
        # If a label of the row is uncertain, such as its language, all of its figures are.
        if row.unsure & set(table.labels):
            continue
        of_row = _fields(rules, row)
        for column, of_column in rules.columns.items():
            value = row.cells[column]
            if isinstance(value, Decimal | int) and column not in row.unsure:
                yield _figure(paper, table, float(value), {**of_row, **of_column})


def _fields(rules: ScoreRules, row: Row) -> dict[str, Any]:
    """The fields that the table and the row give to every figure in the row."""
    fields: dict[str, Any] = {"per": rules.per, **rules.fields}
    protocol = dict(fields.pop("protocol", {}))
    for name in ("system", "language"):
        if name in row.cells:
            fields[name] = row.cells[name]
    protocol |= {name: _as_number(row.cells[name]) for name in SETTINGS if name in row.cells}
    for column, values in rules.by.items():
        special = dict(values.get(str(row.cells[column]), {}))
        protocol |= special.pop("protocol", {})
        fields |= special
    return {**fields, "protocol": protocol}


def _figure(paper: Paper, table: PaperTable, value: float, fields: dict[str, Any]) -> Figure:
    language = fields.get("language") or ""
    protocol = {name: _as_number(value) for name, value in fields["protocol"].items()}
    return Figure(
        dataset=paper.dataset,
        source=paper.source,
        table=table.table,
        system=fields["system"],
        metric=fields["metric"],
        value=round(value / fields["per"], 6),
        language=language,
        variant=fields.get("variant", ""),
        setting=fields.get("setting", ""),
        tasks=fields.get("tasks", {}).get(language or "all"),
        protocol=protocol,
        note=fields.get("note", ""),
    )


def _as_number(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value
