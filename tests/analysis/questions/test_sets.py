from __future__ import annotations

from math import log
from pathlib import Path

import pytest

from asmeant.analysis.questions.sets import entropy, kind_of
from asmeant.errors import UsageError
from asmeant.plots import Bars
from asmeant.records import Check
from asmeant.testing import make_task
from tests.analysis.questions.made import asked, cells, made_run

SWAPPED, TUPLE = "ip_resp-PermuteArgs(1,0)--original", "op_resp-ListToTuple--original"


def test_sets_their_number_which_are_met_and_how_concentrated(tmp_path: Path) -> None:
    def checks(*names: str) -> tuple[Check, ...]:
        return tuple(Check(name, ("assert f(1)",)) for name in names)

    tasks = [
        make_task("a", checks=checks("original", SWAPPED)),
        make_task("b", checks=checks("original", SWAPPED, TUPLE, "x--original")),
        make_task("c", checks=checks("original")),
        make_task("d", checks=checks("original", SWAPPED)),
    ]
    files = made_run(
        tmp_path / "run",
        tasks,
        {"a": "pp", "b": "pf", "c": "pp", "d": "ff"},
        held={"a": [["original"], [SWAPPED]], "b": [["original", TUPLE], []], "c": [["original"]] * 2},
    )
    found = asked("sets", files)
    numbers, met, concentrated = found.tables
    assert cells(numbers) == [["1", "1", "100.0"], ["2", "2", "50.0"], ["4", "1", "100.0"]]
    assert "9 sets for 4 tasks; the most, 4, has b." in numbers.notes
    # Three candidates pass a task with a choice: one and a half of them by `original`.
    assert cells(met) == [
        ["original", "3", "50.0"],
        ["PermuteArgs of arguments", "3", "33.3"],
        ["ListToTuple of answers", "1", "16.7"],
        ["1 more kind, not met", "1", "–"],
    ]
    # By chance: a half, a half, and two of four; the two candidates of a meet different sets.
    assert cells(concentrated) == [["3", "66.7", "50.0", "original", "50.0", "0.92", "50.0"]]
    shares, kinds = found.plots
    assert isinstance(shares, Bars)
    assert [mark.value for mark in shares.series["tasks"]] == [1, 2, 1]
    assert isinstance(kinds, Bars)
    assert kinds.labels[0] == "original"


def test_nothing_passes(tmp_path: Path) -> None:
    task = make_task("a", checks=(Check("original", ("x",)), Check("other", ("y",))))
    _, met, concentrated = asked("sets", made_run(tmp_path / "run", [task], {"a": "f"})).tables
    assert cells(met) == [["2 more kinds, not met", "1", "–"]]
    assert cells(concentrated) == [["0", "–", "–", "–", "–", "–", "–"]]


def test_without_a_choice(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has one set of probes, so there is no choice"):
        asked("sets", made_run(tmp_path / "run", [make_task("a")]))


@pytest.mark.parametrize(
    ("found", "value"),
    [
        ({"a": 1.0, "b": 1.0}, 1.0),
        ({"a": 3.0, "b": 1.0}, -(0.75 * log(0.75) + 0.25 * log(0.25)) / log(2)),
        ({"a": 3.0, "b": 0.0}, None),
        ({}, None),
    ],
)
def test_entropy(found: dict[str, float], value: float | None) -> None:
    assert entropy(found) == (None if value is None else pytest.approx(value))


def test_kinds_of_sets() -> None:
    assert [
        kind_of(name) for name in ("original", SWAPPED, f"{TUPLE.removesuffix('original')}{SWAPPED}", "all")
    ] == [
        "original",
        "PermuteArgs of arguments",
        "ListToTuple of answers and PermuteArgs of arguments",
        "all",
    ]
