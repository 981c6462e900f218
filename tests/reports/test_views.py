"""Run on disk -> View, and what follows from it: causes, slices, pictures, words of warning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from asmeant.analysis.questions.error_classes import CLASSES
from asmeant.analysis.questions.errors import classed
from asmeant.analysis.questions.subject import subjects
from asmeant.plots import Bars, HeatMap, Lines, Scatter, Stacks
from asmeant.records import Candidate, Scaffold, Verdict
from asmeant.reports.breakdowns import breakdown_table, breakdowns
from asmeant.reports.charts import charts, told_apart
from asmeant.reports.overview import settings_table, tiles, title_of, told
from asmeant.reports.views import views
from asmeant.runs import RunFolder
from asmeant.tables import shown
from asmeant.testing import FakeMetric, make_task
from tests.reports.making import make_run

REASONS = (
    "probe 1: answered 3, expected 4",
    "probe 2: AssertionError",
    "probe 1: TypeError: unsupported operand type(s) for +: 'int' and 'str'",
    "probe 1: pandas.errors.MergeError: no",
    "the code: NameError: name 'y' is not defined",
    "the code: ModuleNotFoundError: No module named 'nosuch'",
    "timed out: after 15 s",
    "out of memory: 4096 MB",
    "tampered: a TypeError",
    "something that nobody foresaw",
)


def test_pages_and_the_analysis_of_errors_have_one_vocabulary(tmp_path: Path) -> None:
    """The page once said TypeError where the analysis says wrong arguments."""
    names = [f"t{number}" for number in range(len(REASONS))]
    files = make_run(tmp_path / "run", {**dict.fromkeys(names, "-"), "right": "p", "open": "u", "new": "-"})
    with files:
        files.append(
            *(Verdict(name, 0, "failed", reason=why) for name, why in zip(names, REASONS, strict=True))
        )
    (view,) = views([files])
    causes = {task: cause for (task, _), cause in view.causes.items()}
    assert causes["t2"] == "wrong arguments"
    assert (causes["t3"], causes["t5"]) == ("raised an error", "missing library")
    assert (causes["right"], causes["open"], causes["new"]) == ("passed", "undecided", "not judged")
    (subject,) = subjects([files])
    counts = {name: len(attempts) for name, attempts in classed(subject).items()}
    assert counts == Counter(causes[name] for name in names)
    (plot,) = [plot for plot in charts([view], []) if plot.title == "Why candidates did not pass"]
    assert isinstance(plot, Bars)
    assert set(plot.labels) == {*counts, "undecided"}
    assert set(plot.labels) <= {*CLASSES, "undecided"}
    (quick,) = views([files], with_causes=False)
    assert quick.causes == {}


@pytest.mark.parametrize(
    ("models", "folders", "labels"),
    [
        (["a", "b"], ["x", "y"], ["a", "b"]),
        (["a", "a"], ["x", "y"], ["x", "y"]),
        (["a", "a"], ["1/x", "2/x"], ["x (1)", "x (2)"]),
    ],
)
def test_labels_tell_runs_apart(
    tmp_path: Path, models: list[str], folders: list[str], labels: list[str]
) -> None:
    runs = [
        make_run(tmp_path / folder, {"t": "p"}, model) for model, folder in zip(models, folders, strict=True)
    ]
    assert [view.label for view in views(runs)] == labels


def test_records_of_tasks_that_are_not_there_are_passed_over(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"t": "p"})
    with files:
        files.append(Candidate("stranger", 0, "x"))
        files.append(Verdict("stranger", 0, "passed"))
    (view,) = views([files])
    assert view.statuses == {"passed": 1}


WARNINGS = [
    ({"a": "pp", "b": "ff"}, []),
    ({"a": "--", "b": "--"}, ["Nothing is judged yet. There are 2 tasks and 4 candidates."]),
    ({"a": "", "b": ""}, ["Nothing is judged yet. There are 2 tasks and 0 candidates."]),
    ({"a": "pp", "b": "p-"}, ["The run is not finished: 3 of 4 candidates are judged."]),
    ({"a": "u", "b": "u"}, ["All candidates are undecided, so there is no score. Each task says why."]),
]


@pytest.mark.parametrize(("verdicts", "words"), WARNINGS)
def test_what_a_reader_must_know(tmp_path: Path, verdicts: dict[str, str], words: list[str]) -> None:
    assert list(told(views([make_run(tmp_path / "run", verdicts)]))) == words


def test_runs_that_do_not_fit_together(tmp_path: Path) -> None:
    one = make_run(tmp_path / "one", {"a": "p", "b": "p"}, "one")
    two = make_run(tmp_path / "two", {"a": "p"}, "two")
    other = make_run(tmp_path / "other", {"a": "p"}, "three", dataset="another")
    assert "not on the same tasks" in next(iter(told(views([one, two]))))
    assert "different datasets" in next(iter(told(views([one, other]))))


def test_titles(tmp_path: Path) -> None:
    one, two = make_run(tmp_path / "one", {"a": "p"}), make_run(tmp_path / "two", {"a": "p"})
    assert title_of(views([one])) == "fake on fake"
    assert title_of(views([one, two])) == "fake on fake, 2 runs"


def test_settings_that_differ_are_marked(tmp_path: Path) -> None:
    one, two = make_run(tmp_path / "one", {"a": "p"}), make_run(tmp_path / "two", {"a": "pp"})
    rows = {row[0]: row[1:] for row in settings_table(views([one, two])).rows}
    assert rows["sampling.count"] == ("1", "2", "differs")
    assert rows["dataset"] == ("fake", "fake", "")


# ── slices and pictures ──


def sliced() -> dict[str, str]:
    return {f"t{number}": "pf" if number % 2 else "ff" for number in range(12)}


def test_breakdowns_are_by_what_tells_tasks_apart(tmp_path: Path) -> None:
    tasks = [
        make_task(
            id=name,
            intent_language="es" if number < 4 else "en",
            tags={"own": name, "ease": "easy" if number % 2 else "hard", "same": "same"},
            scaffold=Scaffold(
                libraries=("numpy",) if number < 3 else ("re", "json", *(["rare"] if number == 9 else []))
            ),
        )
        for number, name in enumerate(sliced())
    ]
    found = breakdowns(views([make_run(tmp_path / "run", sliced(), tasks=tasks)]))
    assert {item.by: item.names for item in found} == {
        "intent language": ("English", "Spanish"),
        "library": ("json", "re", "numpy"),
        "ease": ("easy", "hard"),
    }
    assert breakdown_table(found[1]).notes == ("Slices left out as they are small: 1.",)
    rows = breakdown_table(found[-1]).rows
    assert [(row[0], row[1], shown(row[3]).split()[0]) for row in rows] == [
        ("easy", 6, "50.0"),
        ("hard", 6, "0.0"),
    ]


def test_slices_and_tiles_tell_of_undecided_candidates(tmp_path: Path) -> None:
    tasks = [make_task(id=f"t{n}", tags={"ease": "easy" if n < 4 else "hard"}) for n in range(8)]
    runs = views(
        [make_run(tmp_path / "run", {f"t{n}": "pl" if n < 2 else "ff" for n in range(8)}, tasks=tasks)]
    )
    table = breakdown_table(breakdowns(runs)[-1])
    assert table.columns == ("ease", "tasks", "undecided", "undecided candidates", "pass@1")
    assert [row[:4] for row in table.rows] == [("easy", 4, 0, 2), ("hard", 4, 0, 0)]
    assert "on 8 tasks; 25.0 if undecided passed" in tiles(runs)


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
