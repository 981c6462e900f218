"""Right programs in unusual but ordinary Python: each passes, and is neither accused nor left undecided.

The programs stand in honest_programs/*.py. That they are right is shown without a sandbox: program and probes in
one ordinary Python process hold, and a program that does nothing does not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

import pytest

from asmeant.execution import assemble
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.judging import judge
from asmeant.records import Candidate, Task, Verdict
from tests.execution import corpus, programs
from tests.execution.corpus import Case

CASES = corpus.read("honest_programs")
HERE = [case for case in CASES.values() if not case.missing]
# What many of them import: forks of a process that has it loaded are quick, and of a small one quicker still.
SMALL = ("asyncio", "unittest.mock")
LARGE = ("numpy", "pandas")
NOTHING = "def f(*arguments, **options):\n    return None\n"


def outcomes(pairs: Sequence[tuple[Task, str]]) -> list[str]:
    """Of each program on its task in ordinary Python: empty where every probe holds, else what went wrong."""
    told: dict[int, str] = {}
    for preloaded, large in ((SMALL, False), (LARGE, True)):
        chosen = [number for number, (task, _) in enumerate(pairs) if bool(task.scaffold.libraries) == large]
        items = [_item(*pairs[number]) for number in chosen]
        told |= zip(chosen, _outcomes(items, preloaded), strict=True) if items else ()
    return [told[number] for number in range(len(pairs))]


def _item(task: Task, code: str) -> dict[str, object]:
    program = asdict(assemble(task, Candidate(task.id, 0, code)))
    fields = {**program, **program["scaffold"]}
    return {**{name: fields[name] for name in ITEM}, "probes": task.checks[0].probes}


def _outcomes(items: list[dict[str, object]], preloaded: tuple[str, ...]) -> list[str]:
    script = str(Path(__file__).parent / "plain.py")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", script, *preloaded],
        input=json.dumps(items),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    told: list[str] = json.loads(done.stdout)
    return told


ITEM = ("source", "setup", "entry", "files", "any_function")


def verdict_of(sandbox: NamespaceSandbox, case: Case, task: Task, code: str) -> Verdict:
    return judge(task, 0, programs.observe(sandbox, code, task, case.limits))


@pytest.fixture(scope="module")
def sandbox(warm_sandbox: NamespaceSandbox) -> NamespaceSandbox:
    return warm_sandbox


def test_each_program_is_right_in_ordinary_python(some_of: Callable[[list[Case], int], list[Case]]) -> None:
    cases = some_of(HERE, 4)
    told = outcomes([(case.task, case.code) for case in cases])
    assert {case.name: text for case, text in zip(cases, told, strict=True) if text} == {}


def test_each_other_reference_is_right_in_ordinary_python() -> None:
    others = [case for case in HERE if "reference" in case.parts]
    told = outcomes([(case.task, case.task.references[0]) for case in others])
    assert {case.name: text for case, text in zip(others, told, strict=True) if text} == {}


def test_each_task_asks_for_something(some_of: Callable[[list[Case], int], list[Case]]) -> None:
    """A program that answers None to everything meets none of them."""
    cases = some_of(HERE, 4)
    told = outcomes([(case.task, NOTHING.replace("f(", f"{case.task.scaffold.entry}(")) for case in cases])
    assert [case.name for case, text in zip(cases, told, strict=True) if not text] == []


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=[pytest.mark.thorough] if number % 3 else [])
        for number, case in enumerate(HERE)
    ],
)
def test_it_passes(sandbox: NamespaceSandbox, case: Case) -> None:
    verdict = verdict_of(sandbox, case, case.task, case.code)
    assert verdict.status == "passed", verdict.reason


def test_there_are_enough() -> None:
    before = programs.read("honest")
    assert len(CASES) + len(before) >= 250
