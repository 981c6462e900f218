from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.errors import UsageError
from asmeant.plots import Scatter
from asmeant.testing import make_task
from tests.analysis.questions.made import STATUSES, TASKS, asked, bare, made_run


def test_libraries_by_how_often_they_occur(tmp_path: Path) -> None:
    found = asked("libraries", made_run(tmp_path / "run", TASKS, STATUSES))
    (table,) = found.tables
    assert bare(table) == [
        ["numpy", "3", "60.0", "50.0"],
        ["re", "1", "20.0", "100.0"],
        ["no library", "2", "40.0", "0.0"],
        ["all", "5", "100.0", "37.5"],
    ]
    assert "fake: rank correlation of frequency and pass@1, by library (2): -1.00." in table.notes
    (plot,) = found.plots
    assert isinstance(plot, Scatter)
    assert [(dot.x, dot.y, dot.note) for dot in plot.series["fake"]] == [(3, 50, "numpy"), (1, 100, "re")]


def test_without_libraries(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="names a library"):
        asked("libraries", made_run(tmp_path / "run", [make_task("a")]))
