from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.questions import AnalysisOptions
from asmeant.errors import UsageError
from asmeant.plots import Bars
from tests.analysis.questions.made import asked, bare, cells, mconala_run, originals


def test_translators_side_by_side(tmp_path: Path) -> None:
    one = mconala_run(tmp_path / "one", "m2m")
    two = mconala_run(tmp_path / "two", "marianmt", {"mconala/marianmt/ja/0": ["x"]})
    found = asked(
        "translators",
        one,
        two,
        mconala_run(tmp_path / "three", ""),
        options=AnalysisOptions(metrics=("exact-match",)),
    )
    scores, names = found.tables
    assert scores.columns == ("intents", "model", "Spanish", "Japanese", "all")
    assert bare(scores) == [
        ["m2m", "fake", "100.0", "100.0", "100.0"],
        ["marianmt", "fake", "100.0", "0.0", "66.7"],
        ["original", "fake", "100.0", "100.0", "100.0"],
    ]
    assert "m2m: scored on 3 tasks, 0 left out." in scores.notes
    assert cells(names)[:3] == [
        ["m2m", "Spanish", "2", "2", "100.0", "50.0"],
        ["m2m", "Japanese", "1", "2", "100.0", "0.0"],
        ["m2m", "all", "3", "4", "100.0", "25.0"],
    ]
    assert len(names.rows) == 6
    assert isinstance(found.plots[0], Bars)


def test_originals_may_come_from_the_release(tmp_path: Path) -> None:
    options = AnalysisOptions(metrics=("exact-match",), originals=tuple(originals()))
    (_, names) = asked("translators", mconala_run(tmp_path / "run", "m2m"), options=options).tables
    assert cells(names)[-1] == ["m2m", "all", "3", "4", "100.0", "25.0"]


def test_without_originals_names_cannot_be_compared(tmp_path: Path) -> None:
    (_, names) = asked(
        "translators", mconala_run(tmp_path / "run", "m2m"), options=AnalysisOptions(metrics=("exact-match",))
    ).tables
    assert cells(names)[-1] == ["m2m", "all", "0", "0", "–", "–"]
    assert "There are no originals to compare with: name a run on them as well, or add --data." in names.notes


def test_nothing_is_translated(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has the tag 'translated_from'"):
        asked("translators", mconala_run(tmp_path / "run", ""))
