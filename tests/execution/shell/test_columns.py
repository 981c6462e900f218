from __future__ import annotations

import re

import pytest

from asmeant.execution.shell.columns import same_but_for_columns
from asmeant.execution.shell.latitude import Latitude, Rows

NAMES = {"a", "b", "my file"}
MORE = Latitude(second_says_more=True, names=NAMES)
LESS = Latitude(first_says_more=True, names=NAMES)
SIZES = Latitude(first_says_more=True, names=NAMES, details=(re.compile(r"\d+"),))
COUNTS = Latitude(second_says_more=True, names=NAMES, speakers=frozenset({"wc"}))
UNITS = Latitude(second_says_more=True, names=NAMES, exact_units=True)


@pytest.mark.parametrize(
    ("left", "right", "latitude", "same"),
    [
        ([("a",), ("b",)], [("3", "a"), ("4", "b")], MORE, True),
        ([("a",), ("b",)], [("3", "a"), ("4", "b")], LESS, False),
        ([("a",), ("b",)], [("3", "b"), ("4", "a")], MORE, False),
        ([("3", "x", "a")], [("a",)], LESS, True),
        ([("3", "x", "a")], [("a",)], SIZES, False),
        ([("3", "x", "a")], [("3", "a")], SIZES, True),
        ([("3", "a"), ("4", "b")], [("3",), ("4",)], LESS, False),
        ([("my", "file")], [("-rw-", "1", "root", "9", "my", "file")], MORE, True),
        ([("3", "a")], [("1", "3", "9", "a")], COUNTS, False),
        ([("4.0K", "a")], [("x", "4096", "a")], MORE, True),
        ([("4.0K", "a")], [("x", "4096", "a")], UNITS, False),
        ([("a",)] * 501, [("3", "a")] * 501, MORE, False),
    ],
)
def test_each_row_has_the_words_of_the_other(left: Rows, right: Rows, latitude: Latitude, same: bool) -> None:
    assert same_but_for_columns(left, right, latitude) is same
