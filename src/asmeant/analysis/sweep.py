"""A grid of settings -> cells, one run each; their scores -> a table. Pure: the runs are made elsewhere."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

from asmeant.analysis.naming import word
from asmeant.analysis.scores import PER_CENT, estimate, score_notes
from asmeant.records import Score
from asmeant.tables import Cell as TableCell
from asmeant.tables import Table

State = Literal["waiting", "done", "failed"]
# One value of every axis, by the axis's name.
Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of a sweep: its settings, its folder, and its progress."""

    settings: Settings
    run: str
    state: State = "waiting"
    error: str = ""
    scores: tuple[Score, ...] = ()


@dataclass(frozen=True, slots=True)
class Sweep:
    """The axes of a sweep, and its cells. `sweep.json` holds one."""

    dataset: str
    axes: Mapping[str, tuple[Any, ...]]
    cells: tuple[Cell, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def varied(self) -> list[str]:
        """The axes with more than one value."""
        return [name for name, values in self.axes.items() if len(values) > 1]


def grid(axes: Mapping[str, Iterable[Any]]) -> list[Settings]:
    """Every combination, with the first axis changing slowest. Repeated values count once."""
    values = [list(dict.fromkeys(choices)) for choices in axes.values()]
    return [dict(zip(axes, combination, strict=True)) for combination in product(*values)]


def sweep_name(dataset: str, run_ids: Iterable[str]) -> str:
    """A name for the sweep that depends on its runs, so that different sweeps have different names."""
    digest = hashlib.sha256("\n".join(run_ids).encode()).hexdigest()
    return f"sweep-{dataset.partition(':')[0]}-{digest[:8]}"


def describe_cell(sweep: Sweep, cell: Cell) -> str:
    """The settings in which a cell differs from the others, in words."""
    return ", ".join(f"{axis} {word(cell.settings[axis])}" for axis in sweep.varied or ["model"])


def sweep_table(sweep: Sweep) -> Table:
    """A row for each cell: the settings that vary, and its scores over all tasks."""
    metrics = list(dict.fromkeys(score.metric for cell in sweep.cells for score in _whole(cell.scores)))
    axes = sweep.varied or ["model"]
    rows = tuple(_row(cell, axes, metrics) for cell in sweep.cells)
    models = sweep.axes.get("model", ())
    notes = [
        PER_CENT,
        *([f"The model: {models[0]}."] if len(models) == 1 and sweep.varied else []),
        *(
            f"{describe_cell(sweep, cell)} failed: {cell.error}"
            for cell in sweep.cells
            if cell.state == "failed"
        ),
        *(note for cell in sweep.cells for note in score_notes(cell.scores, describe_cell(sweep, cell))),
    ]
    title = f"{len(sweep.cells)} runs on {sweep.dataset}"
    return Table(title, (*axes, *metrics, "tasks", "undecided"), rows, tuple(notes))


def _row(cell: Cell, axes: Sequence[str], metrics: Sequence[str]) -> tuple[TableCell, ...]:
    scores = {score.metric: score for score in _whole(cell.scores)}
    first = next(iter(scores.values()), None)
    return (
        *(word(cell.settings[axis]) for axis in axes),
        *(estimate(scores.get(metric)) for metric in metrics),
        first.tasks if first else None,
        first.undecided if first else None,
    )


def _whole(scores: Iterable[Score]) -> list[Score]:
    return [score for score in scores if not score.where]
