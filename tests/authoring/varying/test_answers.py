"""Transformations of the answer."""

from __future__ import annotations

import pytest
from tests.authoring.varying.test_transformations import applied

from asmeant.authoring.varying.examples import Example

WORDS = ["one", "three"]
CASES = [
    ("answer from list to tuple", (1, [2]), (2,)),
    ("answer from number to text", (1, 4), "4"),
    ("answer from value to list", (1, "x"), ["x"]),
    ("answer from list to value", (1, ["x"]), "x"),
    ("answer from dict to pairs", (1, {"a": 2}), [("a", 2)]),
    ("answer from pairs to dict", (1, [("a", 2)]), {"a": 2}),
    ("answer from set to list", (1, {2, 1}), [1, 2]),
    ("answer from list to set", (1, [1, 2]), {1, 2}),
    ("answer from text to collection", (1, "[(1, 2)]"), [(1, 2)]),
    ("answer from words to text", (1, ["a", "b"]), "a b"),
    ("answer in order 2 1", (1, (2, 3)), (3, 2)),
    ("a list of what is valid", (1, True), [1]),
    ("a list of what is valid", (1, False), []),
    ("the argument if it is valid", (1, True), 1),
    ("max length with its element", (WORDS, 5), (5, "three")),
    ("max length with its element first", (WORDS, 5), ("three", 5)),
    ("max element with its count", ([3, 1, 3], 3), (3, 2)),
]


@pytest.mark.parametrize(("name", "example", "answer"), CASES)
def test_it_applies(name: str, example: tuple[object, object], answer: object) -> None:
    (made,) = applied((Example((example[0],), example[1]),))[name]
    assert made.answer == answer
    assert type(made.answer) is type(answer)


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("answer from list to set", (1, [2, 1])),  # its order could not be had back
        ("answer from words to text", (1, ["a b", "c"])),
        ("answer from pairs to dict", (1, [("a", 2), ("a", 3)])),
        ("a list of what is valid", (1, 1)),
        ("max length with its element", (["aa", "bb"], 2)),  # which of the two?
        ("max element with its count", ([3, 1], 1)),
    ],
)
def test_it_does_not_apply(name: str, example: tuple[object, object]) -> None:
    assert name not in applied((Example((example[0],), example[1]),))


def test_categories_are_truth_values_either_way() -> None:
    examples = (Example((1,), "Even"), Example((2,), "Odd"), Example((3,), "Even"))
    made = applied(examples)
    assert [example.answer for example in made["answer 'Even' as True"]] == [True, False, True]
    assert [example.answer for example in made["answer 'Odd' as True"]] == [False, True, False]


def test_any_iterable() -> None:
    (made,) = applied((Example((1,), [2]),))["any iterable for a list"]
    assert (made.answer, made.through) == ([2], "list")
