from __future__ import annotations

from pathlib import Path

from asmeant.analysis.questions import AnalysisOptions
from asmeant.analysis.questions.error_classes import CLASSES
from asmeant.records import Observation
from asmeant.testing import make_task
from tests.analysis.questions.made import asked, cells, made_run


def test_counts_domains_examples_and_meanings(tmp_path: Path) -> None:
    tasks = [
        make_task("a", tags={"domain": "open"}),
        make_task("b", tags={"domain": "closed"}),
        make_task("c"),
    ]
    codes = {"a": ["x.double()"] * 3, "b": ["", "2 * x", "x * 2"], "c": ["x"] * 3}
    seen = [
        Observation("a", rank, "all", ending="failed", reason="probe 1: AttributeError: 'int' object has no attribute 'double'")
        for rank in range(3)
    ]  # fmt: skip
    files = made_run(tmp_path / "run", tasks, {"a": "fff", "b": "fpp", "c": "uuu"}, codes, observations=seen)
    found = asked("errors", files)
    counts, domains, _, examples, meanings = found.tables
    assert cells(counts) == [["no such function", "3", "75.0"], ["no code", "1", "25.0"]]
    assert counts.notes == (
        "fake: 4 of 9 candidates failed, 2 passed, 3 undecided.",
        "fake: 3 undecided: undecided",
    )
    assert cells(domains) == [
        ["no such function", "3", "100.0", "0", "0.0"],
        ["no code", "0", "0.0", "1", "100.0"],
    ]
    assert [row[:4] for row in cells(examples)] == [
        ["no such function", "a", "0", "x.double()"],
        ["no code", "b", "0", ""],
    ]
    assert cells(meanings)[1] == ["no code", CLASSES["no code"]]
    assert [mark.value for mark in found.plots[0].series["fake"]] == [75, 25]  # type: ignore[union-attr]
    assert len(asked("errors", files, options=AnalysisOptions(examples=0)).tables) == 4


def test_nothing_failed(tmp_path: Path) -> None:
    found = asked("errors", made_run(tmp_path / "run", [make_task("a")]))
    assert cells(found.tables[0]) == []
    assert found.tables[0].notes == ("fake: 0 of 1 candidate failed, 1 passed.",)
    assert found.plots == ()


def test_two_runs_have_columns_of_their_own(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", [make_task("a")], {"a": "f"}, {"a": [""]})
    two = made_run(tmp_path / "two", [make_task("a")])
    (counts, *_) = asked("errors", one, two).tables
    assert counts.columns == ("class", "one", "one, share", "two", "two, share")
    assert cells(counts) == [["no code", "1", "100.0", "0", "–"]]
