"""Which numbers a loop only counts, and what it compares them with."""

from __future__ import annotations

import ast

import pytest

from asmeant.languages.counters import Counter, counters
from asmeant.languages.python import walk


def counters_of(loop: str) -> list[Counter]:
    return list(counters(walk(ast.parse(loop).body[0])))


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("while i < n: i += 1", [("i", 1, 0, ("n",))]),
        ("while i: i -= 2", [("i", -1, 0, (0,))]),
        ("while 0 <= i < n: i = i + 1", [("i", 1, 0, (0, "n"))]),
        ("while i - 3 != -n: i += 1", []),
        ("while i - 3 != -1: i += 1", [("i", 1, 3, (-1,))]),
        ("while i < len(s): i += -1", [("i", -1, 0, ("s",))]),
        ("while f(s[i:i + 2]): i += 1", [("i", 1, 2, ("s",))]),
        ("while not (i and j):\n  i += 1\n  j -= 1", [("i", 1, 0, (0,)), ("j", -1, 0, (0,))]),
        ("while i < n:\n  if i > 5: i += 2\n  else: i += 1", [("i", 1, 0, ("n", 5))]),
    ],
)
def test_what_a_number_is_compared_with_is_known(loop: str, expected: list[tuple[object, ...]]) -> None:
    assert counters_of(loop) == expected


@pytest.mark.parametrize(
    "loop",
    [
        "while i < n: i += n",  # by how much is not known
        "while i < n: i += 1.5",
        "while i < n: i += True",
        "while i < n: i *= 2",
        "while i < n:\n  i += 1\n  i -= 1",
        "while i < n:\n  i += 1\n  n += 2",
        "while i < n:\n  i += 1\n  print(i)",
        "while i < n:\n  i += 1\n  j = i",
        "while i < n:\n  i += 1\n  x = i or 2",  # the value itself
        "while i < n:\n  i += 1\n  del n",
        "while i < n:\n  i += 1\n  import n",
        "while i < n:\n  i += 1\n  def n(): pass",
        "while i < n:\n  i += 1\n  global i",
        "while i < s[i]: i += 1",
        "while i < len(s, 1): i += 1",
        "while i in n: i += 1",
        "while i < i + 1: i += 1",
        "while f(n[::i]): i += 1",
        "while f(g()[i:]): i += 1",
        "while (i := 3) < n: i += 1",
        "while [i for i in n]: i += 1",
        "while [i < len(s) for len in n]: i += 1",
    ],
)
def test_a_number_that_is_used_in_another_way_is_no_counter(loop: str) -> None:
    assert counters_of(loop) == []
