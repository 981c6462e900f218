"""A grid of settings, and the table of what came of it."""

from __future__ import annotations

from asmeant.analysis.sweep import Cell, Sweep, describe_cell, grid, sweep_name, sweep_table
from asmeant.records import Score
from asmeant.tables import Estimate

AXES = {"model": ("a", "b"), "language": (("en",), ("es", "ja"), ()), "temperature": (0.8,), "prompt": ("",)}


def scores(value: float, metric: str = "pass@1") -> tuple[Score, ...]:
    whole = Score(metric, value, (value, value), 10, 2, "signature")
    return whole, Score(metric, 0.0, None, 5, 0, "signature", {"intent_language": "en"})


def test_a_grid_is_every_combination_once() -> None:
    found = grid({"model": ["a", "b", "a"], "shots": [0, 1]})
    assert found == [
        {"model": "a", "shots": 0},
        {"model": "a", "shots": 1},
        {"model": "b", "shots": 0},
        {"model": "b", "shots": 1},
    ]
    assert len(grid(AXES)) == 6


def test_the_table_names_what_varies() -> None:
    cells = [Cell(settings, "runs/x", "done", scores=scores(0.5)) for settings in grid(AXES)]
    table = sweep_table(Sweep("fake", AXES, tuple(cells)))
    assert table.title == "6 runs on fake"
    assert table.columns == ("model", "language", "pass@1", "tasks", "undecided")
    assert table.rows[0] == ("a", "en", Estimate(0.5, 0.5, 0.5), 10, 2)
    assert [row[1] for row in table.rows[:3]] == ["en", "es,ja", "all"]


def test_a_cell_that_failed_is_a_dash_and_a_word() -> None:
    axes = {"model": ("a",), "prompt": ("", "terse")}
    first, second = grid(axes)
    sweep = Sweep(
        "fake",
        axes,
        (Cell(first, "x", "done", scores=scores(1.0)), Cell(second, "y", "failed", "No answer.")),
    )
    table = sweep_table(sweep)
    assert table.rows == (("default", Estimate(1.0, 1.0, 1.0), 10, 2), ("terse", Estimate(None), None, None))
    assert table.notes[1:] == ("The model: a.", "prompt terse failed: No answer.")
    assert describe_cell(sweep, sweep.cells[0]) == "prompt default"


def test_metrics_that_only_some_have() -> None:
    axes = {"model": ("a", "b")}
    first, second = grid(axes)
    cells = (
        Cell(first, "x", "done", scores=scores(1.0)),
        Cell(second, "y", "done", scores=scores(0.5, "pass@2")),
    )
    table = sweep_table(Sweep("fake", axes, cells))
    assert table.columns == ("model", "pass@1", "pass@2", "tasks", "undecided")
    assert table.rows[1][1] == Estimate(None)


def test_one_run_is_called_by_its_model() -> None:
    axes = {"model": ("a",), "shots": (0,)}
    table = sweep_table(Sweep("fake", axes, (Cell(grid(axes)[0], "x", "done", scores=scores(1.0)),)))
    assert table.columns[0] == "model"
    assert table.rows[0][0] == "a"


def test_a_sweep_is_called_after_its_runs() -> None:
    assert sweep_name("mbupp:mbpp", ["one", "two"]) == sweep_name("mbupp", ["one", "two"])
    assert sweep_name("mbupp", ["one", "two"]) != sweep_name("mbupp", ["one", "three"])
    assert sweep_name("sample", ["one"]).startswith("sweep-sample-")
