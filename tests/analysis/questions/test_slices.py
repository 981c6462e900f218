from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.analysis.questions import AnalysisOptions, scoring
from asmeant.errors import PluginError, UsageError
from asmeant.plots import Bars
from asmeant.testing import FakeMetric, make_task
from tests.analysis.questions.made import SETTINGS, STATUSES, TASKS, asked, bare, made_run


def test_slices_by_language_and_by_tag(tmp_path: Path) -> None:
    files = made_run(tmp_path / "run", TASKS, STATUSES)
    found = asked("slices", files)
    assert bare(found.tables[0]) == [
        ["English", "3", "50.0"],
        ["Spanish", "2", "0.0"],
        ["all", "5", "37.5"],
    ]
    (plot,) = found.plots
    assert isinstance(plot, Bars)
    assert plot.labels == ("English", "Spanish", "all")
    (table,) = asked("slices", files, options=AnalysisOptions(by="level", metrics=("pass@2",))).tables
    assert bare(table) == [["hard", "1", "0.0"], ["all", "5", "50.0"]]
    assert "Without 'level', and only in the last row: 4 of 5 tasks." in table.notes


def test_two_runs_side_by_side(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", TASKS, STATUSES)
    two = made_run(tmp_path / "two", TASKS[:3], settings=replace(SETTINGS, model="better"))
    (table,) = asked("slices", one, two).tables
    assert table.columns == ("", "tasks", "fake", "better")
    assert bare(table) == [["English", "3", "50.0", "100.0"], ["all", "3", "50.0", "100.0"]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (AnalysisOptions(by="nothing"), "has the field or tag 'nothing'. Slice --by one of: intent_language"),
        (AnalysisOptions(metrics=("pass@1", "bleu")), "takes one --metric, and pass@1, bleu were given"),
        (AnalysisOptions(metrics=("pass@3",)), "pass@3 needs 3 candidates per task, and there is 1"),
    ],
)
def test_what_cannot_be_sliced(options: AnalysisOptions, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=message):
        asked("slices", made_run(tmp_path / "run", [make_task("a")]), options=options)


def test_a_metric_that_is_not_a_number_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(FakeMetric):
        def measure(self, task: object, candidates: object, verdicts: object) -> float:
            return float("nan")

    monkeypatch.setattr(scoring, "load_metrics", lambda names, samples: [Broken()])
    with pytest.raises(PluginError, match="measured nan on task 'a'"):
        asked("slices", made_run(tmp_path / "run", TASKS))
