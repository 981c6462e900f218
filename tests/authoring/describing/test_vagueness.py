"""What the reference and the examples show must be in the intent, too."""

from __future__ import annotations

import pytest

from asmeant.authoring.describing.facilities import Facilities, facilities
from asmeant.authoring.describing.vagueness import shape_of, vague_remarks
from asmeant.records import Check, Task

FIRST = "def f(x):\n    for y in x:\n        if y > 2:\n            return y\n    return -1"


def rules(intent: str, code: str = "", probe: str = "") -> list[str]:
    checks = (Check("original", (probe,)),) if probe else ()
    task = Task("t", intent, references=(code,), checks=checks)
    return [remark.rule for remark in vague_remarks(intent, code, facilities(task))]


@pytest.mark.parametrize(
    ("vague", "clear", "code", "probe", "rule"),
    [
        ("Sum the tuples.", "Sum the tuples of a list.", "", "assert f([(1, 2)]) == [3]", "input type"),
        ("Сложить.", "Сложить элементы списка.", "", "assert f([1, 2]) == 3", "input type"),
        ("数える", "文字列の文字を数える", "", "assert f('ab') == 2", "input type"),
        ("Minimum and maximum of a list", "Minimum and maximum of a list, as a tuple", "", "assert f([1]) == (1, 1)", "result type"),
        ("First number above 2 in a list", "First number above 2 in a list, or -1", FIRST, "", "edge case"),
        ("Sort the words", "Sort the words in ascending order", "", "", "order"),
        ("Ordenar la lista", "Ordenar la lista de menor a mayor", "", "", "order"),
        ("Values that both lists have", "Sort the values that both lists have, ascending", "def f(a, b):\n    return list(set(a) & set(b))", "", ""),
        ("Distinct values of a list", "", "def f(a):\n    return list(set(a))", "", "order"),
        ("Ratio of two numbers", "Ratio of two numbers, rounded to 2 places", "def f(a, b):\n    return round(a / b, 2)", "", "precision"),
        ("Sine of an angle", "Sine of an angle in degrees", "", "", "unit"),
        ("Вычислить температуру", "Вычислить температуру в кельвинах", "", "", "unit"),
    ],
)  # fmt: skip
def test_what_is_left_open(vague: str, clear: str, code: str, probe: str, rule: str) -> None:
    assert rules(vague, code, probe) == ([rule] if rule else [])
    if clear:
        assert rules(clear, code, probe) == []


def test_a_sorted_input_is_no_request_to_sort() -> None:
    assert rules("Find the missing number in a sorted array") == []


def test_code_that_is_not_python_is_not_looked_at() -> None:
    assert not list(vague_remarks("Count the lines", "wc -l < a | sort", Facilities()))


@pytest.mark.parametrize(
    ("value", "shape"),
    [([(1, 2)], "a list of tuples"), ("a", "a text"), ([1, "a"], "a list"), ({"a": 1}, "a dictionary"), ([], "a list")],
)  # fmt: skip
def test_shape(value: object, shape: str) -> None:
    assert shape_of(value) == shape
