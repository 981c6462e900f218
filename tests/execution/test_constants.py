"""What is worked out while deciding is small."""

from __future__ import annotations

import ast

import pytest

from asmeant.execution.asking import questions
from asmeant.execution.constants import is_small, rounds_at_once


def expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@pytest.mark.parametrize(
    "text",
    [
        "2 ** 10",
        "10 ** 100",
        "[0] * 5",
        "'ab' * 1000",
        "3 * (1, 2)",
        "1 << 10",
        "-7 // 2",
        "7 % 3",
        "1.5 * 2",
        "2 ** -1",
        "2 ** 0.5",
        "1 // 0",
        "'a' * 'b'",
        "[[0] * 3] * 3",
    ],
)
def test_small(text: str) -> None:
    assert is_small(expression(text))


@pytest.mark.parametrize(
    "text",
    [
        "9 ** 9 ** 9",
        "'a' * 10 ** 10",
        "10 ** 10 * [0]",
        "1 << 10 ** 9",
        "((b'a' * 1000) * 1000) * 1000",
        "'%0999999999d' % 1",
        "2 ** (2 ** 100)",
        "9 ** 99999999",
    ],
)
def test_large(text: str) -> None:
    assert not is_small(expression(text))
    assert questions((f"assert f(1) == {text}",), "f", "") is None


@pytest.mark.parametrize(
    ("text", "quick"),
    [
        ("round(x, 2)", True),
        ("round(x)", True),
        ("round(x, None)", True),
        ("round(x, -10 ** 9)", False),
        ("round(x, -999999999)", False),
        ("round(x, ndigits=-999999999)", False),
        ("round(x, y)", False),
    ],
)
def test_rounding(text: str, quick: bool) -> None:
    call = expression(text)
    assert isinstance(call, ast.Call)
    assert rounds_at_once(call) == quick


def test_usual_checks_are_asked_as_before() -> None:
    for text in ("[0] * 5", "2 ** 10", "round(1.234, 2)", "'-' * 20"):
        assert questions((f"assert f(1) == {text}",), "f", "") is not None
    assert questions(("assert round(f(1), -999999999) == 0",), "f", "") is None
