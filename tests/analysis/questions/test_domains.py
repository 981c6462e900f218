from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.errors import UsageError
from asmeant.plots import Bars
from asmeant.tables import Estimate
from asmeant.testing import make_task
from tests.analysis.questions.made import SETTINGS, STATUSES, TASKS, asked, bare, library_task, made_run


def test_domains_in_each_language(tmp_path: Path) -> None:
    found = asked("domains", made_run(tmp_path / "run", TASKS, STATUSES))
    (table,) = found.tables
    assert bare(table) == [
        ["English", "75.0", "2", "0.0", "1", "75.0"],
        ["Spanish", "0.0", "1", "–", "0", "–"],
        ["all", "50.0", "3", "0.0", "1", "50.0"],
    ]
    (plot,) = found.plots
    assert isinstance(plot, Bars)
    assert set(plot.series) == {"open", "closed"}


def test_the_gap_between_domains_has_an_interval(tmp_path: Path) -> None:
    tasks = [library_task(f"{n}", "en", ("re",) if n % 2 else ()) for n in range(40)]
    files = made_run(tmp_path / "run", tasks, {f"{n}": "p" if n % 4 else "f" for n in range(40)})
    (table,) = asked("domains", files).tables
    gap = table.rows[0][-1]
    assert isinstance(gap, Estimate)
    assert gap.value == 0.5
    assert 0.2 < (gap.low or 0) < 0.5 < (gap.high or 1) < 0.8


def test_runs_below_each_other(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", TASKS, STATUSES)
    two = made_run(tmp_path / "two", TASKS[:3], settings=replace(SETTINGS, model="better"))
    (table,) = asked("domains", one, two).tables
    assert bare(table)[1][:3] == ["better", "English", "100.0"]


def test_without_domains(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has the tag 'domain'"):
        asked("domains", made_run(tmp_path / "run", [make_task("a")]))
