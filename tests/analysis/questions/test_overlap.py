from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.questions import AnalysisOptions
from asmeant.analysis.questions.overlap import likeness, longest_run
from asmeant.errors import UsageError
from asmeant.plots import Distributions
from asmeant.records import Task
from asmeant.testing import make_task
from tests.analysis.questions.made import asked, cells, made_run


@pytest.mark.parametrize(
    ("one", "other", "length"),
    [("abcde", "xbcdy", 3), ("abc", "abc", 3), ("abc", "xyz", 0), ("", "abc", 0), ("aXbXc", "abc", 1), ("abab", "bab", 3)],
)  # fmt: skip
def test_longest_run(one: str, other: str, length: int) -> None:
    assert longest_run(tuple(one), tuple(other)) == length
    assert longest_run(tuple(other), tuple(one)) == length


@pytest.mark.parametrize(
    ("code", "reference", "grams", "run", "longest"),
    [
        ("abcd", "abcd", 1.0, 4, 1.0),
        ("xabc", "abcd", 2 / 3, 3, 0.75),
        ("a", "abcd", None, 1, 0.25),  # shorter than a gram
        ("abcd", "a", None, 1, 1.0),
        ("abcd", "", None, 0, 0.0),
    ],
)
def test_likeness(code: str, reference: str, grams: float | None, run: int, longest: float) -> None:
    found = likeness(tuple(code), tuple(reference), 2)
    assert (found.grams, found.run, found.longest) == (grams, run, longest)


TASKS = [make_task("a", "sorted(x, key=len)"), make_task("b", "x + 1"), make_task("c", "open(path).read()")]


def test_beside_references_of_other_tasks(tmp_path: Path) -> None:
    codes = {"a": ["sorted(x, key=len)"], "b": ["y * 2"], "c": [""]}
    files = made_run(tmp_path / "run", TASKS, {"a": "p", "b": "f", "c": "f"}, codes)
    found = asked("overlap", files, options=AnalysisOptions(order=3))
    table, alike = found.tables
    assert [row[:4] for row in cells(table)] == [
        ["all", "2", "3-grams", "50.0"],
        ["all", "2", "longest run", "50.0"],
        ["all", "2", "whole reference", "50.0"],
        ["passed", "1", "3-grams", "100.0"],
        ["passed", "1", "longest run", "100.0"],
        ["passed", "1", "whole reference", "100.0"],
        ["failed", "1", "3-grams", "0.0"],
        ["failed", "1", "longest run", "0.0"],
        ["failed", "1", "whole reference", "0.0"],
    ]
    assert cells(table)[4][4:] == [
        "22.9",
        "77.1",
    ]  # of `x + 1` one in three, of `open(path).read()` one in eight
    assert cells(alike) == [["a", "0", "passed", "8", "100.0"], ["b", "0", "failed", "0", "0.0"]]
    (plot,) = found.plots
    assert isinstance(plot, Distributions)
    assert {name: len(values) for name, values in plot.series.items()} == {
        "own reference": 2,
        "of other tasks": 4,
    }


def test_one_task_has_nothing_beside_it(tmp_path: Path) -> None:
    (table, _) = asked("overlap", made_run(tmp_path / "run", TASKS[:1])).tables
    assert cells(table)[1][3:] == ["100.0", "–", "–"]


def test_tasks_with_the_same_reference_are_not_others(tmp_path: Path) -> None:
    tasks = [make_task("a", "x + 1"), make_task("b", "x + 1")]
    (table, _) = asked("overlap", made_run(tmp_path / "run", tasks)).tables
    assert cells(table)[1][3:] == ["100.0", "–", "–"]


def test_without_references(tmp_path: Path) -> None:
    files = made_run(tmp_path / "run", [Task("a", "x")], codes={"a": ["x"]}, judged=False)
    with pytest.raises(UsageError, match="has both a reference and a candidate with code"):
        asked("overlap", files)
