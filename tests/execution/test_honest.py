"""Programs that do nothing wrong and that other harnesses break: each must pass, with and without walls."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from asmeant.execution.sandbox import NamespaceSandbox, SubprocessSandbox
from asmeant.records import Check, Scaffold, Task
from tests.execution.programs import RIGHT, SHAPES, ProgramFile, observe, others_alive, read

PROGRAMS = read("honest")


def _task(*probes: str, files: Mapping[str, str] | None = None, reference: str = "") -> Task:
    return Task(
        "double",
        "twice `x`",
        references=(reference,) if reference else (),
        scaffold=Scaffold(entry="double", files=files or {}),
        checks=(Check("all", probes),),
    )


# What only honest programs are asked.
OWN_SHAPES = {
    "spawned": _task("assert candidate(2) == 4"),
    "files": _task("assert candidate(2) == 4", files={"data.txt": "seven"}),
    "seeded": _task("assert candidate(3) == [82, 15, 4]", "assert candidate(3) == candidate(3)"),
    "deep": _task("assert candidate(900) == 1800"),
    "deeper": _task("assert candidate(10000) == 20000"),
    "large": _task("assert candidate(5000) == 2 * 10 ** 5000", "assert candidate(400) % 10 == 0"),
    "exact": _task("assert candidate(2) == 4", "assert candidate(-3) == -6", "for x in (1, 2):\n    assert candidate(x) == 2 * x"),
    "collections": _task(
        "assert candidate(1) == [(1, 2), {'a': 1}, {'a': 2, 'b': 1}, {'k': [1]}, {1, 2}, {1}]",
        "answer = candidate(1)\nassert answer[0].b == 2 and answer[2].most_common(1) == [('a', 2)]",
    ),
    "missing": _task("assert candidate(1)['a'] == 1", "assert candidate(1)['b'] == 0"),
    "missing_beside": _task(
        "answer = candidate(1)\nassert answer['a'] == 1\nassert answer['b'] == 0",
        reference="def double(x):\n    return {'a': x, 'b': 0}\n",
    ),
    "mapped": _task(
        "import multiprocessing\nwith multiprocessing.Pool(2) as pool:\n    assert pool.map(double, range(9)) == [2 * x for x in range(9)]",
        "import concurrent.futures\nwith concurrent.futures.ThreadPoolExecutor(3) as pool:\n"
        "    assert list(pool.map(candidate, range(9))) == [2 * x for x in range(9)]",
        reference=RIGHT,
    ),
    "lazy": _task(
        "assert list(candidate(1)) == [0, 1, 2]", "assert list(candidate(2)) == [0, 1, 2]", "assert sum(candidate(3)) == 3",
        "assert sorted(candidate(4)) == [1, 1, 1]", "assert dict(candidate(5)) == {'a': 'c', 'b': 'd'}",
        "assert set(candidate(6)) == {0, 1, 2}", "assert len(candidate(2)) == 3", "assert candidate(2)[1] == 1",
        "assert 2 in candidate(2)", "assert max(candidate(1)) == 2", "assert tuple(candidate(1)) == (0, 1, 2)",
    ),
    "deque": _task(*(f"assert len(candidate({n})) == 3" for n in (1, 2, 3)), *(f"assert list(candidate({n})) == [1, 2, 3]" for n in (1, 2, 3)),
                   "assert candidate(1)[0] == 1", "assert candidate(1)"),
    "set_order": _task("assert list(candidate('hello world')) == list(set('hello world'))",
                       "kept = list(set('hello world'))\nassert list(candidate('hello world')) == kept",
                       "assert sorted(candidate('ba')) == ['a', 'b']"),
    "text": _task("assert str(candidate(1)) == 'Pair(a=1, b=2)'", "assert str(candidate(2)) == '2020-01-02'"),
    "odd": _task(
        "assert candidate(0) is None", "assert candidate(1) != candidate(1)", "assert candidate(2) == float('-inf')", "assert candidate(3) == b'\\xff'",
        "assert candidate(4) == 1 + 2j", "assert candidate(5) is True", "assert candidate(6) == ''", "assert not candidate(7)", "assert candidate(8) == ()",
        "assert candidate(9) == '\\x00\\ud800'", "assert candidate(10) == 0", "assert str(candidate(10)) == '-0.0'", "assert candidate(11) == [[[]]]",
        "assert candidate(12) == {(1, 2): {3}}", "assert candidate(13) is ...",
    ),
    "in_place": _task("numbers = [1, 2]\nassert candidate(numbers) is None\nassert numbers == [2, 4]"),
    "own_errors": _task("try:\n    candidate(1)\n    assert False\nexcept BadInput as error:\n    assert str(error) == 'bad: 1'",
                        "import unittest\nwith unittest.TestCase().assertRaises(ValueError):\n    candidate(1)"),
    "exits": _task("try:\n    candidate(3)\nexcept SystemExit as error:\n    assert error.code == 3\nelse:\n    assert False"),
    "prints": _task("import io, contextlib\nout = io.StringIO()\nwith contextlib.redirect_stdout(out):\n    candidate(2)\nassert out.getvalue() == '4\\n'",
                    "from unittest import mock\nwith mock.patch('builtins.print') as told:\n    candidate(3)\ntold.assert_called_once_with(6)",
                    "import sys, io\nsys.stdout = io.StringIO()\ncandidate(4)\nassert sys.stdout.getvalue() == '8\\n'\nsys.stdout = sys.__stdout__"),
    "reads": _task("import builtins\nbuiltins.input = lambda *a: '5'\nassert candidate(0) == 10",
                   "from unittest import mock\nwith mock.patch('builtins.input', return_value='6'):\n    assert candidate(0) == 12",
                   "import sys, io\nsys.stdin = io.StringIO('7\\n')\nsys.stdin = sys.__stdin__"),
    "own_objects": _task("answer = candidate(2)\nassert answer.n == 4", "assert type(candidate(1)).__name__ == 'Money'",
                         "answer = candidate(3)\nassert answer.doubled().n == 12 and repr(answer) == 'Money(6)'"),
    "own_dataclass": _task("assert candidate(2).y == 4", "answer = candidate(2)\nassert answer == Point(2, 4) and answer < Point(3, 0)",
                           "assert candidate(1) == candidate(1)"),
}  # fmt: skip
ALL_SHAPES = {**SHAPES, **OWN_SHAPES}
# Without walls a port stays taken for a minute, as on any machine.
ONLY_WITH_WALLS = ("fixed_port", "fixed_port_again")


@pytest.fixture(scope="module")
def walled(warm_sandbox: NamespaceSandbox) -> Iterator[NamespaceSandbox]:
    yield warm_sandbox
    assert not others_alive(warm_sandbox)


@pytest.fixture(scope="module")
def unwalled() -> Iterator[SubprocessSandbox]:
    sandbox = SubprocessSandbox()
    yield sandbox
    sandbox.pool.close()


def _asked(program: ProgramFile, shape: str) -> Task:
    """The task; where only this program can be asked so, it is the reference too."""
    task = ALL_SHAPES[shape]
    return task if task.references else replace(task, references=(program.code,))


def _cases() -> Iterator[object]:
    for program in PROGRAMS.values():
        needed = program.headers.get("needs", "")
        lacking = bool(needed) and importlib.util.find_spec(needed) is None
        marks = [pytest.mark.skip(reason=f"{needed} is not installed")] if lacking else []
        for shape in program.shapes:
            yield pytest.param(program, shape, id=f"{program.name}-{shape}", marks=marks)


@pytest.mark.parametrize(("program", "shape"), list(_cases()))
@pytest.mark.every(2)
def test_it_passes_behind_walls(walled: NamespaceSandbox, program: ProgramFile, shape: str) -> None:
    (seen,) = observe(walled, program.code, _asked(program, shape), program.limits)
    assert seen.ending == "finished", f"{seen.reason}\n{seen.stderr}"


@pytest.mark.parametrize(("program", "shape"), list(_cases()))
@pytest.mark.every(3)
def test_it_passes_without_walls(unwalled: SubprocessSandbox, program: ProgramFile, shape: str) -> None:
    if program.name in ONLY_WITH_WALLS:
        pytest.skip("a port stays taken for a minute where the network is the machine's own")
    (seen,) = observe(unwalled, program.code, _asked(program, shape), program.limits)
    assert seen.ending == "finished", f"{seen.reason}\n{seen.stderr}"


@pytest.mark.parametrize("shape", list(OWN_SHAPES))
def test_its_checks_are_not_met_by_just_anything(walled: NamespaceSandbox, shape: str) -> None:
    for wrong in (
        "def double(x):\n    return None\n",
        "def double(x):\n    return object()\n",
        "def double(*a):\n    return 1\n",
    ):
        (seen,) = observe(walled, wrong, ALL_SHAPES[shape], replace(PROGRAMS["threads"].limits, seconds=2))
        assert seen.ending == "failed", seen


def test_there_are_enough() -> None:
    assert len(PROGRAMS) >= 60
    for program in PROGRAMS.values():
        assert program.headers["why"]
        assert set(program.shapes) <= set(ALL_SHAPES)
