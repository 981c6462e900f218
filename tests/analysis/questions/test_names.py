from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.errors import UsageError
from asmeant.plots import Bars
from asmeant.records import Task
from tests.analysis.questions.made import asked, cells, made_run, mconala_run


def test_names_both_ways(tmp_path: Path) -> None:
    found = asked(
        "names",
        mconala_run(tmp_path / "run", "", {"mconala/es/0": ["sorted(other)"], "mconala/es/1": ["this is"]}),
    )
    assert cells(found.tables[0]) == [
        ["Spanish", "references", "1", "100.0", "1", "100.0", "0"],
        ["Spanish", "candidates", "2", "0.0", "1", "0.0", "1"],
        ["Japanese", "references", "2", "50.0", "2", "50.0", "0"],
        ["Japanese", "candidates", "2", "50.0", "2", "50.0", "0"],
        ["all", "references", "3", "66.7", "3", "66.7", "0"],
        ["all", "candidates", "4", "25.0", "3", "33.3", "1"],
    ]
    (plot,) = found.plots
    assert isinstance(plot, Bars)
    assert plot.labels[0] == "Spanish, references"


def test_intents_without_names(tmp_path: Path) -> None:
    files = made_run(tmp_path / "run", [Task("a", "nothing", references=("1 + 1",))], judged=False)
    with pytest.raises(UsageError, match="has a name in backquotes, and no code needs one"):
        asked("names", files)
