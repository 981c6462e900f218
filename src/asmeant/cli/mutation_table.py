"""Verified tasks -> a table of the rejected mutants, by the part of the reference that they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from asmeant.tables import Estimate, Table

if TYPE_CHECKING:
    from asmeant.authoring.verifying import Verified

COLUMNS = (
    "changed", "made", "rejected", "by new checks", "not asked for", "equivalent", "open", "score",
    "with new",
)  # fmt: skip


def mutation_table(results: Sequence[Verified], title: str) -> Table:
    """The score leaves out mutants that are equivalent, or that differ only in what no check expects.

    `open` counts those that could not be compared with the reference. The last column is the score of the
    tasks after the new probes or trees are added.
    """
    counts: dict[str, int] = {}
    for item in results:
        for part, count in item.made.items():
            counts[part] = counts.get(part, 0) + count
    parts = sorted(counts, key=lambda part: -counts[part])
    rows = [_row(part, part, counts[part], results) for part in parts]
    total = _row("all", None, sum(counts.values()), results)
    return Table(title, COLUMNS, (*rows, total))


def _row(
    name: str, part: str | None, made: int, results: Sequence[Verified]
) -> tuple[str | int | Estimate, ...]:
    weak, not_asked_for, equivalent, open_ = (
        sum(item.surviving(compared, part) for item in results)
        for compared in ("differs", "not asked for", "same", "not compared")
    )
    killed = made - weak - not_asked_for - equivalent - open_
    counted = made - not_asked_for - equivalent
    scores = (Estimate(count / counted if counted else None) for count in (killed, killed + weak))
    return name, made, killed, weak, not_asked_for, equivalent, open_, *scores
