"""A run's files as tables: the rows of every view, data frames, and runs that are under way."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from asmeant.analysis import tables
from asmeant.analysis.tables import VIEWS, Library, columns, frame, rows
from asmeant.errors import RunError, UnknownNameError, UsageError
from asmeant.metrics import load_metric
from asmeant.pipeline import write_scores
from asmeant.records import Candidate, Observation, Score, TaskPrompt, Usage, Verdict
from asmeant.runs import RunFolder
from tests import needs
from tests.analysis.small_runs import small_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    files = small_run(
        tmp_path / "mine",
        {"a": "pf", "b": "ff", "c": "uu"},
        tags={"a": {"library": "re"}},
        languages={"b": "es"},
    )
    with files:
        files.append(TaskPrompt("a", text="def f():", stop=("#",)))
        write_scores(files, [load_metric("pass@1")])
    return files


@pytest.mark.parametrize(
    ("view", "count", "first"),
    [
        ("runs", 1, {"run": "mine", "dataset": "fake", "samples": 2, "temperature": 0.8, "shots": 0}),
        ("tasks", 3, {"task_id": "a", "tags": {"library": "re"}, "reference": ["2 * x"], "entry": "double"}),
        ("prompts", 1, {"task_id": "a", "messages": [], "text": "def f():", "stop": ["#"]}),
        ("candidates", 6, {"task_id": "a", "rank": 0, "code": "code 0", "prompt_tokens": None}),
        ("observations", 6, {"task_id": "a", "check_name": "all", "ending": "finished"}),
        ("verdicts", 6, {"task_id": "a", "rank": 0, "status": "passed", "held": ["all"]}),
        ("scores", 3, {"metric": "pass@1", "value": 0.25, "slice": {}, "tasks": 2, "undecided": 1}),
        ("judged", 6, {"task_id": "a", "rank": 0, "passed": True, "code": "code 0", "model": "fake"}),
        ("task_scores", 3, {"task_id": "a", "judged": 2, "passed": 1, "pass_at_1": 0.5, "solved": True}),
    ],
)
def test_every_view(view: str, count: int, first: dict[str, object], run: RunFolder) -> None:
    found = rows(run, view)
    assert len(found) == count
    assert all(list(row) == list(columns(view)) for row in found)
    assert {key: found[0][key] for key in first} == first


def test_every_view_is_tried_above(run: RunFolder) -> None:
    assert set(VIEWS) == {
        "runs", "tasks", "prompts", "candidates", "observations", "verdicts", "scores", "judged", "task_scores"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("view", "kind", "elsewhere"),
    [
        ("candidates", Candidate, {"usage"}),
        ("observations", Observation, {"check"}),
        ("verdicts", Verdict, set()),
        ("scores", Score, {"where", "interval"}),
    ],
)
def test_every_field_of_a_record_is_a_column(view: str, kind: type[Any], elsewhere: set[str]) -> None:
    assert {field.name for field in fields(kind)} - elsewhere <= set(columns(view))


def test_what_is_undecided_is_neither_right_nor_wrong(run: RunFolder) -> None:
    assert [row["passed"] for row in rows(run, "judged")] == [True, False, False, False, None, None]
    last = rows(run, "task_scores")[-1]
    assert (last["pass_at_1"], last["solved"], last["undecided"]) == (None, None, 2)


def test_the_last_verdict_counts_and_usage_is_laid_out(run: RunFolder) -> None:
    with run:
        run.append(Verdict("a", 0, "failed"))
        run.append(Candidate("a", 0, "new", usage=Usage(prompt_tokens=7, reply_tokens=3, seconds=0.5)))
    assert [row["status"] for row in rows(run, "verdicts")[:2]] == ["failed", "failed"]
    assert len(rows(run, "verdicts")) == 6
    with run:
        run.append(Verdict("a", 0, "passed", judge="person:1"))
    assert len(rows(run, "verdicts")) == 7
    assert rows(run, "candidates")[0]["prompt_tokens"] == 7


def test_a_run_under_way_is_read_as_far_as_it_is_whole(run: RunFolder) -> None:
    (run.path / "scores.json").unlink()
    for name in ("verdicts.jsonl", "candidates.jsonl"):
        path = run.path / name
        path.write_bytes(path.read_bytes()[:-9])
    (run.path / "observations.jsonl").unlink()
    counts = {view: len(rows(run, view)) for view in VIEWS}
    assert counts == {
        "runs": 1, "tasks": 3, "prompts": 1, "candidates": 5, "observations": 0, "verdicts": 5, "scores": 0, "judged": 5,
        "task_scores": 3,
    }  # fmt: skip


def test_several_runs_stand_below_each_other(run: RunFolder, tmp_path: Path) -> None:
    other = small_run(tmp_path / "other", {"a": "p"})
    assert [row["run"] for row in rows([run, other.path], "runs")] == ["mine", "other"]
    same = small_run(tmp_path / "elsewhere" / "mine", {"a": "p"})
    assert [row["run"] for row in rows([run, str(same.path)], "runs")] == [str(run.path), str(same.path)]


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("view", VIEWS)
def test_frames_hold_the_same_rows(library: Library, view: str, run: RunFolder, tmp_path: Path) -> None:
    pytest.importorskip(library, reason=needs.DEV)
    found = frame(run, view, library)
    assert list(found.columns) == list(columns(view))
    assert len(found) == len(rows(run, view))
    empty = small_run(tmp_path / "empty", {}, more_tasks=["a"])
    assert list(frame(empty, view, library).columns) == list(columns(view))


def test_frames_hold_the_same_values(run: RunFolder) -> None:
    pandas, polars = (
        pytest.importorskip("pandas", reason=needs.DEV),
        pytest.importorskip("polars", reason=needs.DEV),
    )
    assert frame(run, "verdicts", "pandas")["status"].tolist() == [
        "passed",
        *["failed"] * 3,
        *["undecided"] * 2,
    ]
    assert frame(run, "task_scores", "polars")["pass_at_1"].to_list() == [0.5, 0.0, None]
    assert isinstance(frame(run, "runs"), pandas.DataFrame | polars.DataFrame)


def test_without_a_library_frames_are_lists(run: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "find_spec", lambda name: None)
    assert frame(run, "verdicts") == rows(run, "verdicts")
    with pytest.raises(UsageError, match=r"polars is not installed. Install it with: pip install polars"):
        frame(run, "verdicts", "polars")
    assert "pyarrow" not in sys.modules


@pytest.mark.parametrize("view", VIEWS)
def test_the_reference_lists_every_view(view: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "sql.md").read_text("utf-8")
    names = ", ".join(f"`{name}`" for name in columns(view) if name != "run")
    assert f"| `{view}` | {VIEWS[view].about} | {names} |" in page


def test_wrong_names_are_told(run: RunFolder, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"No view is called 'verdict'. Closest: 'verdicts'"):
        rows(run, "verdict")
    with pytest.raises(RunError, match=r"is not a run: it has no run.json"):
        rows(tmp_path / "nothing", "runs")
    with pytest.raises(UsageError, match="No data frames are made with 'arrow'"):
        frame(run, "runs", "arrow")  # type: ignore[arg-type]
