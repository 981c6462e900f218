from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from asmeant.plots import Bars, HeatMap, Lines, Scatter, Stacks
from asmeant.records import Scaffold
from asmeant.reports.breakdowns import breakdowns
from asmeant.reports.charts import charts, told_apart
from asmeant.reports.views import views
from asmeant.runs import RunFolder
from asmeant.testing import FakeMetric, make_task
from tests.reports.making import make_run


def sliced() -> dict[str, str]:
    return {f"t{number}": "pf" if number % 2 else "ff" for number in range(12)}


def test_pictures_of_one_run(tmp_path: Path) -> None:
    runs = views([make_run(tmp_path / "run", sliced())])
    found = {plot.title: plot for plot in charts(runs, breakdowns(runs))}
    assert list(found) == [
        "Verdicts", "pass@k", "Why candidates did not pass", "Tasks by how many candidates pass",
    ]  # fmt: skip
    curve = found["pass@k"]
    assert isinstance(curve, Lines)
    assert [mark.value for mark in curve.series["fake"]] == [25.0, 50.0]
    causes = found["Why candidates did not pass"]
    assert isinstance(causes, Bars)
    assert causes.series["candidates"][0].value == 75.0
    verdicts = found["Verdicts"]
    assert isinstance(verdicts, Stacks)
    assert verdicts.series == {"passed": (6.0,), "failed": (18.0,)}


def test_one_run_in_several_languages(tmp_path: Path) -> None:
    tasks = [
        make_task(id=name, intent_language="ja" if number < 4 else "en")
        for number, name in enumerate(sliced())
    ]
    runs = views([make_run(tmp_path / "run", sliced(), tasks=tasks)])
    found = {plot.title: plot for plot in charts(runs, breakdowns(runs))}
    verdicts, curve = found["Verdicts"], found["pass@k by language"]
    assert isinstance(verdicts, Stacks)
    assert verdicts.labels == ("all", "English", "Japanese")
    assert verdicts.series["passed"] == (6.0, 4.0, 2.0)
    assert isinstance(curve, Lines)
    assert {name: [mark.value for mark in marks] for name, marks in curve.series.items()} == {
        "English": [25.0, 50.0], "Japanese": [25.0, 50.0],
    }  # fmt: skip


def test_two_runs_are_crossed(tmp_path: Path) -> None:
    one = make_run(tmp_path / "one", {"a": "p", "b": "f"}, "one")
    two = make_run(tmp_path / "two", {"a": "p", "b": "p", "c": "p"}, "two")
    runs = views([one, two])
    crossed = [plot for plot in charts(runs, breakdowns(runs)) if isinstance(plot, HeatMap)]
    assert [(plot.rows, plot.columns) for plot in crossed] == [(("0 of 1", "1 of 1"), ("0 of 1", "1 of 1"))]
    assert [plot.values for plot in crossed] == [((0.0, 1.0), (0.0, 1.0))]


def per_task(*files: RunFolder) -> Bars | None:
    runs = views(files)
    found = [plot for plot in charts(runs, []) if plot.title == "Tasks by how many candidates pass"]
    assert all(isinstance(plot, Bars) for plot in found)
    return next((plot for plot in found if isinstance(plot, Bars)), None)


def test_tasks_by_how_many_candidates_pass(tmp_path: Path) -> None:
    plot = per_task(make_run(tmp_path / "run", {"a": "pp", "b": "pf", "c": "ff", "d": "pu", "e": "uu"}))
    assert plot is not None
    assert plot.labels == ("0 of 2", "1 of 2", "2 of 2")
    # The task that cannot be decided is not among those that are never right.
    assert [mark.value for mark in plot.series["tasks"]] == [25.0, 50.0, 25.0]
    assert [mark.note for mark in plot.series["tasks"]] == ["1 of 4 tasks", "2 of 4 tasks", "1 of 4 tasks"]


def test_runs_with_other_numbers_of_candidates_are_put_side_by_side_by_shares(tmp_path: Path) -> None:
    few = make_run(tmp_path / "few", {"a": "pp", "b": "pf", "c": "ff", "d": "pp"}, "few")
    many = make_run(
        tmp_path / "many",
        {"a": "p" * 10, "b": "p" * 5 + "f" * 5, "c": "p" + "f" * 9, "d": "p" * 9 + "f"},
        "many",
    )
    one = make_run(tmp_path / "one", {"a": "p", "b": "f", "c": "f", "d": "f"}, "one")
    plot = per_task(few, many, one)
    assert plot is not None
    assert plot.labels == ("none", "up to 1/4", "up to 1/2", "up to 3/4", "more, not all", "all")
    assert {name: [mark.value for mark in marks] for name, marks in plot.series.items()} == {
        "few": [25.0, 0.0, 25.0, 0.0, 0.0, 50.0],
        "many": [0.0, 25.0, 25.0, 0.0, 25.0, 25.0],
    }
    assert "one candidate: one." in plot.about
    assert per_task(one) is None


def test_a_run_with_unequal_tasks_is_not_crossed(tmp_path: Path) -> None:
    one = make_run(tmp_path / "one", {"a": "pp", "b": "f-"}, "one")
    two = make_run(tmp_path / "two", {"a": "pp", "b": "pf"}, "two")
    runs = views([one, two])
    assert not any(isinstance(plot, HeatMap) for plot in charts(runs, []))


def test_frequent_libraries(tmp_path: Path) -> None:
    tasks = [
        make_task(id=f"t{number}", scaffold=Scaffold(libraries=(f"library{number % 5}",)))
        for number in range(20)
    ]
    runs = views([make_run(tmp_path / "run", {task.id: "p" for task in tasks}, tasks=tasks)])
    (plot,) = [plot for plot in charts(runs, breakdowns(runs)) if isinstance(plot, Scatter)]
    assert {(dot.x, dot.y) for dot in plot.series["fake"]} == {(4, 100.0)}


class Length:
    """A metric that compares with the reference, whatever the verdict."""

    name = "length"

    def measure(self, task: object, candidates: object, verdicts: object) -> float:
        return float(len(candidates[0].code))  # type: ignore[index]

    def aggregate(self, statistics: Sequence[float]) -> float:
        return statistics[0]


def test_a_metric_is_spread_over_passed_and_failed(tmp_path: Path) -> None:
    runs = views([make_run(tmp_path / "run", {"a": "pf", "b": "fu"}, code="1234")])
    (plot,) = told_apart(runs, Length())
    assert plot.series == {"passed": (4.0,), "failed": (4.0, 4.0)}  # type: ignore[union-attr]
    assert not list(told_apart(runs, FakeMetric())), "a metric of verdicts tells nothing new"


@pytest.mark.parametrize("letters", ["", "-", "u"])
def test_nothing_decided_makes_no_broken_picture(tmp_path: Path, letters: str) -> None:
    runs = views([make_run(tmp_path / "run", {"a": letters})])
    for plot in charts(runs, breakdowns(runs)):
        assert plot.title in {"Verdicts", "Why candidates did not pass"}
