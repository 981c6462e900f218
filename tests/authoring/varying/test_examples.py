"""Assertions are read and written without a change in meaning."""

from __future__ import annotations

import pytest

from asmeant.authoring.varying.examples import Example, meaning, read_check, same, write_check, written
from asmeant.records import Check


def test_read_and_write() -> None:
    probes = ("assert f(1, 'a') == [2]", "assert f(3, 'b') == []")
    assert read_check(Check("all", probes)) == ("f", (Example((1, "a"), [2]), Example((3, "b"), [])))
    assert write_check("all", "f", [Example((1, "a"), [2]), Example((3, "b"), [])]).probes == probes


def test_an_answer_may_go_through_a_function() -> None:
    check = write_check("any", "f", [Example((1,), [2], through="list")])
    assert check.probes == ("assert list(f(1)) == [2]",)


@pytest.mark.parametrize(
    "probes",
    [
        (),
        ("assert f(1)",),
        ("assert f(1) == g(2)",),
        ("assert f(1) != 2",),
        ("assert f(x=1) == 2",),
        ("assert f(1) == 2 == 2",),
        ("assert f(1) == 2", "assert g(1) == 2"),
        ("x = 1",),
        ("assert f(1) == 2", "not Python ("),
    ],
)
def test_other_assertions_are_not_read(probes: tuple[str, ...]) -> None:
    assert read_check(Check("all", probes)) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((1,), "(1,)"),
        ({"b", "a"}, "{'a', 'b'}"),
        (set(), "set()"),
        ({"k": (1, [2])}, "{'k': (1, [2])}"),
        (frozenset({2, 1}), "frozenset({1, 2})"),
    ],
)
def test_written(value: object, text: str) -> None:
    assert written(value) == text


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, True, False),
        (1, 1.0, False),
        ([1], (1,), False),
        ([[1]], [(1,)], False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({1, 2}, {2, 1}, True),
        (float("nan"), float("nan"), True),
    ],
)
def test_same(left: object, right: object, equal: bool) -> None:
    assert same(left, right) is equal


def test_the_meaning_of_a_set_has_kinds() -> None:
    assert meaning([Example((1,), True)]) != meaning([Example((1,), 1)])
    assert meaning([Example((1,), [2])]) != meaning([Example((1,), [2], through="list")])
