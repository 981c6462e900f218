from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.questions.probes import holds_by
from asmeant.errors import UsageError
from asmeant.plots import Bars
from asmeant.records import Check, Ending, Observation
from asmeant.testing import make_task
from tests.analysis.questions.made import asked, cells, made_run

THREE = Check("all", ("assert f(1)", "assert f(2)", "assert f(3)"))


@pytest.mark.parametrize(
    ("ending", "passed", "probes", "holds"),
    [
        ("finished", 3, 1, True),
        ("finished", 3, 3, True),
        ("failed", 0, 1, False),
        ("failed", 1, 1, True),
        ("failed", 1, 2, False),
        ("failed", 2, 2, True),
        ("failed", 2, 3, False),
        ("timed out", 1, 1, True),  # the first one was answered in time
        ("out of memory", 0, 1, False),
        ("tampered", 3, 1, False),
        ("not run", 0, 1, False),
    ],
)
def test_what_the_first_probes_would_have_decided(
    ending: Ending, passed: int, probes: int, holds: bool
) -> None:
    assert holds_by(THREE, Observation("a", 0, "all", ending=ending, probes_passed=passed), probes) == holds


def test_an_outcome_is_not_decided_by_probes() -> None:
    check = Check("same", ("a", "b"), same_outcome_as="ls")
    assert not holds_by(check, Observation("a", 0, "same", probes_passed=2, same_outcome=False), 1)
    assert holds_by(check, Observation("a", 0, "same", probes_passed=2, same_outcome=True), 1)


def test_verdicts_by_fewer_probes(tmp_path: Path) -> None:
    tasks = [
        make_task("a", checks=(THREE,)),
        make_task("b"),
        make_task("c", checks=(Check(probes=("assert 1",)),)),
    ]
    seen = [
        Observation("a", 0, "all", ending="failed", probes_passed=2),
        Observation("a", 0, "of another check", ending="failed", probes_passed=9),
        Observation("b", 0, "all", ending="failed", probes_passed=0),
        Observation("c", 0, "all", ending="finished", probes_passed=1),
    ]
    found = asked(
        "probes", made_run(tmp_path / "run", tasks, {"a": "f", "b": "f", "c": "p"}, observations=seen)
    )
    rows = [[cell.partition(" [")[0] for cell in row] for row in cells(found.tables[0])]
    assert rows == [
        # a passes two of three, and the third was not tried after the first of b failed.
        ["one at random, at least", "55.6", "0.7", "2"],
        ["one at random, at most", "72.2", "1.2", "2"],
        ["the first probe", "66.7", "1", "2"],
        ["the first 2", "66.7", "1", "1"],
        ["all", "33.3", "0", "0"],
    ]
    (plot,) = found.plots
    assert isinstance(plot, Bars)
    assert [round(mark.value or 0) for mark in plot.series["fake"]] == [56, 72, 67, 67, 33]


def test_what_is_undecided_stays_so(tmp_path: Path) -> None:
    seen = [Observation("a", 0, "all", ending="not run"), Observation("b", 0, "all", probes_passed=2)]
    files = made_run(
        tmp_path / "run", [make_task("a"), make_task("b")], {"a": "u", "b": "p"}, observations=seen
    )
    assert [row[1].partition(" ")[0] for row in cells(asked("probes", files).tables[0])] == ["100.0"] * 4


@pytest.mark.parametrize(
    ("check", "message"),
    [
        (Check(probes=("assert 1",)), "has more than one probe"),
        (THREE, "has verdicts and no observations"),
    ],
)
def test_what_cannot_be_told(check: Check, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        asked("probes", made_run(tmp_path / "run", [make_task("a", checks=(check,))]))


# ── one probe at random ──
