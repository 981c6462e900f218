"""Sets that a function passes which does nothing are refused."""

from __future__ import annotations

import pytest

from asmeant.authoring.varying.examples import Example
from asmeant.authoring.varying.refusing import refusal


@pytest.mark.parametrize(
    ("examples", "reason"),
    [
        ([((1,), 5), ((2,), 5)], "always returns the same value"),
        ([((1, 2), (1, 2)), ((3, 4), (3, 4))], "returns its arguments as a tuple"),
        ([((1, 2), [1, 2]), ((3, 4), [3, 4])], "returns its arguments as a list"),
        ([((2, 1), 1), ((9, 3), 3)], "returns its argument 2 unchanged"),
        ([((1,), 5), ((1,), 6)], "contradict"),
        ([((1,), 5), ((2,), 6)], ""),
        ([((1, 0), (1.0, 0.0)), ((4, 0), (4.0, 0.0))], "returns its arguments as a tuple"),
    ],
)
def test_refusal(examples: list[tuple[tuple[object, ...], object]], reason: str) -> None:
    refused = refusal(tuple(Example(arguments, answer) for arguments, answer in examples))
    assert reason in refused
    assert bool(reason) == bool(refused)
