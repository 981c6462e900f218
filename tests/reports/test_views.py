"""Run on disk -> View, and what follows from it: causes, slices, pictures, words of warning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from asmeant.plots import Bars, HeatMap, Lines, Scatter, Stacks
from asmeant.records import Candidate, Observation, Scaffold, Verdict
from asmeant.reports.breakdowns import breakdown_table, breakdowns
from asmeant.reports.charts import charts, told_apart
from asmeant.reports.overview import settings_table, title_of, told
from asmeant.reports.views import Seen, cause, views
from asmeant.tables import shown
from asmeant.testing import FakeMetric, make_task
from tests.reports.making import make_run


def seen(
    reason: str, status: str = "failed", code: str = "x", fault: str = "", same_outcome: bool | None = None
) -> Seen:
    verdict = Verdict("t", 0, status, reason=reason)  # type: ignore[arg-type]
    observation = Observation("t", 0, "all", same_outcome=same_outcome)
    return Seen(Candidate("t", 0, code, fault=fault), verdict, observation)


@pytest.mark.parametrize(
    ("item", "why"),
    [
        (seen("probe 1: answered 3, expected 4"), "wrong answer"),
        (seen("probe 2: AssertionError"), "wrong answer"),
        (seen("probe 1: TypeError: no"), "TypeError"),
        (seen("probe 1: pandas.errors.MergeError: no"), "MergeError"),
        (seen("the code: SyntaxError: no"), "SyntaxError"),
        (seen("timed out: after 15 s"), "timed out"),
        (seen("out of memory: 4096 MB"), "out of memory"),
        (seen("tampered: a TypeError"), "tampered"),
        (seen("something that nobody foresaw"), "other"),
        (seen("the reply holds no code", code="", fault="no code"), "no code"),
        (seen("a.txt is not deleted", same_outcome=False), "another outcome"),
        (seen("tree: command not found", same_outcome=False), "command not found"),
        (seen("", "passed"), "passed"),
        (seen("a library is missing", "undecided"), "undecided"),
        (Seen(Candidate("t", 0, "x"), None, None), "not judged"),
    ],
)
def test_causes(item: Seen, why: str) -> None:
    assert cause(item) == why


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


def test_the_telling_observation_is_the_one_that_held(tmp_path: Path) -> None:
    files = make_run(tmp_path / "run", {"t": "-"})
    with files:
        files.append(
            Observation("t", 0, "first", probes_passed=9), Observation("t", 0, "second", probes_passed=1)
        )
        files.append(Verdict("t", 0, "passed", ("second",)))
    (view,) = views([files])
    observation = view.seen["t"][0].observation
    assert observation is not None
    assert observation.check == "second"


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
    assert [plot.values for plot in crossed] == [((0.0, 1.0), (0.0, 1.0))]


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
