"""Which candidates of a task are the same program."""

from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.execution import assemble
from asmeant.pipeline.same_program import ProgramKeys
from asmeant.records import Candidate, Check, Scaffold, Task

TASK = Task(
    "t",
    "double a number",
    references=("def double(x):\n    return x + x\n",),
    checks=(Check("all", ("assert double(2) == 4",)),),
    scaffold=Scaffold(entry="double"),
)
CODE = "def double(x):\n    return 2 * x\n"


def key(code: str, task: Task = TASK, same_python: bool = True) -> str | None:
    return ProgramKeys(same_python).key(assemble(task, Candidate(task.id, 0, code)))


@pytest.mark.parametrize(
    "other",
    [
        CODE,
        f"# doubles\n\n{CODE}\n\n# the end",
        "def double(x):\n\n    # twice\n    return (2*x)\n",
        "def double(x): return 2 * x",
    ],
)
def test_the_same_program(other: str) -> None:
    assert key(CODE) == key(other) is not None


@pytest.mark.parametrize(
    "other",
    [
        "def double(x):\n    return x * 2\n",
        "def double(y):\n    return 2 * y\n",
        f"{CODE}\nprint(1)\n",
        'def double(x):\n    "Doubles."\n    return 2 * x\n',
        f"import random\n{CODE}",
        CODE.replace("2", "2.0"),
    ],
)
def test_another_program(other: str) -> None:
    assert key(CODE) != key(other) is not None


@pytest.mark.parametrize(
    "code",
    [
        f"import time\nSTART = time.time()\n{CODE}",
        f"import random\nrandom.seed(1)\n{CODE}",
        f"import inspect\n{CODE}\nSIZE = len(inspect.getsource(double))",
        f"import tempfile\nNAME = tempfile.mktemp()\n{CODE}",
        f"import sys\nLINE = sys._getframe().f_lineno\n{CODE}",
        f"{CODE}\nLINE = double.__code__.co_firstlineno",
        f"import numpy\n{CODE}",
    ],
)
def test_what_may_read_more_than_its_code_is_run_each_time(code: str) -> None:
    assert key(code) is None


def test_a_failure_that_would_be_quoted_is_shared_by_its_text_only() -> None:
    quoted = "def double(x):\n    assert x > 5\n    return 2 * x\n"
    assert key(quoted) == key(quoted)
    assert key(quoted) != key(quoted.replace("> 5", "> 5  # more than five"))


def test_what_is_not_python_is_the_same_to_the_letter() -> None:
    broken = "def double(x:\n    return"
    assert key(broken) == key(broken) is not None
    assert key(broken) != key(f"{broken} ")


def test_another_python_may_read_a_text_in_another_way() -> None:
    assert key(CODE, same_python=False) == key(CODE, same_python=False) is not None
    assert key(CODE, same_python=False) != key(f"{CODE}\n# end", same_python=False)
    assert key("def double(x:", same_python=False) is None


@pytest.mark.parametrize(
    "probe",
    ["import inspect\nassert inspect.getsource(double)", "assert double.__code__.co_firstlineno == 1"],
)
def test_checks_that_look_at_the_program(probe: str) -> None:
    task = Task("t", "", checks=(Check("all", (probe,)),), scaffold=Scaffold(entry="double"))
    assert key(CODE, task) is None


def test_all_that_stands_around_counts() -> None:
    keys = ProgramKeys()
    tasks = [
        TASK,
        Task("t", "", checks=TASK.checks, scaffold=TASK.scaffold),
        Task("t", "", TASK.intent_language, "python", TASK.references, TASK.checks, Scaffold("", entry="f")),
        Task("t", "", references=TASK.references, scaffold=TASK.scaffold, checks=(Check("b", ("1",)),)),
    ]
    made = [keys.key(assemble(task, Candidate("t", 0, CODE))) for task in (*tasks, *tasks)]
    assert len(set(made)) == 4
    assert made[:4] == made[4:]
    assert keys.key(assemble(replace(TASK, id="u"), Candidate("u", 0, CODE))) not in made


def test_a_reference_is_judged_in_its_own_way() -> None:
    reference = TASK.references[0]
    assert key(reference) == key(reference) is not None
    assert key(reference) != key(f"{reference}# the same, but not the reference's own text\n")


def test_bash_is_always_run() -> None:
    task = Task("t", "", code_language="bash", checks=(Check("all", same_outcome_as="ls"),))
    assert key("ls", task) is None
