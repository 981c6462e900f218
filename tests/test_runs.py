from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from asmeant import runs
from asmeant.errors import RunBusyError, RunError
from asmeant.records import Candidate, Observation, Run, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.testing import make_task

RUN = Run("id", "fake", "fake")


@pytest.fixture
def files(tmp_path: Path) -> RunFolder:
    files = RunFolder(tmp_path / "run")
    with files:
        files.begin(RUN, [make_task("a"), make_task("b")])
    return files


def test_what_is_written_is_read(files: RunFolder) -> None:
    candidate = Candidate("a", 0, "print('é\\n')", reply="```\n…```", model="m", log_probability=-0.5)
    with files:
        files.append(candidate)
        files.append(candidate, Candidate("a", 1, ""))
    assert files.settings() == RUN
    assert [task.id for task in files.read(Task)] == ["a", "b"]
    assert list(files.read(Candidate)) == [candidate, candidate, Candidate("a", 1, "")]
    assert list(files.read(Verdict)) == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(cut=st.integers(0, 400))
def test_a_torn_last_line_is_dropped_and_the_rest_is_whole(files: RunFolder, cut: int) -> None:
    path = files.path / "verdicts.jsonl"
    path.unlink(missing_ok=True)
    records = [Verdict("a", rank, "passed", reason="é" * rank) for rank in range(4)]
    with files:
        files.append(*records)
    text = path.read_bytes()
    path.write_bytes(text[: len(text) - min(cut, len(text))])
    whole = path.read_bytes().count(b"\n")
    assert list(files.read(Verdict)) == records[:whole]
    with files:
        files.append(records[-1])
    assert list(files.read(Verdict)) == [*records[:whole], records[-1]]


def test_a_long_torn_line_is_dropped_too(files: RunFolder) -> None:
    with files:
        files.append(Verdict("a", 0, "failed", reason="x" * 200_000))
    path = files.path / "verdicts.jsonl"
    path.write_bytes(path.read_bytes()[:150_000])
    with files:
        pass
    assert path.read_bytes() == b""


def test_a_line_that_is_no_record_is_named(files: RunFolder) -> None:
    (files.path / "verdicts.jsonl").write_text('{"task_id":"a","rank":0,"status":"passed"}\n{"rank":"x"}\n')
    with pytest.raises(
        RunError, match=r"verdicts\.jsonl, line 2 does not hold a Verdict: .*Delete that line"
    ):
        list(files.read(Verdict))


def test_a_folder_that_is_no_run_says_so(tmp_path: Path) -> None:
    assert not RunFolder(tmp_path).exists()
    with pytest.raises(RunError, match=r"has no run\.json"):
        RunFolder(tmp_path).settings()


def test_a_second_writer_gets_a_clear_error(files: RunFolder) -> None:
    code = f"""
from pathlib import Path
from asmeant import runs
from asmeant.runs import RunFolder
try:
    RunFolder(Path({str(files.path)!r})).__enter__()
except Exception as error:
    print(type(error).__name__, error)
"""
    with files:
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.startswith("RunBusyError Another process is writing")
    assert "--out" in said


def test_a_second_writer_in_the_same_process_too(files: RunFolder) -> None:
    with files, pytest.raises(RunBusyError):
        RunFolder(files.path).__enter__()


def test_a_full_disk_loses_nothing_and_tells_what_to_do(
    files: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.write

    def full(file: int, data: bytes) -> int:
        if len(data) > 20:
            return real(file, bytes(data)[:20])
        raise OSError(errno.ENOSPC, "No space left on device")

    with files:
        files.append(Verdict("a", 0, "passed"))
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", full)
            with pytest.raises(RunError, match=r"the disk is full .* make room and run again"):
                files.append(Verdict("a", 1, "passed"))
        files.append(Verdict("a", 2, "passed"))
    assert [verdict.rank for verdict in files.read(Verdict)] == [0, 2]


def test_a_folder_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match=r"cannot be written: .* Choose another folder with --out"):
        RunFolder(tmp_path / "file" / "run").__enter__()


def test_reading_needs_no_lock(files: RunFolder) -> None:
    with files:
        assert RunFolder(files.path).settings() == RUN
        assert len(RunFolder(files.path).tasks()) == 2


# ── power cuts ─────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of files and folders that were made safe, in this order."""
    names: list[str] = []
    monkeypatch.setattr(runs, "sync_file", lambda path: names.append(path.name))
    monkeypatch.setattr(runs, "sync_folder", lambda path: names.append("folder"))
    return names


def test_candidates_are_made_safe_before_their_verdicts(files: RunFolder, synced: list[str]) -> None:
    with files:
        files.append(Verdict("a", 0, "passed"))
        files.append(Candidate("a", 0, "x"))
        files.append(Observation("a", 0, "c", "", "finished"))
        assert synced == []
    assert synced == ["candidates.jsonl", "observations.jsonl", "verdicts.jsonl", "folder"]
    with files:
        pass
    assert len(synced) == 4


def test_it_is_done_now_and_then_and_not_for_every_record(
    files: RunFolder, synced: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    with files:
        files.sync()
        for number in range(100):
            clock[0] += runs.SECONDS_BETWEEN_SYNCS / 40
            files.append(Candidate("a", number, "x"))
        assert synced == ["candidates.jsonl", "folder", "candidates.jsonl"]


def test_verdicts_that_were_discarded_do_not_come_back(files: RunFolder, synced: list[str]) -> None:
    with files:
        files.append(Verdict("a", 0, "passed"))
        files.sync()
        synced.clear()
        files.forget(Verdict)
        assert synced == ["folder"]


def test_scores_are_written_after_what_they_are_computed_from(files: RunFolder, synced: list[str]) -> None:
    with files:
        files.append(Verdict("a", 0, "passed"))
        files.write_scores([])
        assert synced == ["verdicts.jsonl", "folder"]
