from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.analysis.questions import KINDS, analyse, subjects
from asmeant.errors import UnknownNameError, UsageError
from asmeant.records import Task
from asmeant.testing import make_task
from tests.analysis.questions.made import SETTINGS, asked, cells, made_run

NAMES = ("a", "b", "c")
TASKS = [make_task(name) for name in NAMES]
# These say nothing of verdicts, so a run that was never judged will do.
TEXTS = ("overlap", "lengths", "names")


def test_runs_are_told_apart_by_model_then_folder(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    one = made_run(tmp_path / "one", TASKS)
    other = made_run(tmp_path / "other", TASKS, settings=replace(SETTINGS, model="better"))
    twin = made_run(tmp_path / "x" / "one", TASKS)
    assert [run.label for run in subjects([one, other])] == ["fake", "better"]
    assert [run.label for run in subjects([one, other, twin])] == ["one (1)", "other", "one (2)"]


def test_what_was_observed_twice_counts_once_and_unknown_tasks_not_at_all(tmp_path: Path) -> None:
    from asmeant.records import Candidate, Observation

    files = made_run(tmp_path / "run", TASKS, {"a": "p"})
    with files:
        files.append(Observation("a", 0, "all", probes_passed=1), Observation("a", 0, "all", probes_passed=2))
        files.append(Candidate("of another run", 0, "x"))
    ((attempt,),) = [run.attempts for run in subjects([files])]
    assert [seen.probes_passed for seen in attempt.observations] == [2]


def test_the_variant_is_the_named_one_or_the_first(tmp_path: Path) -> None:
    for number, (dataset, variant) in enumerate(
        {"mbupp": "mbupp", "mbupp:mbpp": "mbpp", "fake": "", "tasks:my.jsonl": "my.jsonl"}.items()
    ):
        files = made_run(tmp_path / str(number), TASKS, settings=replace(SETTINGS, dataset=dataset))
        assert subjects([files])[0].variant == variant


def test_shared_tasks_are_matched_across_variants(tmp_path: Path) -> None:
    first = made_run(
        tmp_path / "first",
        [make_task("mbpp/1"), make_task("mbpp/2"), make_task("mbpp/3")],
        settings=replace(SETTINGS, dataset="mbupp:mbpp"),
    )
    second = made_run(
        tmp_path / "second",
        [make_task("mbupp/2"), make_task("mbupp/3"), make_task("mbupp/4")],
        {"mbupp/2": "p", "mbupp/3": "f", "mbupp/4": "f"},
        settings=replace(SETTINGS, dataset="mbupp"),
    )
    (table,) = asked("slices", first, second).tables
    assert cells(table)[-1][1] == "2"
    assert (
        "On the 2 tasks that every run has; left out: 1 of fake, dataset mbupp:mbpp, 1 of fake, dataset mbupp."
        in table.notes
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_with_nothing_in_it_is_told(kind: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no candidates yet"):
        asked(kind, made_run(tmp_path / "run", TASKS, {}))


@pytest.mark.parametrize("kind", ["slices", "pass-at-k", "probes", "metrics", "errors"])
@pytest.mark.parametrize(
    ("letters", "judged", "message"),
    [
        ("u", True, r"Nothing is decided in .*all 3 verdicts are undecided \(undecided\)"),
        ("p", False, "has no verdicts yet. Judge it first"),
    ],
)
def test_runs_that_decide_nothing_are_told(
    kind: str, letters: str, judged: bool, message: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=message):
        asked(kind, made_run(tmp_path / "run", TASKS, dict.fromkeys(NAMES, letters), judged=judged))


@pytest.mark.parametrize("kind", TEXTS)
def test_texts_need_no_verdict(kind: str, tmp_path: Path) -> None:
    assert asked(kind, made_run(tmp_path / "run", TASKS, judged=False)).tables


@pytest.mark.parametrize("kind", ["slices", "pass-at-k", "probes", "metrics", "errors", *TEXTS])
def test_one_task_is_enough(kind: str, tmp_path: Path) -> None:
    from asmeant.records import Observation

    seen = [Observation("a", 0, "all", probes_passed=2)]
    files = made_run(tmp_path / "run", TASKS[:1], observations=seen)
    found = asked(kind, files)
    assert all(len(row) == len(table.columns) for table in found.tables for row in table.rows)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ([{}, {"dataset": "other"}], "The runs are of different datasets: fake, other."),
        ([], "No run was named"),
    ],
)
def test_runs_that_do_not_go_together(changes: list[dict[str, str]], message: str, tmp_path: Path) -> None:
    runs = [
        made_run(tmp_path / str(number), TASKS, settings=replace(SETTINGS, **change))  # type: ignore[arg-type]
        for number, change in enumerate(changes)
    ]
    with pytest.raises(UsageError, match=message):
        asked("slices", *runs)


def test_a_run_is_named_once(tmp_path: Path) -> None:
    files = made_run(tmp_path / "run", TASKS)
    with pytest.raises(UsageError, match="named twice"):
        asked("slices", files, files)


def test_runs_without_a_task_in_common(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", TASKS[:1])
    two = made_run(tmp_path / "two", TASKS[1:])
    with pytest.raises(UsageError, match="The runs have no task in common"):
        asked("slices", one, two)


def test_an_unknown_kind() -> None:
    with pytest.raises(UnknownNameError, match="Closest: 'libraries'"):
        analyse("librarys", [])


def test_one_run_has_no_column_for_runs(tmp_path: Path) -> None:
    one = made_run(tmp_path / "one", [Task("a", "x", references=("x",))], judged=False)
    two = made_run(tmp_path / "two", [Task("a", "x", references=("x",))], judged=False)
    assert asked("lengths", one).tables[0].columns[0] == "language"
    assert asked("lengths", one, two).tables[0].columns[0] == "run"
