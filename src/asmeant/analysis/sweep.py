"""A grid of settings -> cells, one run each; their scores -> a table. Pure: the runs are made elsewhere."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

from asmeant.analysis.scores import PER_CENT, estimate, score_notes
from asmeant.records import Score
from asmeant.tables import Cell as TableCell
from asmeant.tables import Table

State = Literal["waiting", "done", "failed"]
# One value of every axis, by the axis's name.
Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of a sweep: its settings, its folder, and how far it has come."""

    settings: Settings
    run: str
    state: State = "waiting"
    error: str = ""
    scores: tuple[Score, ...] = ()


@dataclass(frozen=True, slots=True)
class Sweep:
    """What was swept, and what came of it. `sweep.json` holds one."""

    dataset: str
    axes: Mapping[str, tuple[Any, ...]]
    cells: tuple[Cell, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def varied(self) -> list[str]:
        """The axes along which cells differ."""
        return [name for name, values in self.axes.items() if len(values) > 1]


def grid(axes: Mapping[str, Iterable[Any]]) -> list[Settings]:
    """Every combination, with the first axis changing slowest. A value that is given twice counts once."""
    values = [list(dict.fromkeys(choices)) for choices in axes.values()]
    return [dict(zip(axes, chosen, strict=True)) for chosen in product(*values)]


def sweep_name(dataset: str, run_ids: Iterable[str]) -> str:
    """The same runs are the same sweep, and another sweep never takes its place."""
    digest = hashlib.sha256("\n".join(run_ids).encode()).hexdigest()
    return f"sweep-{dataset.partition(':')[0]}-{digest[:8]}"


def describe_cell(sweep: Sweep, cell: Cell) -> str:
    """A cell in words: what sets it apart from the others."""
    return ", ".join(f"{axis} {_word(cell.settings[axis])}" for axis in sweep.varied or ["model"])


def sweep_table(sweep: Sweep) -> Table:
    """A row for each cell: the settings that vary, and its scores over all tasks."""
    metrics = list(dict.fromkeys(score.metric for cell in sweep.cells for score in _whole(cell.scores)))
    shown = sweep.varied or ["model"]
    rows = tuple(_row(cell, shown, metrics) for cell in sweep.cells)
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
    return Table(title, (*shown, *metrics, "tasks", "undecided"), rows, tuple(notes))


def _row(cell: Cell, axes: Sequence[str], metrics: Sequence[str]) -> tuple[TableCell, ...]:
    scores = {score.metric: score for score in _whole(cell.scores)}
    first = next(iter(scores.values()), None)
    return (
        *(_word(cell.settings[axis]) for axis in axes),
        *(estimate(scores.get(metric)) for metric in metrics),
        first.tasks if first else None,
        first.undecided if first else None,
    )


def _whole(scores: Iterable[Score]) -> list[Score]:
    return [score for score in scores if not score.where]


def _word(value: Any) -> str:
    """A setting in a table; an empty one is what the dataset or the model would choose."""
    if isinstance(value, tuple | list):
        return ",".join(value) or "all"
    return "default" if value in (None, "") else str(value)
