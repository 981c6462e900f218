"""The parts of benchmarks/soak.py. No time is asserted, and nothing hostile is run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import soak
from soaking import candidates, disturbing, readings
from throughput import samples, work
from throughput.accounting import Process

from asmeant.languages.python import parses
from asmeant.records import Candidate
from asmeant.runs import RunFolder

TASKS = samples.tasks_for_all(list(work.sample_tasks())[:6])
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def test_the_mix_has_hostile_programs_of_every_kind_and_is_the_same_each_time() -> None:
    made = list(candidates.candidates(TASKS, 4000, seed=1))
    kinds = Counter(sample.kind for sample in made)
    assert len(made) == 4000
    assert kinds.keys() >= {*candidates.HOSTILE, "right", "changed", "cut off", "endless"}
    assert 0.003 < sum(kinds[kind] for kind in candidates.HOSTILE) / 4000 < 0.009
    assert all(parses(sample.code) for sample in made if sample.kind in candidates.HOSTILE)
    assert list(islice(candidates.candidates(TASKS, 4000, seed=1), 50)) == made[:50]


@linux_only
def test_what_a_tree_of_processes_holds(tmp_path: Path) -> None:
    (tmp_path / "left").write_bytes(bytes(5000))
    child = subprocess.Popen(["sleep", "30"])
    try:
        reading = readings.read(os.getpid(), tmp_path)
    finally:
        child.kill()
        child.wait()
    assert reading.processes >= 2
    assert reading.own_mb > 5
    assert reading.open_files > 3
    assert reading.namespaces >= 5
    assert (reading.temporary_files, reading.machine_mounts) == (1, reading.machine_mounts)
    assert readings.middle([reading, reading, reading]) == reading
    assert set(readings.growth(reading, reading).values()) == {0}


TREE = [Process(1, 0, 0.0), Process(2, 1, 0.0), Process(3, 2, 0.0), Process(9, 0, 0.0)]


@pytest.mark.parametrize(
    ("kind", "pids"), [("the parent", [1]), ("a zygote", [2]), ("a descendant", [3])], ids=str
)
def test_who_is_killed(kind: str, pids: list[int]) -> None:
    assert disturbing.victims(1, kind, TREE) == pids


@linux_only
def test_a_child_is_killed_and_nobody_survives() -> None:
    parent = subprocess.Popen(["sh", "-c", "sleep 30; true"])
    try:
        for _ in range(100):
            members = disturbing.members(parent.pid)
            if len(members) == 2:
                break
        assert disturbing.kill_one(parent.pid, "a zygote", Random(0))
        assert parent.wait(10) == 0
        assert disturbing.survivors(members, 5) == []
    finally:
        parent.kill()


def test_a_run_is_prepared_with_each_candidate_once(tmp_path: Path) -> None:
    options = soak.arguments(["killed", "--candidates", "40", "--on", "there"])
    files = soak.prepare(RunFolder(tmp_path / "run"), TASKS, options)
    keys = [(candidate.task_id, candidate.rank) for candidate in files.read(Candidate)]
    assert len(keys) == len(set(keys)) == 40
    assert soak.verdicts(files) == {}
    assert soak.command(files, options)[-4:] == ["there", "--world", "this", "--json"]


def test_a_lock_is_held_in_turns(tmp_path: Path) -> None:
    turns = soak.Turns(tmp_path / "lock", 1000)
    turns.next()
    assert turns.waited < 1
    turns.close()
    soak.Turns(None, 0).next()


def test_the_table_shows_each_window() -> None:
    held = readings.Reading(40, 500, 30, 150, 70, 500, 0, 0, 20)
    windows = [soak.Window(100, 5.0, 4.0, Counter(passed=20, failed=80), held) for _ in range(2)]
    assert soak.drawn(windows).row_count == 2
    assert (windows[0].per_second, windows[0].cpu_ms) == (20.0, 40.0)
