"""How long a trial may take, by what the reference of its task needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant import Judge
from asmeant.loaded_run import LoadedRun
from asmeant.pipeline import Plan, begin_run, compute_scores, resume_run
from asmeant.pipeline.deadlines import Deadlines, fitting_deadline
from asmeant.records import Cause, Check, Deadline, Ending, Limits, Observation, Program, Run, Task
from asmeant.runs import RunFolder
from asmeant.testing import FakeModel, FakeSandbox, make_task

TASK = make_task()


def observed(ending: Ending = "finished", cpu: float = 0.01, clock: float = 0.0) -> list[Observation]:
    passed = len(TASK.checks[0].probes) if ending == "finished" else 0
    seconds = max(cpu, clock)
    return [
        Observation(TASK.id, 0, "all", ending=ending, probes_passed=passed, seconds=seconds, cpu_seconds=cpu)
    ]


@pytest.mark.parametrize(
    ("cpu", "clock", "seconds"),
    [
        (0.002, 0.01, 1.0),
        (0.1, 0.1, 1.0),
        (0.5, 0.5, 5.0),
        (3.0, 3.0, 15.0),
        (0.01, 0.71, 3.5),  # it waits for most of its time
    ],
)
def test_ten_times_the_reference_and_at_least_a_second(cpu: float, clock: float, seconds: float) -> None:
    assert fitting_deadline(TASK, observed(cpu=cpu, clock=clock), Limits()) == Deadline(TASK.id, seconds, cpu)


@pytest.mark.parametrize(("waited", "seconds"), [(0.0, 1.0), (0.1, 1.0), (0.4, 2.0)])
def test_a_busy_machine_makes_no_difference(waited: float, seconds: float) -> None:
    (observation,) = observed(cpu=0.01, clock=5.0)
    deadline = fitting_deadline(TASK, [replace(observation, waited_seconds=waited)], Limits())
    assert deadline == Deadline(TASK.id, seconds, 0.01)


@pytest.mark.parametrize("ending", ["failed", "timed out", "not run"])
def test_without_a_reference_that_passes_it_is_the_limit(ending: Ending) -> None:
    assert fitting_deadline(TASK, observed(ending), Limits(seconds=7)) == Deadline(TASK.id, 7.0, None)


def test_the_check_that_takes_longest_counts() -> None:
    task = Task("t", "", checks=(Check("a", ("1",)), Check("b", ("1",)), Check("c", ("1",))))
    observations = [
        Observation("t", 0, "a", probes_passed=1, cpu_seconds=0.2),
        Observation("t", 0, "b", probes_passed=1, cpu_seconds=0.4),
        Observation("t", 0, "c", ending="failed", cpu_seconds=0.9),
    ]
    assert fitting_deadline(task, observations, Limits()) == Deadline("t", 4.0, 0.4)


class Measuring(FakeSandbox):
    """Says how long programs took, and keeps the limits that it was given."""

    measures_cpu = True

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        self.allowed = [*getattr(self, "allowed", []), limits.seconds]
        yield from super().run(programs, limits)


@pytest.mark.parametrize(
    ("task", "limits", "sandbox"),
    [
        (TASK, Limits(deadline="fixed"), Measuring()),
        (TASK, Limits(seconds=0.5), Measuring()),
        (TASK, Limits(), FakeSandbox()),
        (make_task(references=()), Limits(), Measuring()),
        (make_task(checks=()), Limits(), Measuring()),
        (make_task(code_language="bash"), Limits(), Measuring()),
    ],
)
def test_where_nothing_is_measured(task: Task, limits: Limits, sandbox: FakeSandbox) -> None:
    assert Deadlines(sandbox, limits).limits_of(task) is limits
    assert sandbox.programs == []


def test_a_task_is_measured_once_and_another_of_the_same_id_anew() -> None:
    sandbox = Measuring()
    measured: list[Deadline] = []
    deadlines = Deadlines(sandbox, Limits(), on_measured=measured.append)
    assert [deadlines.limits_of(TASK).seconds for _ in range(3)] == [1.0] * 3
    assert deadlines.limits_of(make_task(intent="another")).seconds == 1.0
    assert measured == [Deadline(TASK.id, 1.0, 0.0)] * 2
    assert sandbox.allowed == [15.0, 15.0]


def run_plan(folder: Path, sandbox: FakeSandbox) -> Plan:
    return Plan(tasks=(TASK,), model=FakeModel({TASK.id: "x"}), folder=folder, sandbox=sandbox, workers=1)


def test_a_run_writes_down_its_deadlines_and_keeps_them(tmp_path: Path) -> None:
    sandbox = Measuring()
    with begin_run(run_plan(tmp_path, sandbox)) as run:
        list(run.decide(run.generate()))
    files = RunFolder(tmp_path)
    assert list(files.read(Deadline)) == [Deadline(TASK.id, 1.0, 0.0)]
    assert sandbox.allowed == [15.0, 15.0, 1.0]  # a small program, the reference, the candidate
    for name in ("observations", "verdicts"):
        (tmp_path / f"{name}.jsonl").unlink()
    sandbox = Measuring()
    with resume_run(files, Plan(sandbox=sandbox, workers=1)) as run:
        list(run.decide())
    assert sandbox.allowed == [15.0, 1.0]


def test_runs_of_before_had_one_deadline(tmp_path: Path) -> None:
    with begin_run(run_plan(tmp_path, FakeSandbox())) as run:
        list(run.decide(run.generate()))
    path = tmp_path / "run.json"
    lines = [line for line in path.read_text().splitlines() if "deadline" not in line]
    path.write_text("\n".join(lines).replace('"network": false,', '"network": false'))
    settings = RunFolder(tmp_path).settings()
    assert settings.limits.deadline == "fixed"
    (score, *_) = compute_scores(LoadedRun(tmp_path).judged, settings)
    assert "deadline:fixed" in score.signature


def test_a_fixed_deadline_is_part_of_a_signature(tmp_path: Path) -> None:
    with begin_run(run_plan(tmp_path, FakeSandbox())) as run:
        list(run.decide(run.generate()))
    judged = LoadedRun(tmp_path).judged
    signatures = [
        compute_scores(judged, Run("", "d", "m", limits=Limits(deadline=kind)))[0].signature
        for kind in ("fitting", "fixed")
    ]
    assert ["deadline" in signature for signature in signatures] == [False, True]


def test_an_endless_loop_takes_a_second_of_cpu_time() -> None:
    endless = "def double(x):\n    while x > -9:\n        x += x % 7 + 1"
    with Judge(workers=1) as court:
        (decision,) = court.decisions([(TASK, endless)])
    assert decision.verdict.reason == "timed out: used more than 1 s of CPU time"
    assert 1 < decision.observations[0].cpu_seconds < 2


def test_a_loop_in_which_nothing_changes_is_ended_sooner_and_shared_at_once() -> None:
    endless = "def double(x):\n    while x != 0:\n        y = x - 1"
    with Judge(workers=1) as court:
        first, second = court.decisions([(TASK, endless), (TASK, endless)])
    assert (
        first.verdict.reason
        == "timed out: nothing changes on which the loop `while x != 0:` depends, so it never ends"
    )
    assert first.verdict.cause == Cause("timed out", message="endless loop")
    assert first.observations[0].cpu_seconds < 0.5
    assert second.verdict.same_as == 0


def test_a_loop_that_takes_long_is_not_ended_sooner() -> None:
    slow = "def double(x):\n    n = 0\n    while n < 3_000_000:\n        n += 1\n    return 2 * x"
    with Judge(workers=1) as court:
        (decision,) = court.decisions([(TASK, slow)])
    assert decision.verdict.status == "passed"
