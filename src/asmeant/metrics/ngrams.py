"""Two texts -> how many n-grams they share, of characters or of tokens. Quick where they are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress

from asmeant.metrics.tokens import Tokens

# A text is a string of characters, or a tuple of tokens.
Text = str | Tokens
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
    mine: Sequence[int] = range(start, len(one) - ends.tail)
    theirs: Sequence[int] = range(start, len(other) - ends.tail)
    totals = [0] * orders
    for order in range(1, orders + 1):
        my_grams, their_grams = _grams_at(one, mine, order), _grams_at(other, theirs, order)
        my_kinds, their_kinds = set(my_grams), set(their_grams)
        common = my_kinds & their_kinds
        if len(my_kinds) == len(my_grams) or len(their_kinds) == len(their_grams):
            between = len(common)  # in one of the texts, none stands twice
        else:
            between = _count_shared(my_grams, their_grams, common)
        totals[order - 1] = start + max(ends.tail - order + 1, 0) + between
        if order == orders or not totals[order - 1]:
            break
        mine = _places_of_longer(one, mine, my_grams, common, order)
        theirs = _places_of_longer(other, theirs, their_grams, common, order)
    return totals


def _grams_at(text: Text, places: Sequence[int], order: int) -> list[Hashable]:
    if order == 1:
        return list(map(text.__getitem__, places))
    slices: Iterable[slice]
    if len(text) <= USUAL_LENGTH:
        slices = map(_slices(order).__getitem__, places)
    else:
        slices = map(slice, places, map(order.__add__, places))
    return list(map(text.__getitem__, slices))


@cache
def _slices(order: int) -> list[slice]:
    return [slice(place, place + order) for place in range(USUAL_LENGTH)]


def _count_shared(mine: Sequence[Hashable], theirs: Sequence[Hashable], common: set[Hashable]) -> int:
    """Each n-gram counts as often as it stands in the text that has fewer of it."""
    is_common = common.__contains__
    my_counts, their_counts = Counter(filter(is_common, mine)), Counter(filter(is_common, theirs))
    return sum(map(min, map(my_counts.__getitem__, common), map(their_counts.__getitem__, common)))


def _places_of_longer(
    text: Text, places: Sequence[int], grams: Sequence[Hashable], common: set[Hashable], order: int
) -> list[int]:
    """The places of common n-grams after which the text has another item left."""
    longer = list(compress(places, map(common.__contains__, grams)))
    if longer and longer[-1] + order == len(text):
        longer.pop()
    return longer


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
