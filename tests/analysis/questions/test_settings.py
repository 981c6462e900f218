from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.errors import UsageError
from asmeant.plots import Bars, Lines
from asmeant.records import Prompting, Sampling
from asmeant.runs import RunFolder
from asmeant.testing import make_task
from tests.analysis.questions.made import SETTINGS, asked, bare, cells, made_run

NAMES = ("a", "b", "c", "d")


def run(path: Path, right: int, **changes: object) -> RunFolder:
    statuses = {name: "p" if place < right else "f" for place, name in enumerate(NAMES)}
    settings = replace(SETTINGS, **changes)  # type: ignore[arg-type]
    return made_run(path, [make_task(name) for name in NAMES], statuses, settings=settings)


def test_rows_are_the_settings_that_differ(tmp_path: Path) -> None:
    runs = [
        run(tmp_path / "zero", 1),
        run(tmp_path / "two", 3, prompt=Prompting(shots=2, seed=5)),
        run(tmp_path / "shown", 4, prompt=Prompting(shots=2, shown="all")),
    ]
    found = asked("settings", *runs)
    (table,) = found.tables
    assert table.title == "3 runs by shots, shown"
    assert bare(table) == [
        ["0", "none", "1", "25.0"],
        ["2", "none", "1", "75.0"],
        ["2", "all", "1", "100.0"],
    ]
    (plot,) = found.plots
    assert isinstance(plot, Bars)
    assert plot.labels[1] == "shots 2, shown none"


def test_a_number_that_differs_is_an_axis(tmp_path: Path) -> None:
    runs = [
        run(tmp_path / f"{warmth}", right, sampling=Sampling(temperature=warmth))
        for warmth, right in ((0.8, 1), (0.1, 3))
    ]
    (plot,) = asked("settings", *runs).plots
    assert isinstance(plot, Lines)
    assert (plot.xs, plot.x_name) == ((0.1, 0.8), "temperature")
    assert [mark.value for mark in plot.series["pass@1"]] == [75, 25]


def test_runs_that_differ_in_chance_alone_are_one_row(tmp_path: Path) -> None:
    runs = [run(tmp_path / f"{seed}", seed + 1, sampling=Sampling(seed=seed)) for seed in range(3)]
    found = asked("settings", *runs)
    assert found.tables[0].title == "3 runs by nothing but their seeds"
    assert cells(found.tables[0]) == [["3", "50.0 [25.0–75.0]"]]
    assert "their mean, with the lowest and the highest" in found.tables[0].notes[1]
    (plot,) = found.plots
    assert isinstance(plot, Bars)
    assert [(mark.value, mark.low, mark.high) for mark in plot.series["pass@1"]] == [(50, 25, 75)]


def test_settings_of_other_kinds_have_words(tmp_path: Path) -> None:
    from asmeant.records import Limits, Selection

    one = run(tmp_path / "one", 1, selection=Selection(("en", "es")), limits=Limits(network=True))
    two = run(tmp_path / "two", 1, prompt=Prompting(style="terse"))
    (table,) = asked("settings", one, two).tables
    assert table.columns[:3] == ("languages", "style", "network")
    assert [row[:3] for row in cells(table)] == [["en,es", "default", "yes"], ["all", "terse", "no"]]


def test_one_run_has_nothing_to_differ_in(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Name two runs or more"):
        asked("settings", run(tmp_path / "one", 1))
