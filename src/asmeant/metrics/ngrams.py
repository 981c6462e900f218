"""Two texts -> how many n-grams they share, of characters or of tokens. Quick where they are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Any

from asmeant.metrics.tokens import Tokens

# A text is a string of characters, or a tuple of tokens.
Text = str | Tokens
# Those of one order. A text is the sequence of its own n-grams of order 1.
Grams = Text | list[Hashable]
# Slices of texts up to this length are made once. They are most of the work otherwise.
USUAL_LENGTH = 4096


def grams(text: Text, order: int) -> Mapping[Hashable, int]:
    """How often each n-gram of one order stands in a text."""
    return Counter(_grams_at(text, range(len(text) - order + 1), order))


@dataclass(frozen=True, slots=True)
class Ends:
    """How much two texts have in common at the beginning, and at the end of what is left then."""

    head: int
    tail: int


def shared(one: Text, other: Text, orders: int) -> list[int]:
    """How many n-grams both texts have, for each order from 1 up.

    What both begin and end with need not be counted: with c of an n-gram there, and x and y more of it in
    between, they share min(c + x, c + y) = c + min(x, y). And an n-gram is shared only where the one that it
    begins with is, so each order looks only at the places that the order below has left.
    """
    if one == other:
        return [max(len(one) - below, 0) for below in range(orders)]
    ends = common_ends(one, other)
    # N-grams of any order that begin before here are within the head.
    start = max(ends.head - orders + 1, 0)
    my_grams: Grams = one[start : len(one) - ends.tail]
    their_grams: Grams = other[start : len(other) - ends.tail]
    mine: Sequence[int] = range(start, start + len(my_grams))
    theirs: Sequence[int] = range(start, start + len(their_grams))
    totals = [0] * orders
    for order in range(1, orders + 1):
        if order > 1:
            my_grams, their_grams = _grams_at(one, mine, order), _grams_at(other, theirs, order)
        common = set(my_grams).intersection(their_grams)
        mine, theirs = _places_of(common, mine, my_grams), _places_of(common, theirs, their_grams)
        if isinstance(my_grams, str):  # few kinds of characters: quicker than a dictionary of counts
            between = _sum_of_least(my_grams.count, their_grams.count, common)
        elif len(mine) == len(common) or len(theirs) == len(common):
            between = len(common)  # in one of the texts, none stands twice
        else:
            my_counts, their_counts = _counts(common, my_grams), _counts(common, their_grams)
            between = _sum_of_least(my_counts.__getitem__, their_counts.__getitem__, common)
        totals[order - 1] = start + max(ends.tail - order + 1, 0) + between
        if not totals[order - 1]:
            break
        _drop_last(mine, len(one) - order)
        _drop_last(theirs, len(other) - order)
    return totals


def _grams_at(text: Text, places: Sequence[int], order: int) -> list[Hashable]:
    slices: Iterable[slice]
    if len(text) <= USUAL_LENGTH:
        slices = map(_slices(order).__getitem__, places)
    else:
        slices = map(slice, places, map(order.__add__, places))
    return list(map(text.__getitem__, slices))


@cache
def _slices(order: int) -> list[slice]:
    return [slice(place, place + order) for place in range(USUAL_LENGTH)]


def _places_of(common: set[Hashable], places: Sequence[int], grams: Grams) -> list[int]:
    return list(compress(places, map(common.__contains__, grams)))


def _counts(common: set[Hashable], grams: Grams) -> Counter[Hashable]:
    return Counter(filter(common.__contains__, grams))


def _sum_of_least(mine: Callable[[Any], int], theirs: Callable[[Any], int], common: Set[Hashable]) -> int:
    """Each n-gram counts as often as it stands in the text that has fewer of it."""
    return sum(map(min, map(mine, common), map(theirs, common)))


def _drop_last(places: list[int], last: int) -> None:
    """Where an n-gram ends with the text, no longer one begins."""
    if places and places[-1] == last:
        places.pop()


def common_ends(one: Text, other: Text) -> Ends:
    most = min(len(one), len(other))
    head = _common_head(one, other, most)
    tail = _common_tail(one, other, most - head)
    return Ends(head, tail)


def _common_head(one: Text, other: Text, most: int) -> int:
    """How many items both begin with. Halves what is left to find out."""
    if not most or one[0] != other[0]:
        return 0
    low = 1
    while low < most:
        middle = (low + most + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            most = middle - 1
    return low


def _common_tail(one: Text, other: Text, most: int) -> int:
    if not most or one[-1] != other[-1]:
        return 0
    low = 1
    while low < most:
        middle = (low + most + 1) // 2
        if one[-middle:-low] == other[-middle:-low]:
            low = middle
        else:
            most = middle - 1
    return low
