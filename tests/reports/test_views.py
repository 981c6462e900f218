"""Run on disk -> RunView, and what follows from it: causes, slices, pictures, words of warning."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from asmeant.analysis.questions.error_classes import CLASSES
from asmeant.analysis.questions.errors import classed
from asmeant.analysis.questions.subject import subjects
from asmeant.plots import Bars
from asmeant.records import Candidate, Verdict
from asmeant.reports.charts import charts
from asmeant.reports.views import views
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


# ── slices and pictures ──
