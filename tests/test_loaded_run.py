"""A run in memory: which record counts, what is read when, and how much memory it takes."""

from __future__ import annotations

import pickle
import tracemalloc
from pathlib import Path

import pytest

from asmeant.errors import RunError
from asmeant.loaded_run import Attempt, LoadedRun
from asmeant.pipeline import join
from asmeant.records import (
    Candidate,
    Check,
    Ending,
    Observation,
    Run,
    Sampling,
    Status,
    TaskPrompt,
    Verdict,
    to_json,
)
from asmeant.runs import RunFolder
from asmeant.testing import make_task

TASKS = [make_task("b"), make_task("a"), make_task("c")]


@pytest.fixture
def files(tmp_path: Path) -> RunFolder:
    """Candidates out of order; the first of b was judged twice, its last one is not judged yet."""
    files = RunFolder(tmp_path / "run")
    with files:
        files.begin(Run("id", "fake", "fake", sampling=Sampling(count=2)), TASKS)
        files.append(Candidate("a", 0, "old"), Candidate("b", 1, "b1"), Candidate("b", 0, "b0"))
        files.append(Candidate("a", 0, "new"), Candidate("stranger", 0, "x"))
        files.append(Observation("b", 0, "all", reason="old"), Observation("b", 0, "more", reason="m"))
        files.append(Observation("b", 0, "all", reason="new"), Observation("b", 1, "all", reason="waits"))
        files.append(Verdict("b", 0, "failed"), Verdict("b", 0, "passed"), Verdict("a", 0, "undecided"))
        files.append(Verdict("stranger", 0, "passed"))
        files.append(TaskPrompt("a", text="1"), TaskPrompt("a", text="2"))
    return files


def append_all(files: RunFolder) -> None:
    with files:
        files.append(Candidate("c", 0, "late"))
        files.append(Verdict("c", 0, "passed"))


def test_tasks_come_in_their_order_and_candidates_by_rank(files: RunFolder) -> None:
    run = LoadedRun(files)
    assert list(run.tasks) == ["b", "a", "c"]
    attempts = [
        (item.task.id, item.candidate.rank, item.candidate.code, item.status) for item in run.attempts()
    ]
    assert attempts == [("b", 0, "b0", "passed"), ("b", 1, "b1", "not judged"), ("a", 0, "new", "undecided")]
    assert [item.candidate.code for item in run.attempts("a")] == ["new"]
    assert list(run.attempts("c")) == []


def test_what_was_written_last_counts(files: RunFolder) -> None:
    run = LoadedRun(files)
    first = next(run.attempts("b"))
    assert {item.check: item.reason for item in first.observations} == {"all": "new", "more": "m"}
    assert [item.reason for item in run.observations()] == ["m", "new", "waits"]
    assert [item.code for item in run.candidates()] == ["b0", "b1", "new"]
    assert [item.status for item in run.verdicts()] == ["passed", "undecided"]


def test_every_judge_keeps_a_verdict_and_the_last_one_counts(files: RunFolder) -> None:
    with files:
        files.append(Verdict("a", 0, "passed", judge="person:1"), Verdict("a", 0, "failed"))
    run = LoadedRun(files)
    of_a = [(item.judge, item.status) for item in run.verdicts() if item.task_id == "a"]
    assert of_a == [("person:1", "passed"), ("asmeant", "failed")]
    assert next(run.attempts("a")).passed is False
    assert [verdict.judge for item in run.judged if item.task.id == "a" for verdict in item.verdicts] == [
        "asmeant"
    ]


def test_what_waits_for_its_verdict(files: RunFolder) -> None:
    run = LoadedRun(files)
    (waiting,) = run.unjudged()
    assert (waiting.candidate.code, [item.reason for item in waiting.observations]) == ("b1", ["waits"])
    assert run.candidate_keys == {("b", 0), ("b", 1), ("a", 0)}
    assert run.verdict_keys == {("b", 0), ("a", 0)}
    assert run.statuses() == {"passed": 1, "undecided": 1, "not judged": 1}
    assert run.statuses("a") == {"undecided": 1}


def test_metrics_get_the_tasks_that_were_begun(files: RunFolder) -> None:
    judged = [
        (item.task.id, [each.code for each in item.candidates], len(item.verdicts)) for item in join(files)
    ]
    assert judged == [("b", ["b0", "b1"], 1), ("a", ["new"], 1)]
    files.forget(Verdict)
    assert [(item.task.id, len(item.candidates)) for item in LoadedRun(files).judged] == [("b", 2), ("a", 1)]


def test_prompts_are_kept_as_they_changed(files: RunFolder) -> None:
    run = LoadedRun(files.path)
    assert [prompt.text for prompt in run.prompts("a")] == ["1", "2"]
    assert list(run.prompts("b")) == []
    assert run.scores() == []


def test_it_is_a_snapshot(files: RunFolder) -> None:
    run = LoadedRun(files)
    before = len(list(run.attempts()))
    append_all(files)
    assert len(list(run.attempts())) == before
    assert len(list(LoadedRun(files).attempts())) == before + 1


@pytest.mark.parametrize(
    ("status", "held", "endings", "expected"),
    [
        ("passed", ("second",), {"first": ("finished", 9), "second": ("finished", 1)}, "second"),
        ("failed", (), {"first": ("failed", 1), "second": ("failed", 2)}, "second"),
        ("failed", (), {"first": ("failed", 1), "second": ("failed", 1)}, "first"),
        ("undecided", (), {"first": ("failed", 1), "second": ("not run", 0)}, "second"),
        (None, (), {"first": ("failed", 0), "second": ("failed", 1)}, "second"),
        ("failed", (), {}, None),
    ],
)
def test_the_observation_that_explains_the_verdict(
    status: Status | None,
    held: tuple[str, ...],
    endings: dict[str, tuple[Ending, int]],
    expected: str | None,
) -> None:
    task = make_task("t", checks=(Check("first", ("a",) * 9), Check("second", ("b",) * 9)))
    observations = [
        Observation("t", 0, name, ending=ending, probes_passed=passed)
        for name, (ending, passed) in endings.items()
    ]
    verdict = Verdict("t", 0, status, held) if status else None
    found = Attempt(task, Candidate("t", 0, "x"), verdict, observations).observation
    assert (found.check if found else None) == expected


# ── files that are broken, or change ──


def test_records_read_as_a_sequence(files: RunFolder) -> None:
    (item, _) = LoadedRun(files).judged
    assert item.candidates[-1].code == "b1"
    assert [each.code for each in item.candidates[:1]] == ["b0"]
    copied = pickle.loads(pickle.dumps(item))
    assert [each.code for each in copied.candidates] == ["b0", "b1"]


@pytest.mark.parametrize("line", [b"{", b'{"task_id":"a"}', b'{"task_id":"a","rank":"x","code":""}', b"[]"])
def test_a_line_that_is_no_record_is_named(files: RunFolder, line: bytes) -> None:
    with (files.path / "candidates.jsonl").open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(RunError, match=r"candidates\.jsonl, line 6 does not hold a Candidate"):
        list(LoadedRun(files).attempts())


def test_a_torn_last_line_is_passed_over(files: RunFolder) -> None:
    with (files.path / "candidates.jsonl").open("ab") as file:
        file.write(to_json(Candidate("c", 0, "x"))[:-4])
    assert list(LoadedRun(files).attempts("c")) == []


def test_a_file_that_was_rewritten_is_not_mixed_up(files: RunFolder) -> None:
    run = LoadedRun(files)
    (item, *_) = run.judged
    files.forget(Candidate)
    with pytest.raises(RunError, match="cannot be read"):
        list(item.candidates)
    with files:
        files.append(*(Candidate("other", rank, "x" * 50) for rank in range(9)))
    with pytest.raises(RunError, match=r"was rewritten while it was read\. Read the run again"):
        list(item.candidates)


def test_a_folder_that_is_no_run(tmp_path: Path) -> None:
    run = LoadedRun(tmp_path)
    with pytest.raises(RunError, match=r"has no run\.json"):
        _ = run.settings
    assert list(run.attempts()) == []


# ── memory ──


def test_outputs_and_replies_stay_on_disk(tmp_path: Path) -> None:
    """2,000 candidates with 20 kB of text each: 40 MB on disk, of which next to nothing is kept."""
    files = RunFolder(tmp_path / "run")
    text = "x" * 10_000
    with files:
        files.begin(Run("id", "fake", "fake"), [make_task(f"t{task}") for task in range(20)])
        for task in range(20):
            id_ = f"t{task}"
            files.append(*(Candidate(id_, rank, "1", reply=text) for rank in range(100)))
            files.append(*(Observation(id_, rank, "all", stdout=text) for rank in range(100)))
            files.append(*(Verdict(id_, rank, "passed", ("all",)) for rank in range(100)))
    run = LoadedRun(files)
    tracemalloc.start()
    try:
        kept = list(run.judged)
        printed = sum(len(item.stdout) for attempt in run.attempts() for item in attempt.observations)
        current, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert printed == 20_000_000
    assert sum(len(item.candidates) for item in kept) == 2_000
    assert current < 2_000_000
    assert peak < 4_000_000
