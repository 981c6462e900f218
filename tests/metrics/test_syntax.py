from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.metrics.syntax import root, subtrees


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a(b)", "c(d)", True),
        ("a(b)", "a( b )  # why", True),
        ("a(b)", "a(1)", False),
        ("a(b)", "a(b, c)", False),
        ("x = 1\ny = 2", "y = 2\nx = 1", True),
    ],
)
def test_shape_counts_and_names_do_not(one: str, other: str, same: bool) -> None:
    assert (subtrees(one) == subtrees(other)) is same


@pytest.mark.parametrize(
    ("code", "count"),
    [("", 0), ("# only a remark", 0), ("x", 2), ("x\nx", 3), ("f(x)", 4), ("def f(:", 2)],
)
def test_how_many_by_hand(code: str, count: int) -> None:
    """`x` is a module and a statement; a call has arguments; broken code is an error within a module."""
    assert sum(subtrees(code).values()) == count


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_has_a_tree(code: str) -> None:
    assert root(code).type in ("module", "ERROR")
    assert all(count > 0 for count in subtrees(code).values())


def test_deep_trees_are_walked() -> None:
    assert sum(subtrees("+".join(["x"] * 5000)).values()) >= 5000
