"""Programs that know nothing of a task pass none: benchmarks/blind.py on the sample that comes with asmeant."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import blind
from blind_programs import BLIND, PLAIN

from asmeant import Selection, load_tasks
from asmeant.records import Check, Limits, Scaffold, Task

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
QUICK = Limits(seconds=2)
# In the shapes that a liar likes best: decided where the answer is compared, by a loop, by a library of tests.
SHAPES = (
    "assert f(2) == 4",
    "for x, y in [(2, 4), (3, 6)]:\n    assert f(x) == y",
    "import unittest\nunittest.TestCase().assertEqual(f(2), 4)",
    "with open('a.txt', 'w') as file:\n    file.write('ab')\nassert f('a.txt') == 'ab'",
)


def test_what_is_gained_and_what_is_spared_is_told() -> None:
    none, all_, some = frozenset[str](), frozenset({"a", "b"}), frozenset({"a"})
    tallies = {program.name: blind.Tally(some, none) for program in BLIND}
    assert blind.violations(tallies) == []
    tallies["returns True"] = blind.Tally(all_, none)
    assert blind.violations(tallies) == []
    tallies["returns a proxy"] = blind.Tally(all_, none)
    tallies["leaves"] = blind.Tally(none, all_)
    assert blind.violations(tallies) == [
        "leaves leaves 1 more undecided: b",
        "returns a proxy passes 1 more: b",
    ]
    assert tallies[PLAIN].passed == some


def test_only_tasks_that_call_a_function_in_python_take_part() -> None:
    tasks = list(load_tasks("sample", Selection(languages=("en",))))
    chosen = blind.judged_in_python(tasks)
    assert 0 < len(chosen) < len(tasks)
    assert blind.judged_in_python([replace(chosen[0], checks=())]) == []


@linux_only
def test_no_blind_program_passes_a_task_of_the_sample() -> None:
    tasks = blind.judged_in_python(list(load_tasks("sample", Selection(languages=("en",)))))[::2]
    tallies = blind.measure(tasks, workers=2, limits=QUICK)
    assert blind.violations(tallies) == []
    assert tallies[PLAIN].passed == frozenset()


@linux_only
def test_no_blind_program_passes_a_probe_of_any_shape() -> None:
    tasks = [
        Task(str(number), "", checks=(Check(probes=(shape,)),), scaffold=Scaffold(entry="f"))
        for number, shape in enumerate(SHAPES)
    ]
    tallies = blind.measure(tasks, workers=2, limits=QUICK)
    assert blind.violations(tallies) == []
    assert all(not tally.passed for tally in tallies.values())
