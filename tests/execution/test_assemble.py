from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.execution.assemble import assemble, refused, source
from asmeant.records import Candidate, Scaffold, Task
from asmeant.testing import make_task

TASK = make_task(
    scaffold=Scaffold(before="import math\n\n\ndef area(r):\n    return ", after="  # done\n", entry="area")
)


@pytest.mark.parametrize(
    ("code", "program"),
    [
        ("math.pi * r**2", "import math\n\n\ndef area(r):\n    return math.pi * r**2  # done\n"),
        ("def area(r):\n    return 3 * r * r\n", "import math\n\n\ndef area(r):\n    return 3 * r * r\n"),
        ("area = lambda r: r", "import math\n\n\narea = lambda r: r"),
        ("def other(r): pass", "import math\n\n\ndef area(r):\n    return def other(r): pass  # done\n"),
        ("((", "import math\n\n\ndef area(r):\n    return ((  # done\n"),
    ],
)
def test_code_that_defines_the_entry_stands_alone_and_other_code_fills_the_gap(
    code: str, program: str
) -> None:
    assert source(TASK, code) == program


def test_bash_is_never_taken_for_python() -> None:
    task = Task("b", "say hello", code_language="bash", scaffold=Scaffold(before="set -e\n", entry="x"))
    assert source(task, "x=1") == "set -e\nx=1"


def test_a_program_carries_everything_that_it_needs() -> None:
    scaffold = replace(TASK.scaffold, files={"a.txt": "1"}, libraries=("math",), setup="import os")
    program = assemble(replace(TASK, scaffold=scaffold), Candidate(TASK.id, 3, "r"))
    assert (program.task_id, program.rank, program.source) == ("double", 3, source(TASK, "r"))
    assert program.scaffold == scaffold


def test_an_empty_answer_is_refused_under_every_check_with_its_fault() -> None:
    (seen,) = refused(TASK, Candidate(TASK.id, 0, "", fault="only prose"))
    assert (seen.check, seen.ending, seen.reason) == ("all", "failed", "only prose")


FUTURE = "from __future__ import annotations\n"
AREA = "def area(r: Radius) -> Area:\n    return 3 * r * r\n"


@pytest.mark.parametrize(
    ("code", "program"),
    [
        (f"{FUTURE}\n{AREA}", f"{FUTURE}import math\n\n\npass\n\n{AREA}"),
        (f"import os\n{FUTURE}\n{AREA}", f"{FUTURE}import math\n\n\nimport os\npass\n\n{AREA}"),
        (
            "from __future__ import (\n    annotations,\n    division,\n)\narea = lambda r: r",
            "from __future__ import annotations, division\nimport math\n\n\npass\narea = lambda r: r",
        ),
        (
            f"é = 1; {FUTURE}{AREA}",
            f"{FUTURE}import math\n\n\né = 1; pass\n{AREA}",
        ),
        (
            "__import__('__future__')",
            "import math\n\n\ndef area(r):\n    return __import__('__future__')  # done\n",
        ),
    ],
)
def test_imports_from_the_future_stand_at_the_top_of_the_program(code: str, program: str) -> None:
    assert source(TASK, code) == program
    compile(program, "program", "exec")


def test_an_import_from_the_future_inside_the_body_is_moved_too() -> None:
    body = replace(TASK, scaffold=Scaffold(before="def f(x):\n    ", after="\n    return y", entry="f"))
    program = source(body, "from __future__ import annotations\n    y: Number = x")
    assert program == f"{FUTURE}def f(x):\n    pass\n    y: Number = x\n    return y"


@pytest.mark.parametrize(
    "code",
    [f"{FUTURE}x = 1\n", f'"""About."""\n{FUTURE}from __future__ import division\nx = 1\n', "((__future__"],
)
def test_a_program_that_has_them_at_its_top_already_is_left_as_it_is(code: str) -> None:
    assert source(Task("t", "x"), code) == code
