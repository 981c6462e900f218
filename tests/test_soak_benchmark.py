"""The parts of benchmarks/soak.py. No time is asserted, and nothing hostile is run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import soak
from soaking import candidates, disturbing, log, readings
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
    assert 0.003 < sum(kinds[kind] for kind in candidates.HOSTILE) / 4000 < 0.008
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
    assert disturbing.victims(1, "a descendant", TREE, spared=[2]) == []


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
    assert soak.drawn(log.parts([row(number) for number in range(4)], 2)).row_count == 2


# ── the log of a long run ──


def row(number: int, **fields: Any) -> log.Slice:
    held = readings.Reading(40, 500, 30, 150, 70, 500, 0, 0, 20)
    return replace(
        log.Slice(
            number=number, process="1 at 0", candidates=4, seconds=2.0, cpu_seconds=0.4, floor_candidates=10,
            floor_seconds=1.0, floor_cpu_seconds=0.5, kinds={"right": 4}, letters="ppfu", disturbances={},
            held=asdict(held), wrong=0,
        ),
        **fields,
    )  # fmt: skip


def test_a_part_is_the_sum_of_its_slices_and_its_speed_that_of_undisturbed_ones() -> None:
    slow = row(1, seconds=100.0, cpu_seconds=100.0, disturbances={"a zygote": 1}, wrong=1)
    part = log.part([row(0), slow])
    assert (part.candidates, part.wrong, part.disturbances) == (8, 1, {"a zygote": 1})
    assert (part.per_second, part.cpu_ms) == (2.0, 100.0)
    assert (part.to_floor, part.to_floor_by_cpu) == (0.2, 0.5)
    assert part.statuses == {"passed": 4, "failed": 2, "undecided": 2}


def test_a_log_goes_on_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log.Log(path).add(row(0))
    with path.open("a") as file:
        file.write('{"number": 1, "proc')
    again = log.Log(path)
    assert [item.number for item in again.rows] == [0]
    again.add(row(1))
    assert [item.number for item in log.read(path)] == [0, 1]


def test_verdicts_of_two_runs_are_compared_slice_by_slice() -> None:
    assert log.differing([row(0), row(1)], [row(1, letters="ppff"), row(2)]) == (4, 1)


@pytest.mark.parametrize(("growth", "percent"), [(0.0, 0.0), (0.01, 47.4)])
def test_the_slope_is_that_of_the_cost_in_relation_to_the_floor(growth: float, percent: float) -> None:
    rows = [row(number, cpu_seconds=0.1 * (1 + growth * number)) for number in range(64)]
    rows[5] = replace(rows[5], cpu_seconds=9.0)
    assert log.slope_percent(rows) == pytest.approx(percent, abs=1.0)
