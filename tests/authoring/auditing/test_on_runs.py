"""What running shows of a task."""

from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.authoring.auditing import on_runs
from asmeant.authoring.auditing.on_runs import (
    Audited,
    answers_without_work,
    expected_values,
    parameters,
    returning,
    run_task,
)
from asmeant.execution import default_sandbox, load_sandbox
from asmeant.records import Check, Limits, Scaffold, Task
from asmeant.seams import Sandbox


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return load_sandbox(default_sandbox())


def task(*probes: str, reference: str = "def f(x): return [x]", **more: object) -> Task:
    return Task(
        "t",
        "i",
        references=(reference,),
        checks=(Check("all", probes),),
        scaffold=Scaffold(entry="f"),
        **more,  # type: ignore[arg-type]
    )


def audited(tested: Task, sandbox: Sandbox) -> tuple[bool | None, list[str]]:
    result = run_task(tested, [sandbox], Limits(seconds=5))
    return result.passes, [finding.rule for finding in result.findings]


STRONG = ("y = f(1)\nassert y == [1]", "y = f(2)\nassert y == [2]")


@pytest.mark.parametrize(
    ("tested", "passes", "rules"),
    [
        (task(*STRONG), True, []),
        (task("assert f(1) == [2]"), False, [on_runs.FAILS]),
        (task("f(1)"), True, [on_runs.EMPTY]),
        (task("y = f(1)\nassert y == [1]"), True, [on_runs.CONSTANT]),
        (task("y = f(1)\nassert isinstance(y, list)"), True, [on_runs.CONSTANT]),
        (task("y = f([1])\nassert y == [1]", "y = f([2])\nassert y == [2]", reference="def f(x): return x"), True, [on_runs.IDENTITY]),
        (task("z = f(1)", "assert z == [1]", "assert f(2) == [2]"), True, [on_runs.ORDER, on_runs.EMPTY][:1]),
        (replace(task(*STRONG), references=()), None, [on_runs.NO_REFERENCE]),
        (replace(task(), checks=(), tags={"quarantine": "endless"}), None, [on_runs.QUARANTINED]),
    ],
)  # fmt: skip
def test_findings(tested: Task, passes: bool | None, rules: list[str], sandbox: Sandbox) -> None:
    assert audited(tested, sandbox) == (passes, rules)


def test_another_function_that_passes(sandbox: Sandbox) -> None:
    reference = "def g(x): return [x]\ndef f(x): return [x]"
    tested = task(*STRONG, reference=reference)
    tested = replace(tested, scaffold=replace(tested.scaffold, any_function=True))
    assert audited(tested, sandbox) == (True, [on_runs.HELPER])


def test_seeds_that_change_a_verdict(sandbox: Sandbox) -> None:
    class Seeded:
        """As a sandbox in which hash values differ."""

        def __init__(self, seed: int) -> None:
            self.inner, self.seed = sandbox, seed

        def run(self, programs: object, limits: Limits) -> object:
            changed = [replace(item, source=item.source.replace("SEED", str(self.seed))) for item in programs]  # type: ignore[attr-defined]
            return self.inner.run(changed, limits)

    tested = task(
        "assert f(1) == 0", "assert f(2) != f(2.5)", reference="def f(x): return SEED if x == 1 else x"
    )
    result = run_task(tested, [Seeded(0), Seeded(1), Seeded(0)], Limits(seconds=5))  # type: ignore[list-item]
    assert isinstance(result, Audited)
    assert [finding.message for finding in result.findings if finding.rule == on_runs.UNSTABLE] == [
        "verdicts changed in 1 of 2 repetitions"
    ]


@pytest.mark.parametrize(
    ("before", "names", "value"),
    [
        ("def f(a, b):\n    return ", ("a", "b"), "7"),
        ("import os\ndef f(a, b=1):\n    ", ("a", "b"), "return 7"),
        ("", None, "def f(*arguments, **options):\n    return 7\n"),
    ],
)
def test_answers_in_the_form_of_the_task(before: str, names: tuple[str, ...] | None, value: str) -> None:
    tested = Task("t", "i", scaffold=Scaffold(before=before, entry="f"))
    assert parameters(tested) == names
    assert returning(tested, "7") == value


def test_answers_without_work() -> None:
    checks = (
        Check(probes=("y = f(1)\nassert y == 'ab' and g(y) == 1",)),
        Check(probes=("assert 3 == f(2)",)),
    )
    assert expected_values(checks) == ["'ab'", "3"]
    tested = Task("t", "i", scaffold=Scaffold(before="def f(a, b):\n    return ", entry="f"))
    codes = [answer.code for answer in answers_without_work(tested, checks)]
    assert codes == ["'ab'", "3", "True", "[]", "a", "(a, b)"]
