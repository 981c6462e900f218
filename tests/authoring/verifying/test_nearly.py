"""Programs that are nearly right."""

from __future__ import annotations

from asmeant.authoring.verifying.nearly import nearly_right
from asmeant.records import Check, Scaffold, Task


def test_commands_are_changed_each_once() -> None:
    task = Task("b", "i", code_language="bash", references=("head -n 2 a", "head -n 2 a | sort", "ls ("))
    assert nearly_right(task) == []  # one of them is no Bash
    task = Task("b", "i", code_language="bash", references=("head -n 2 a", "head -n 3 a"))
    programs = nearly_right(task)
    assert [item.code for item in programs] == [
        "tail -n 2 a", "head  a", "head -n 3 a", "tail -n 3 a", "head -n 4 a",
    ]  # fmt: skip
    assert {item.part for item in programs} == {"utility", "flag", "number"}


def test_mutants_and_readings_of_a_function() -> None:
    check = Check(probes=("assert f([1, 2]) == 1", "assert f([3, 4]) == 3"))
    task = Task(
        "p", "i", references=("def f(x):\n    return x[0]",), checks=(check,), scaffold=Scaffold(entry="f")
    )
    programs = nearly_right(task)
    assert {item.kind for item in programs} == {"mutant", "reading"}
    assert "`min(arguments[0])`" in [item.change for item in programs]
