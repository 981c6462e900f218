from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.questions import AnalysisOptions
from asmeant.errors import UsageError
from asmeant.plots import Stacks
from asmeant.testing import make_task
from tests.analysis.questions.made import asked, cells, made_run

REFERENCE = "sorted(set(values), key=len)[0]"
# Right: in other words, as the mere result, and much like the reference. Wrong: nearly it, twice; and plainly.
CODES = ["min(values, key=len)", "'a'", "sorted(list(set(values)), key=len)[0]", "sorted(set(values), key=max)[0]", "reversed(set(values), key=len)[0]", "x"]  # fmt: skip


def test_both_sides_are_counted_and_shown(tmp_path: Path) -> None:
    task = make_task("a", references=(REFERENCE,))
    other = make_task("b", references=(REFERENCE,), intent_language="es")
    statuses, codes = {"a": "pppfff", "b": "ffffff"}, {"a": CODES, "b": ["'a'"]}
    run = made_run(tmp_path / "run", [task, other], statuses, codes)
    found = asked("disagreements", run, options=AnalysisOptions(metrics=("chrf",), examples=1))
    counts, kinds, unlike, like = found.tables
    assert [row[:1] + row[1:3] + row[4:6] for row in cells(counts)] == [
        ["English", "3", "1", "3", "2"],
        ["Spanish", "0", "0", "6", "0"],
        ["all", "3", "1", "9", "2"],
    ]
    assert sorted(row[1] for row in cells(kinds)) == ["a function", "names", "the result itself"]
    assert cells(unlike)[0][2:4] == ["the result itself", "'a'"]
    assert cells(like)[0][2] in ("a function", "names")
    (plot,) = found.plots
    assert isinstance(plot, Stacks)


def test_where_nothing_passes_nothing_can_disagree(tmp_path: Path) -> None:
    run = made_run(tmp_path / "run", [make_task("a", references=(REFERENCE,))], {"a": "f"})
    with pytest.raises(UsageError, match="bleu cannot disagree with execution"):
        asked("disagreements", run)


def test_one_metric_at_a_time(tmp_path: Path) -> None:
    run = made_run(tmp_path / "run", [make_task("a", references=(REFERENCE,))], {"a": "p"})
    with pytest.raises(UsageError, match="takes one --metric"):
        asked("disagreements", run, options=AnalysisOptions(metrics=("bleu", "chrf")))
