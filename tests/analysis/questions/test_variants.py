from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.analysis.questions import AnalysisOptions
from asmeant.errors import UsageError
from asmeant.plots import Bars, Lines
from asmeant.records import Run, Sampling
from asmeant.runs import RunFolder
from asmeant.testing import make_task
from tests.analysis.questions.made import asked, bare, made_run


def variant(path: Path, name: str, right: int, **changes: object) -> RunFolder:
    ids = [f"{name}/{number}" for number in range(4)]
    statuses = {id_: "p" if place < right else "f" for place, id_ in enumerate(ids)}
    settings = replace(Run(id="", dataset=f"mbupp:{name}", model="small"), **changes)  # type: ignore[arg-type]
    return made_run(path, [make_task(id_) for id_ in ids], statuses, settings=settings)


def test_variants_side_by_side_with_their_gains(tmp_path: Path) -> None:
    rights = {"mbupp": 4, "mbpp+nl": 2, "mbpp": 1}
    runs = [variant(tmp_path / name, name, right) for name, right in rights.items()]
    found = asked("variants", *runs)
    whole, gains = found.tables
    assert whole.columns == ("mbpp", "mbupp", "mbpp+nl")
    assert bare(whole) == [["25.0", "100.0", "50.0"]]
    assert gains.columns == ("mbupp", "mbpp+nl")
    assert bare(gains) == [["300.0", "100.0"]]
    (plot,) = found.plots
    assert isinstance(plot, Bars)
    assert list(plot.series) == ["mbpp", "mbupp", "mbpp+nl"]


def test_a_row_for_each_temperature(tmp_path: Path) -> None:
    runs = [
        variant(tmp_path / f"{name}-{warmth}", name, right, sampling=Sampling(temperature=warmth))
        for name, warmth, right in (("mbpp", 0.8, 1), ("mbupp", 0.8, 2), ("mbpp", 0.1, 2), ("mbupp", 0.1, 3))
    ]
    found = asked("variants", *runs)
    whole, gains = found.tables
    assert bare(whole) == [["0.8", "25.0", "50.0"], ["0.1", "50.0", "75.0"]]
    assert bare(gains) == [["0.8", "100.0"], ["0.1", "50.0"]]
    assert "Mean gain of mbupp over 2 rows: 75.0%." in gains.notes
    (plot,) = found.plots
    assert isinstance(plot, Lines)
    assert plot.xs == (0.1, 0.8)


def test_a_gain_over_nothing_is_a_dash_and_so_is_a_missing_run(tmp_path: Path) -> None:
    runs = [
        variant(tmp_path / "a", "mbpp", 0),
        variant(tmp_path / "b", "mbupp", 2),
        variant(tmp_path / "c", "mbupp", 3, model="large"),
    ]
    whole, gains = asked("variants", *runs).tables
    assert bare(whole) == [["small", "0.0", "50.0"], ["large", "–", "75.0"]]
    assert bare(gains) == [["small", "–"], ["large", "–"]]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("mbpp", "mbpp"), "All runs are of one variant"),
        (("mbpp", "mbupp", "mbupp"), "are of the same variant with the same settings"),
    ],
)
def test_runs_that_make_no_grid(names: tuple[str, ...], message: str, tmp_path: Path) -> None:
    runs = [variant(tmp_path / f"{place}", name, 1) for place, name in enumerate(names)]
    with pytest.raises(UsageError, match=message):
        asked("variants", *runs, options=AnalysisOptions())
