from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.authoring.audit import Finding, audit, empty_answer, suggested_quarantine
from asmeant.execution import Place, default_sandbox, load_sandbox
from asmeant.records import Check, Limits, Scaffold, Task
from asmeant.testing import make_task
from asmeant.workers import InProcess

SANDBOX = load_sandbox(default_sandbox())


def examine(task: Task) -> list[Finding]:
    (findings,) = audit([task], [SANDBOX], Limits(seconds=2), InProcess())
    return findings


def test_a_sound_task_has_no_fault() -> None:
    (finding,) = examine(make_task())
    assert (finding.fault, finding.reference_passes) == (None, True)


FAULTY = [
    (make_task(reference="x"), ["reference fails"], "answered 2, expected 4"),
    (make_task(checks=(Check("all", ("candidate(1)",)),)), ["an empty answer passes"], "holds when nothing is done"),
    (replace(make_task(), references=()), ["no reference"], "nothing shows"),
    (replace(make_task(), references=("2 * x", "x")), ["reference fails"], "probe 1"),
    (make_task(tags={"unparsable_checks": "b"}), ["check cannot be met"], "'b' is not valid Python"),
    (make_task(code_language="bash"), ["undecided"], "bash"),
    (make_task(reference="x", checks=(Check("all", ("assert candidate(1) is None",)),)),
     ["reference fails", "an empty answer passes"], "probe 1"),
]  # fmt: skip


@pytest.mark.parametrize(("task", "faults", "reason"), FAULTY)
def test_faults_are_found_with_their_reason(task: Task, faults: list[str], reason: str) -> None:
    findings = examine(task)
    assert [finding.fault for finding in findings] == faults
    assert reason in findings[0].reason


@pytest.mark.parametrize(
    ("scaffold", "code"),
    [
        (Scaffold(before="def f():\n    return ", entry="f"), "None"),
        (Scaffold(before="def f():\n    ", entry="f"), "pass"),
        (Scaffold(entry="f", any_function=True), "def f(*arguments, **options):\n    pass\n"),
        (Scaffold(), "pass"),
    ],
)
def test_an_empty_answer_fits_the_scaffold(scaffold: Scaffold, code: str) -> None:
    assert empty_answer(make_task(scaffold=scaffold)) == code


@pytest.mark.parametrize(
    ("reference", "stable"),
    [
        ("__import__('random').random() < 0.5 and 2 * x or 2 * x", True),
        ("2 * x if __import__('random').random() > 0.8 else 0", False),
        pytest.param(
            *("2 * x if list({'a', 'b', 'c', 'd', 'e'})[0] == 'b' else 0", False),
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_what_depends_on_chance_is_unstable(reference: str, stable: bool) -> None:
    sandboxes = [load_sandbox(default_sandbox(), Place(seed=seed)) for seed in range(8)]
    task = make_task(reference=reference)
    (findings,) = audit([task], sandboxes, Limits(seconds=2), InProcess())
    assert ("unstable" in [finding.fault for finding in findings]) is not stable
    quarantine = suggested_quarantine(findings)
    assert list(quarantine) == ([] if stable else [task.id])
    assert all("of 7 repetitions: probe " in reason for reason in quarantine.values())
