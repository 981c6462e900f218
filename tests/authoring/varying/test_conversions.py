"""Conversions of values, and back."""

from __future__ import annotations

import pytest

from asmeant.authoring.varying.conversions import CONVERSIONS

CASES = [
    ("list to tuple", [1, [2]], (1, [2])),
    ("nested list to tuple", [1, [2]], (1, (2,))),
    ("set to list", {3, 1}, [1, 3]),
    ("number to text", 2.5, "2.5"),
    ("text to collection", "{'a': [1]}", {"a": [1]}),
    ("letters to text", ["a", "b"], "ab"),
    ("words to text", ["to", "be"], "to be"),
    ("dict to pairs", {"a": 1}, [("a", 1)]),
]


@pytest.mark.parametrize(("name", "value", "converted"), CASES, ids=[case[0] for case in CASES])
def test_there_and_back(name: str, value: object, converted: object) -> None:
    (conversion,) = [conversion for conversion in CONVERSIONS if conversion.name == name]
    assert conversion.there(value) == converted
    assert conversion.back(converted) == value
    assert conversion.reversed.there(converted) == value


@pytest.mark.parametrize(
    ("name", "value"), [("list to tuple", (1,)), ("number to text", True), ("letters to text", ["ab"])]
)
def test_values_that_it_does_not_fit(name: str, value: object) -> None:
    (conversion,) = [conversion for conversion in CONVERSIONS if conversion.name == name]
    with pytest.raises((TypeError, ValueError)):
        conversion.there(value)
