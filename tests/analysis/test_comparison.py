"""Runs that are compared: hand-computed differences, what is left out, and what cannot be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from asmeant.analysis.comparison import Comparison, LeftOut, compare, contender
from asmeant.analysis.difference import Difference
from asmeant.errors import UsageError
from asmeant.metrics import load_metric
from asmeant.records import Candidate, Run, Sampling, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.seams import Metric
from tests.analysis.small_runs import small_run

SETTINGS = Run(id="small", dataset="fake", model="fake")


def compared(*runs: RunFolder, metric: str | Metric = "pass@1", **more: Any) -> Comparison:
    chosen = load_metric(metric) if isinstance(metric, str) else metric
    (found,) = compare([contender(files) for files in runs], [chosen], **more)
    return found


def only(comparison: Comparison) -> Difference:
    (found,) = comparison.differences
    return found


def test_two_runs_by_hand(tmp_path: Path) -> None:
    one = small_run(tmp_path / "one", {"a": "p", "b": "f", "c": "f", "d": "f", "e": "p", "f": "p"})
    two = small_run(tmp_path / "two", {"a": "p", "b": "p", "c": "p", "d": "p", "e": "f", "f": "p"})
    found = compared(one, two)
    assert [round(item.score.value or 0, 3) for item in found.standings] == [0.5, 0.833]
    assert (found.tasks, found.groups, found.left_out, found.notes) == (6, 6, (), ())
    difference = only(found)
    assert difference.value == pytest.approx(2 / 6)
    assert (difference.second_better, difference.first_better) == (3, 1)
    assert difference.p == difference.p_mcnemar == pytest.approx(2 * (1 + 4) / 16)
    assert difference.p_permutation == pytest.approx(difference.p)
    assert difference.adjusted == difference.p
    assert [flip.task_id for flip in difference.flips] == ["b", "c", "d", "e"]
    assert difference.flips[0].intent == "the intent of b"
    low, high = difference.interval or (9, 9)
    assert low < 2 / 6 < high


def test_the_same_seed_gives_the_same_comparison(tmp_path: Path) -> None:
    one = small_run(tmp_path / "one", {f"t{number}": "pf"[number % 2] for number in range(40)})
    two = small_run(tmp_path / "two", {f"t{number}": "pf"[number % 3 > 0] for number in range(40)})
    assert compared(one, two) == compared(one, two)
    assert only(compared(one, two)).p_permutation != only(compared(one, two, seed=1)).p_permutation


def test_runs_that_are_the_same(tmp_path: Path) -> None:
    statuses = {f"t{number}": "p" for number in range(100)}
    difference = only(compared(small_run(tmp_path / "one", statuses), small_run(tmp_path / "two", statuses)))
    assert (difference.value, difference.p) == (0.0, 1.0)
    assert difference.interval == pytest.approx((-0.0362, 0.0362), abs=0.0001)  # not seen is not excluded
    assert difference.flips == ()
    assert difference.detectable == pytest.approx(0.0779, abs=0.0005)


def test_several_candidates_are_tested_by_permutation(tmp_path: Path) -> None:
    one = small_run(tmp_path / "one", {"a": "pf", "b": "ff", "c": "ff"})
    two = small_run(tmp_path / "two", {"a": "pp", "b": "pp", "c": "pf"})
    difference = only(compared(one, two))
    assert difference.value == pytest.approx((0.5 + 1 + 0.5) / 3)
    assert (difference.test, difference.p_mcnemar, difference.p) == ("permutation", None, 2 / 8)
    assert [flip.task_id for flip in difference.flips] == ["b", "a", "c"]  # the largest first
    assert only(compared(one, two, metric="solvability")).test == "McNemar"


def test_tasks_of_one_question_count_once(tmp_path: Path) -> None:
    tags = {id_: {"question": id_[0]} for id_ in ("a1", "a2", "a3", "b1", "b2", "b3")}
    one = small_run(tmp_path / "one", dict.fromkeys(tags, "f"), tags=tags)
    two = small_run(tmp_path / "two", dict.fromkeys(tags, "p"), tags=tags)
    found = compared(one, two)
    assert (found.tasks, found.groups) == (6, 2)
    difference = only(found)
    assert difference.p_mcnemar == 2 / 64
    assert (difference.test, difference.p) == ("permutation", 2 / 4)


def test_many_comparisons_are_corrected_for(tmp_path: Path) -> None:
    runs = [
        small_run(tmp_path / name, {f"t{number}": "p" if number < right else "f" for number in range(12)})
        for name, right in [("one", 0), ("two", 6), ("three", 12)]
    ]
    found = compared(*runs)
    assert [(item.first, item.second) for item in found.differences] == [("A", "B"), ("A", "C"), ("B", "C")]
    ps, adjusted = zip(*((item.p, item.adjusted) for item in found.differences), strict=True)
    assert ps == (2 / 64, 2 / 4096, 2 / 64)
    assert adjusted == (2 * 2 / 64, 3 * 2 / 4096, 2 * 2 / 64)
    first = compared(*runs, against_first=True)
    assert [(item.first, item.second) for item in first.differences] == [("A", "B"), ("A", "C")]
    both = compare(
        [contender(files) for files in runs[:2]], [load_metric("pass@1"), load_metric("solvability")]
    )
    assert [only(item).adjusted for item in both] == [4 / 64, 4 / 64]


# ── what is left out ──


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    one = small_run(tmp_path / "one", {"a": "p", "b": "f", "c": "u", "x": "p"})
    two = small_run(tmp_path / "two", {"a": "p", "b": "p", "c": "p"}, more_tasks=["y"])
    three = small_run(tmp_path / "three", {"a": "f"}, more_tasks=["b", "c"])
    found = compared(one, two)
    assert found.tasks == 2
    assert found.left_out == (
        LeftOut("A", "not in every run", 1),
        LeftOut("A", "undecided", 1),
        LeftOut("B", "not in every run", 1),
    )
    assert compared(one, three).left_out[-1] == LeftOut("B", "not judged yet", 2)


@pytest.mark.parametrize(
    ("change", "note"),
    [
        ({"dataset": "fake:other"}, "The runs are of fake and fake:other"),
        ({"world": "odex-1"}, "The programs ran in different places: this Python, odex-1."),
    ],
)
def test_settings_that_differ_are_noted(change: dict[str, Any], note: str, tmp_path: Path) -> None:
    one = small_run(tmp_path / "one", {"a": "p"})
    two = small_run(tmp_path / "two", {"a": "f"}, replace(SETTINGS, **change))
    assert note in compared(one, two).notes[0]


def test_other_checks_and_numbers_of_candidates_are_noted(tmp_path: Path) -> None:
    one = contender(small_run(tmp_path / "one", {"a": "p"}))
    two = contender(small_run(tmp_path / "two", {"a": "pf"}))
    other = replace(two, tasks={"a": replace(two.tasks["a"], checks=())})
    (found,) = compare([one, other], [load_metric("pass@1")])
    assert "1 of the tasks have other checks" in found.notes[0]
    assert "different numbers of candidates per task: 1, 2." in found.notes[1]


def test_one_task_has_no_interval(tmp_path: Path) -> None:
    found = compared(small_run(tmp_path / "one", {"a": "p"}), small_run(tmp_path / "two", {"a": "f"}))
    difference = only(found)
    assert (difference.value, difference.interval, difference.p, difference.detectable) == (
        -1.0,
        None,
        1.0,
        None,
    )


def test_settings_in_which_runs_differ_are_told(tmp_path: Path) -> None:
    one = contender(small_run(tmp_path / "one", {"a": "p"}))
    two = contender(small_run(tmp_path / "two", {"a": "f"}))
    warm = replace(two, settings=replace(two.settings, sampling=Sampling(temperature=0.2)))
    (same,) = compare([one, two], [load_metric("pass@1")])
    (found,) = compare([one, warm], [load_metric("pass@1")])
    assert [item.settings for item in same.standings] == [{}, {}]
    assert [item.settings for item in found.standings] == [{"temperature": 0.8}, {"temperature": 0.2}]


# ── statistics that are several numbers ──


class Lengths:
    """Characters per candidate, over all tasks."""

    name = "lengths"

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> tuple[float, ...]:
        return float(sum(verdict.status == "passed" for verdict in verdicts)), float(len(verdicts))

    def aggregate(self, statistics: Sequence[tuple[float, ...]]) -> float:
        return sum(item[0] for item in statistics) / sum(item[1] for item in statistics)


def test_a_metric_that_is_no_mean(tmp_path: Path) -> None:
    one = small_run(tmp_path / "one", {"a": "pfff", "b": "p"})
    two = small_run(tmp_path / "two", {"a": "ppff", "b": "f"})
    difference = only(compared(one, two, metric=Lengths()))
    assert difference.value == pytest.approx(2 / 5 - 2 / 5)
    assert [(flip.task_id, flip.first, flip.second) for flip in difference.flips] == [
        ("b", 1, 0),
        ("a", 0.25, 0.5),
    ]
    assert difference.p_mcnemar is None


# ── what cannot be compared ──


def test_what_cannot_be_compared_is_told(tmp_path: Path) -> None:
    good = small_run(tmp_path / "good", {"a": "p", "b": "f"})
    empty = small_run(tmp_path / "empty", {}, more_tasks=["a", "b"])
    undecided = small_run(tmp_path / "undecided", {"a": "u", "b": "u"})
    other = small_run(tmp_path / "other", {"c": "p"})
    humaneval = small_run(tmp_path / "humaneval", {"a": "p"}, replace(SETTINGS, dataset="humaneval"))
    halves = [
        small_run(tmp_path / "half", {"a": "p", "b": "u"}),
        small_run(tmp_path / "rest", {"a": "u", "b": "p"}),
    ]
    for runs, message in [
        ([good], "One run cannot be compared with itself"),
        ([good, RunFolder(tmp_path / "good" / ".." / "good")], "A run is named twice"),
        ([good, empty], "empty has no verdicts yet. Judge it first: asmeant judge"),
        ([good, undecided], "none of 2 shared tasks is decided"),
        ([good, other], "The runs have no task in common"),
        ([good, humaneval], "The runs are of different datasets: fake, humaneval"),
        (halves, "No task is decided by pass@1 in every run"),
    ]:
        with pytest.raises(UsageError, match=message):
            compared(*runs)
    with pytest.raises(UsageError, match="by pass@3"):
        compared(good, small_run(tmp_path / "more", {"a": "ppp", "b": "ppp"}), metric="pass@3")
