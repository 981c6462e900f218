from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.questions.scoring import mark, one_scorer, only_metric, scorer, scorers
from asmeant.analysis.questions.subject import AnalysisOptions, Subject, subjects
from asmeant.errors import UsageError
from asmeant.metrics.exact_match import ExactMatch
from asmeant.plots import Mark
from asmeant.records import Score
from tests.analysis.questions.made import STATUSES, TASKS, made_run


@pytest.fixture
def runs(tmp_path: Path) -> list[Subject]:
    return subjects([made_run(tmp_path / name, TASKS, STATUSES) for name in ("one", "two")])


def test_a_score_of_each_run_and_of_some_tasks(runs: list[Subject]) -> None:
    scorer = one_scorer(runs, AnalysisOptions())
    assert [score.value for score in scorer.scores()] == [0.375, 0.375]
    assert scorer.score(0, lambda task: task.id in ("a", "b")).value == 0.75
    assert scorer.score(1, lambda _: False).value is None


def test_every_metric_that_is_named(runs: list[Subject]) -> None:
    options = AnalysisOptions(metrics=("pass@1", "exact-match"))
    assert [item.metric.name for item in scorers(runs, options)] == ["pass@1", "exact-match"]
    for choose in (lambda: one_scorer(runs, options), lambda: only_metric(options, "bleu")):
        with pytest.raises(UsageError, match=r"takes one --metric, and pass@1, exact-match were given"):
            choose()
    assert only_metric(AnalysisOptions(), "exact-match").name == "exact-match"


def test_a_metric_without_a_value_says_why(tmp_path: Path) -> None:
    files = made_run(tmp_path / "run", TASKS[:1], {"a": "p"})
    tasks = files.path / "tasks.jsonl"
    tasks.write_text(tasks.read_text().replace('"references":["2 * x"]', '"references":[]'))
    with pytest.raises(UsageError, match=r"exact-match decides no task of .*: no reference"):
        scorer(subjects([files]), ExactMatch())


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (None, Mark(None)),
        (Score("m", None, None, 0, 3, ""), Mark(None)),
        (Score("m", 0.5, None, 2, 0, ""), Mark(50.0, None, None, "2 tasks")),
        (Score("m", 0.5, (0.25, 0.75), 2, 0, ""), Mark(50.0, 25.0, 75.0, "2 tasks")),
    ],
)
def test_marks_are_per_cent(score: Score | None, expected: Mark) -> None:
    assert mark(score) == expected
