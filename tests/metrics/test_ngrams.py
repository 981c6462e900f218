from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.metrics.ngrams import Ends, Text, common_ends, grams, shared


@pytest.mark.parametrize(
    ("text", "order", "counts"),
    [
        ("aab", 1, {"a": 2, "b": 1}),
        ("aab", 2, {"aa": 1, "ab": 1}),
        ("a", 2, {}),
        (("a", "b", "a", "b"), 2, {("a", "b"): 2, ("b", "a"): 1}),
        (("a",), 2, {}),
    ],
)
def test_counting(text: Text, order: int, counts: dict[Text, int]) -> None:
    assert grams(text, order) == counts


@pytest.mark.parametrize(
    ("one", "other", "ends"),
    [
        ("abcd", "abcd", Ends(4, 0)),
        ("abcd", "abxd", Ends(2, 1)),
        ("aa", "aaa", Ends(2, 0)),
        ("xaby", "zaby", Ends(0, 3)),
        ("", "a", Ends(0, 0)),
    ],
)
def test_common_ends(one: str, other: str, ends: Ends) -> None:
    assert common_ends(one, other) == common_ends(tuple(one), tuple(other)) == ends


def by_definition(one: Text, other: Text, orders: int) -> list[int]:
    counted = [(Counter(grams(one, n)), Counter(grams(other, n))) for n in range(1, orders + 1)]
    return [(mine & theirs).total() for mine, theirs in counted]


@settings(deadline=None)
@given(
    st.text("ab", max_size=9),
    st.text("ab", max_size=9),
    st.text("ab", max_size=9),
    st.text("abc", max_size=9),
)
def test_texts_with_common_ends_share_what_counting_finds(
    head: str, mine: str, theirs: str, tail: str
) -> None:
    one, other = head + mine + tail, head + theirs + tail
    assert shared(one, other, 6) == by_definition(one, other, 6)
    assert shared(tuple(one), tuple(other), 4) == by_definition(one, other, 4)
    assert shared(one, other, 6) == shared(other, one, 6)
