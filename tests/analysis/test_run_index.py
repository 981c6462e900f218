"""The index says what LoadedRun says, also while a run is written, and after it was written anew."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.analysis.run_index import CandidateFilter, RunIndex, is_stale, pending_bytes, place_of, refresh
from asmeant.errors import RunError
from asmeant.loaded_run import LoadedRun
from asmeant.records import Candidate, Deadline, Observation, TaskPrompt, Verdict
from asmeant.runs import RunFolder
from asmeant.testing import make_task
from tests.reports.making import make_run

TASKS = [
    replace(
        make_task(name),
        intent=f"Intent of {name}",
        intent_language=language,
        scaffold=replace(make_task(name).scaffold, libraries=(library,)),
        tags={"half": half},
    )
    for name, language, library, half in (
        ("a/1", "en", "re", "first"), ("b", "ja", "numpy", "first"), ("c", "ru", "numpy", "second"),
    )
]  # fmt: skip


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return make_run(tmp_path / "run", {"a/1": "pf", "b": "ff", "c": "u-"}, tasks=TASKS)


def same_as_loaded(index: RunIndex, files: RunFolder) -> None:
    loaded = LoadedRun(files)
    assert index.overview().statuses == dict(loaded.statuses())
    for id_ in loaded.tasks:
        ours = [replace(attempt, observations=tuple(attempt.observations)) for attempt in index.attempts(id_)]
        theirs = [replace(item, observations=tuple(item.observations)) for item in loaded.attempts(id_)]
        assert ours == theirs
        assert list(index.prompts(id_)) == list(loaded.prompts(id_))


def test_says_what_the_loaded_run_says(run: RunFolder) -> None:
    index = refresh(run)
    same_as_loaded(index, run)
    assert index.task_ids() == ["a/1", "b", "c"]
    assert index.overview().tasks == 3
    assert index.overview().candidates == 6
    assert index.overview().judged == 5
    (score, *_) = index.overview().scores
    assert (score.metric, score.value, score.tasks) == ("pass@1", 0.25, 2)
    assert index.task("nobody") is None
    assert index.number("nobody") == -1


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (CandidateFilter(), ["a/1 0", "a/1 1", "b 0", "b 1", "c 0", "c 1"]),
        (CandidateFilter(status="failed"), ["a/1 1", "b 0", "b 1"]),
        (CandidateFilter(status="not judged"), ["c 1"]),
        (CandidateFilter(library="numpy", status="failed"), ["b 0", "b 1"]),
        (CandidateFilter(library="num"), []),
        (CandidateFilter(language="ru"), ["c 0", "c 1"]),
        (CandidateFilter(check="all"), ["a/1 0"]),
        (CandidateFilter(cause="undecided"), ["c 0"]),
        (CandidateFilter(tag="half: second"), ["c 0", "c 1"]),
        (CandidateFilter(text="INTENT a/1"), ["a/1 0", "a/1 1"]),
        (CandidateFilter(text="answered 3"), ["a/1 1", "b 0", "b 1"]),
        (CandidateFilter(text="'; DROP TABLE candidates; --"), []),
    ],
)
def test_filters(run: RunFolder, wanted: CandidateFilter, expected: list[str]) -> None:
    index = refresh(run)
    assert [f"{row.task_id} {row.rank}" for row in index.rows(wanted, 0, 50)] == expected
    assert index.count(wanted) == len(expected)
    assert [f"{row.task_id} {row.rank}" for row in index.rows(wanted, 1, 1)] == expected[1:2]


def test_neighbours_are_the_first_wanted_candidates_of_other_tasks(run: RunFolder) -> None:
    index = refresh(run)
    before, after = index.neighbours(CandidateFilter(status="failed"), "b")
    assert before is not None
    assert (before.task_id, before.rank) == ("a/1", 1)
    assert after is None
    before, after = index.neighbours(CandidateFilter(), "a/1")
    assert before is None
    assert after is not None
    assert after.task_id == "b"


def test_reads_only_what_was_appended(run: RunFolder) -> None:
    index = refresh(run)
    assert not is_stale(run)
    with run:
        run.append(Verdict("c", 1, "passed", ("all",)))
        run.append(Candidate("b", 0, "x + 1", reply="another"), Candidate("b", 2, "x"))
        run.append(Observation("b", 2, "all", stdout="new"))
        run.append(TaskPrompt("b", text="first"), TaskPrompt("b", text="second"))
    assert 0 < pending_bytes(run) < 1000
    same_as_loaded(refresh(run), run)
    assert not is_stale(run)
    assert index.count(CandidateFilter(status="not judged")) == 1
    assert index.rows(CandidateFilter(text="x + 1"), 0, 9)[0].task_id == "b"


def test_a_line_that_is_being_written_is_left_for_later(run: RunFolder) -> None:
    with (run.path / "verdicts.jsonl").open("ab") as file:
        file.write(b'{"task_id": "c", "rank": 1, "sta')
    refresh(run)
    assert not is_stale(run)
    with (run.path / "verdicts.jsonl").open("ab") as file:
        file.write(b'tus": "failed"}\n')
    assert refresh(run).overview().statuses["failed"] == 4


def test_files_that_were_written_anew_are_read_anew(run: RunFolder) -> None:
    refresh(run)
    text = (run.path / "verdicts.jsonl").read_bytes()
    (run.path / "verdicts.jsonl").unlink()
    (run.path / "verdicts.jsonl").write_bytes(text.replace(b'"passed"', b'"failed"'))
    assert is_stale(run)
    same_as_loaded(refresh(run), run)
    with run:
        run.forget(Verdict)
        run.append(Verdict("b", 0, "passed", ("all",)))
    same_as_loaded(refresh(run), run)


def test_of_several_verdicts_the_last_counts(run: RunFolder) -> None:
    with run:
        run.append(Verdict("b", 0, "passed", ("all",), judge="person:1"))
        run.append(Verdict("b", 0, "undecided", reason="again"))
    same_as_loaded(refresh(run), run)


def test_a_broken_index_is_made_again(run: RunFolder) -> None:
    place_of(run).write_bytes(b"no database")
    same_as_loaded(refresh(run), run)


def test_a_run_with_deadlines_is_indexed(run: RunFolder) -> None:
    with run:
        run.append(Deadline(next(iter(run.tasks())).id, 1.0, 0.01))
    same_as_loaded(refresh(run), run)


def test_odd_text_is_indexed(tmp_path: Path) -> None:
    files = make_run(tmp_path / "odd", {"t": "f"}, code="x = '\\ud800 <script>'")
    with files:
        files.append(Verdict("t", 0, "failed", reason="\x00\x1b[31m <b>"))
    assert refresh(files).count(CandidateFilter(text="<SCRIPT>")) == 1


def test_the_index_is_no_part_of_the_run(run: RunFolder) -> None:
    from asmeant.analysis.run_list import summary

    before = summary(run)
    refresh(run)
    assert summary(run) == before


def test_a_line_that_is_no_record_is_named(run: RunFolder) -> None:
    with (run.path / "candidates.jsonl").open("ab") as file:
        file.write(b"no record\n")
    with pytest.raises(RunError, match="does not hold a Candidate"):
        refresh(run)


def test_a_place_that_cannot_be_written_is_named(run: RunFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asmeant.analysis.run_index.building.place_of", lambda _: Path("/proc/no/index"))
    with pytest.raises(RunError, match="cannot be written"):
        refresh(run)


def test_an_index_from_before_the_machine_was_started_is_made_again(run: RunFolder) -> None:
    refresh(run)
    assert not is_stale(run)
    os.utime(place_of(run), (1, 1))
    assert is_stale(run)
    refresh(run)
    assert not is_stale(run)
