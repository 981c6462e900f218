"""Readings of one step that fit examples."""

from __future__ import annotations

from typing import Any

import pytest

from asmeant.authoring.varying import Example
from asmeant.authoring.verifying.readings import readings


def expressions(*pairs: tuple[tuple[Any, ...], Any]) -> set[str]:
    examples = tuple(Example(arguments, answer) for arguments, answer in pairs)
    found = list(readings(examples))
    for reading in found:  # each says what it does
        for example in examples:
            assert eval(reading.expression, {"arguments": example.arguments}) == example.answer
            assert reading.function(example.arguments) == example.answer
    return {reading.expression for reading in found}


@pytest.mark.parametrize(
    ("pairs", "some"),
    [
        # the shortest list is also the smallest
        ([(([[0], [1, 3]],), [0]), (([[2, 1], [1]],), [1])], {"min(arguments[0])"}),
        ([((1, 2), 1), ((-5, -4), -5)], {"arguments[0]", "min(arguments[0], arguments[1])"}),
        ([((1, 7, 3), True), ((1, -3, 5), False), ((3, 2, 5), False)], {"arguments[0] < arguments[1]"}),
        ([(("February",), True), (("January",), False), (("March",), False)], {"len(arguments[0]) == 8"}),
        ([((3,), True), ((1,), False)], {"arguments[0] > 1"}),
        ([(([3, 1],), [1, 3]), (([2, 5],), [2, 5])], {"sorted(arguments[0])"}),
    ],
)
def test_what_fits(pairs: list[tuple[tuple[Any, ...], Any]], some: set[str]) -> None:
    assert some <= expressions(*pairs)


def test_what_does_not_fit() -> None:
    assert expressions(((2, 3), 8), ((3, 2), 9), ((10, 1), 10)) == set()
    assert expressions(((), 1), ((), 2)) == set()


def test_a_whole_argument_is_not_compared_with_itself() -> None:
    assert expressions(((5,), True), ((1,), False), ((9,), False)) == set()
