from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.questions import AnalysisOptions, likeness
from asmeant.errors import UnknownNameError, UsageError
from asmeant.plots import Distributions
from asmeant.records import Task
from asmeant.testing import make_task
from tests.analysis.questions.made import asked, cells, made_run

TASKS = [make_task("a", "sorted(x, key=len)"), make_task("b", "x + 1")]
CODES = {"a": ["sorted(x, key=len)", "sorted(x, key=len, reverse=True)"], "b": ["1 + x", "y"]}


def test_a_metric_against_verdicts(tmp_path: Path) -> None:
    files = made_run(tmp_path / "run", TASKS, {"a": "pf", "b": "pf"}, CODES)
    found = asked("metrics", files, options=AnalysisOptions(metrics=("exact-match", "bleu")))
    against, spread = found.tables
    assert cells(against)[0] == ["exact-match", "2", "2", "0.577", "0.577", "0.750"]
    assert cells(spread)[0] == ["exact-match", "passed", "2", "50.0", "25.0", "50.0", "75.0"]
    assert cells(spread)[1] == ["exact-match", "failed", "2", "0.0", "0.0", "0.0", "0.0"]
    assert [plot.title for plot in found.plots] == [
        "exact-match of passed and failed candidates",
        "bleu of passed and failed candidates",
    ]
    assert isinstance(found.plots[0], Distributions)
    assert found.plots[0].series == {"passed": (1.0, 0.0), "failed": (0.0, 0.0)}


def test_every_candidate_counts_and_undecided_ones_do_not(tmp_path: Path) -> None:
    files = made_run(tmp_path / "run", TASKS, {"a": "pu", "b": "pf"}, CODES)
    (row, *_) = cells(asked("metrics", files, options=AnalysisOptions(metrics=("exact-match",))).tables[0])
    assert row[1:3] == ["2", "1"]


def test_all_passed_tells_nothing(tmp_path: Path) -> None:
    found = asked(
        "metrics", made_run(tmp_path / "run", TASKS), options=AnalysisOptions(metrics=("exact-match",))
    )
    assert cells(found.tables[0]) == [["exact-match", "2", "0", "–", "–", "–"]]
    assert cells(found.tables[1])[1] == ["exact-match", "failed", "0", "–", "–", "–", "–"]
    assert found.plots == ()


def test_one_value_is_all_its_quarters(tmp_path: Path) -> None:
    found = asked(
        "metrics", made_run(tmp_path / "run", TASKS[:1]), options=AnalysisOptions(metrics=("exact-match",))
    )
    assert cells(found.tables[1])[0] == ["exact-match", "passed", "1", "100.0", "100.0", "100.0", "100.0"]


def test_what_a_metric_leaves_out_is_said(tmp_path: Path) -> None:
    tasks = [*TASKS, Task("c", "without a reference", checks=TASKS[0].checks)]
    files = made_run(tmp_path / "run", tasks, {"a": "p", "b": "f", "c": "p"}, {"c": ["x"]})
    (table, _) = asked("metrics", files, options=AnalysisOptions(metrics=("exact-match",))).tables
    assert "fake: exact-match says nothing of 1 candidates." in table.notes


def test_by_default_those_that_can_be_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likeness, "DEFAULT", ("exact-match", "no-such-metric"))
    table = asked("metrics", made_run(tmp_path / "run", TASKS)).tables[0]
    assert [row[0] for row in cells(table)] == ["exact-match"]
    assert any(note.startswith("Left out: No metric is called 'no-such-metric'") for note in table.notes)


@pytest.mark.parametrize(
    ("metric", "kind", "message"),
    [
        ("pass@1", UsageError, "None of pass@1 says anything of the candidates"),
        ("blue", UnknownNameError, "Closest: 'bleu'"),
    ],
)
def test_metrics_that_compare_with_nothing(
    metric: str, kind: type[Exception], message: str, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=message):
        asked("metrics", made_run(tmp_path / "run", TASKS), options=AnalysisOptions(metrics=(metric,)))
