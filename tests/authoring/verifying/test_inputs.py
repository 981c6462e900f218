"""More inputs of the kinds that are known."""

from __future__ import annotations

from typing import Any

import pytest

from asmeant.authoring.varying.examples import written
from asmeant.authoring.verifying.inputs import more_inputs, neighbours


@pytest.mark.parametrize(
    "value", [3, 2.5, True, "Ab c", b"xy", [3, 1], (1, "a"), {1, 2}, frozenset({1}), {"a": 1}, [[1], [2, 3]]]
)
def test_neighbours_are_of_the_same_kind_and_not_the_value(value: Any) -> None:
    around = list(neighbours(value))
    assert around
    assert {type(item) for item in around} == {type(value)}
    assert not [item for item in around if written(item) == written(value)] or isinstance(
        value, set | frozenset | dict | list | tuple
    )


def test_nothing_is_made_up_for_other_values() -> None:
    assert list(neighbours(None)) == list(neighbours(1j)) == []


def test_inputs() -> None:
    known = [(1, [2, 3]), (4, [5])]
    inputs = more_inputs(known, most=50)
    assert inputs[:2] == known
    assert len(inputs) == 50 == len({written(item) for item in inputs})
    assert (0, [2, 3]) in inputs
    assert (1, []) in inputs
    assert inputs == more_inputs(known, most=50)
    assert more_inputs([()]) == [()]
    assert more_inputs([]) == []
