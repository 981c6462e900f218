from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.metrics.data_flow import Edge, data_flow


@pytest.mark.parametrize(
    ("code", "edges"),
    [
        ("sorted(x)", []),
        ("a = b", [("made of", 0, 1)]),
        ("a = b + b", [("made of", 0, 1)]),
        ("a = b\nc = a", [("made of", 0, 1), ("read", 0, 0), ("made of", 2, 0)]),
        ("a = len(b)", [("made of", 0, 1)]),
        ("a += b", [("made of", 0, 0), ("made of", 0, 1)]),
        ("d[k] = v", [("made of", 0, 1), ("made of", 0, 2)]),
        ("o.field = v", [("made of", 0, 1)]),
        ("a, b = c", [("made of", 0, 1), ("made of", 2, 1)]),
        ("for i in xs:\n    print(i)", [("made of", 0, 1), ("read", 0, 0)]),
        ("[i for i in xs]", [("made of", 0, 1), ("read", 0, 0)]),
        ("{k: v for k, v in d}", [("made of", 0, 1), ("made of", 2, 1), ("read", 0, 0), ("read", 2, 2)]),
        ("lambda r: r[1]", [("read", 0, 0)]),
        ("def f(a, b=1):\n    return a + b", [("read", 1, 1), ("read", 2, 2)]),
        ("with open(p) as f:\n    f.read()", [("made of", 0, 1), ("read", 0, 0)]),
        ("if (n := m):\n    n", [("made of", 0, 1), ("read", 0, 0)]),
        ("f(key=value)", []),
        ("import os\nos.getcwd()", []),
        ("a: int = b", [("made of", 0, 1)]),
    ],
)
def test_edges_by_hand(code: str, edges: list[Edge]) -> None:
    """Variables are numbered as they come up in edges."""
    assert sorted(Counter(data_flow(code)).elements()) == sorted(edges)


def test_names_do_not_count_and_order_does() -> None:
    assert data_flow("a = b\nc = a") == data_flow("x = y\nz = x")
    assert data_flow("a = b\nc = a") != data_flow("a = b\nc = b")


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_can_be_read(code: str) -> None:
    assert all(count > 0 for count in data_flow(code).values())


def test_what_is_too_deep_has_none() -> None:
    assert data_flow("x = " + "+".join(["y"] * 20_000)) == {}
