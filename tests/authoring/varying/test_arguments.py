"""Transformations of the arguments."""

from __future__ import annotations

import pytest
from tests.authoring.varying.test_transformations import applied

from asmeant.authoring.varying.examples import Example

CASES = [
    ("arguments in order 2 1", (("ab", 3), ("cd", 4)), ((3, "ab"), (4, "cd"))),
    ("without argument 2 (the length of 1)", (([1, 2], 2), ([1], 1)), (([1, 2],), ([1],))),
    ("without argument 1 (the length of 2)", ((2, [1, 2]), (1, [1])), (([1, 2],), ([1],))),
    ("arguments as one list", ((1, 2), (3, 4)), (([1, 2],), ([3, 4],))),
    ("list as several arguments", (([1, 2],), ([3],)), ((1, 2), (3,))),
    ("argument 1 from list to tuple", (([1], 5), ([2], 6)), (((1,), 5), ((2,), 6))),
    ("arguments from number to text", ((1, 2), (3, 4)), (("1", "2"), ("3", "4"))),
    ("argument 1 from text to number", (("12",), ("7",)), ((12,), (7,))),
    ("argument 1 from value to list", (("x",), ("y",)), ((["x"],), (["y"],))),
    ("argument 1 from nested list to tuple", (([[1], [2]],), ([],)), ((((1,), (2,)),), ((),))),
]


@pytest.mark.parametrize(("name", "before", "after"), CASES, ids=[case[0] for case in CASES])
def test_it_applies(name: str, before: tuple[tuple[object, ...], ...], after: tuple[object, ...]) -> None:
    made = applied(tuple(Example(arguments, "answer") for arguments in before))
    assert tuple(example.arguments for example in made[name]) == after


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("without argument 2 (the length of 1)", (([1, 2], 2), ([1], 3))),
        ("argument 1 from text to number", (("012",), ("7",))),  # the zero would be lost
        ("argument 1 from number to text", ((True,), (False,))),  # not a number that people write
        ("argument 1 from list to tuple", (([1],), ((2,),))),
        ("arguments as one list", ((1,), (2,))),
    ],
)
def test_it_does_not_apply(name: str, arguments: tuple[tuple[object, ...], ...]) -> None:
    assert name not in applied(tuple(Example(case, "answer") for case in arguments))
