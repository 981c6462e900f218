from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.analysis.questions import AnalysisOptions
from asmeant.analysis.questions.correlation import kendall
from asmeant.errors import UsageError
from asmeant.plots import Bars
from asmeant.runs import RunFolder
from asmeant.testing import make_task
from tests.analysis.questions.made import SETTINGS, asked, bare, cells, made_run

EXACT = AnalysisOptions(metrics=("exact-match",))
REFERENCES = {"a": "first", "b": "second", "c": "third"}
# The model that passes least is the one that copies most.
MODELS = {
    "good": ("ppp", ["x", "x", "third"]),
    "fair": ("ppf", ["first", "x", "third"]),
    "poor": ("fff", ["first", "second", "third"]),
}


def runs(folder: Path, languages: str = "en en en") -> list[RunFolder]:
    tasks = [
        make_task(name, references=(code,), intent_language=language)
        for (name, code), language in zip(REFERENCES.items(), languages.split(), strict=True)
    ]
    return [
        made_run(
            folder / model,
            tasks,
            dict(zip(REFERENCES, statuses, strict=True)),
            {name: [code] for name, code in zip(REFERENCES, codes, strict=True)},
            settings=replace(SETTINGS, model=model),
        )
        for model, (statuses, codes) in MODELS.items()
    ]


def test_runs_are_ranked_by_each_metric(tmp_path: Path) -> None:
    found = asked("ranking", *reversed(runs(tmp_path)), options=EXACT)
    scores, placed, agreement = found.tables
    assert bare(scores) == [["good", "100.0", "33.3"], ["fair", "66.7", "66.7"], ["poor", "0.0", "100.0"]]
    assert cells(placed) == [["good", "1", "3"], ["fair", "2", "2"], ["poor", "3", "1"]]
    assert cells(agreement) == [["exact-match", "-1.00", "-1.00", "0", "3", "0"]]
    (plot,) = found.plots
    assert isinstance(plot, Bars)
    assert [round(mark.value or 0) for mark in plot.series["pass@1"]] == [100, 67, 0]


def test_languages_are_told_apart(tmp_path: Path) -> None:
    *_, agreement = asked("ranking", *runs(tmp_path, "en en es"), options=EXACT).tables
    assert [row[:2] for row in cells(agreement)] == [
        ["English", "exact-match"],
        ["Spanish", "exact-match"],
        ["all", "exact-match"],
    ]
    # In Spanish every model copies the reference.
    assert cells(agreement)[1][2:] == ["–", "–", "0", "0", "3"]


def test_metrics_that_are_there_are_taken_by_default(tmp_path: Path) -> None:
    scores, *_ = asked("ranking", *runs(tmp_path)).tables
    assert {"pass@1", "bleu", "chrf", "exact-match"} <= set(scores.columns)


def test_one_run_has_no_rank(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="Name two or more"):
        asked("ranking", runs(tmp_path)[0])


@pytest.mark.parametrize(
    ("xs", "ys", "tau"),
    [
        ([1, 2, 3], [1, 2, 3], 1.0),
        ([1, 2, 3], [3, 2, 1], -1.0),
        ([1, 2, 3, 4], [1, 3, 2, 4], 2 / 3),
        ([1, 1, 2], [1, 2, 3], 2 / 6**0.5),
        ([1, 1], [1, 2], None),
        ([], [], None),
    ],
)
def test_kendall(xs: list[float], ys: list[float], tau: float | None) -> None:
    assert kendall(xs, ys) == (None if tau is None else pytest.approx(tau))
