"""Two texts -> how many n-grams they share, of characters or of tokens. Quick where they are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from asmeant.metrics.tokens import REMEMBERED, Tokens

# A text is a string of characters, or a tuple of tokens.
Text = str | Tokens


@dataclass(frozen=True, slots=True)
class Grams:
    """How often each n-gram of one order stands in a text; those that repeat once more by themselves."""

    counts: Mapping[Hashable, int]
    repeated: Mapping[Hashable, int]

    def shared(self, other: Grams) -> int:
        """How many n-grams both have, each as often as the one that has fewer of it."""
        # Most stand once on both sides, and sets are compared at once.
        once = len(self.counts.keys() & other.counts.keys())
        theirs = other.counts
        return once + sum(
            min(count, theirs[gram]) - 1 for gram, count in self.repeated.items() if gram in theirs
        )


def grams(text: Text, order: int) -> Grams:
    """The n-grams of one order."""
    ngrams: Sequence[Hashable]
    if isinstance(text, str):
        ngrams = [text[start : start + order] for start in range(len(text) - order + 1)]
    else:
        ngrams = list(zip(*(text[start:] for start in range(order)), strict=False))
    counts = Counter(ngrams)
    if len(counts) == len(ngrams):
        return Grams(counts, {})
    return Grams(counts, {gram: count for gram, count in counts.items() if count > 1})


remembered_grams = lru_cache(REMEMBERED)(grams)


@dataclass(frozen=True, slots=True)
class Ends:
    """How much two texts have in common at the beginning, and at the end of what is left then."""

    head: int
    tail: int

    def shared(self, order: int) -> int:
        return max(self.head - order + 1, 0) + max(self.tail - order + 1, 0)

    def between(self, text: Text, order: int) -> Text:
        """The part of a text whose n-grams are not within one of the ends."""
        return text[max(self.head - order + 1, 0) : len(text) - max(self.tail - order + 1, 0)]


def shared(one: Text, other: Text, orders: int) -> list[int]:
    """How many n-grams both texts have, for each order from 1 up.

    What both begin and end with need not be counted: with c of an n-gram there, and x and y more of it in
    between, they share min(c + x, c + y) = c + min(x, y).
    """
    ends = common_ends(one, other)
    # With little in common, whole texts are counted: the next candidate may be compared with them, too.
    whole = 3 * (ends.head + ends.tail) < len(other)
    totals = [0] * orders
    for order in range(1, orders + 1):
        if whole:
            count = remembered_grams(one, order).shared(remembered_grams(other, order))
        else:
            mine, theirs = ends.between(one, order), ends.between(other, order)
            count = ends.shared(order) + grams(mine, order).shared(grams(theirs, order))
        if not count:
            break  # what is not shared is no part of anything longer that is
        totals[order - 1] = count
    return totals


def common_ends(one: Text, other: Text) -> Ends:
    most = min(len(one), len(other))
    head = _largest(most, lambda size: one[:size] == other[:size])
    tail = _largest(most - head, lambda size: one[len(one) - size :] == other[len(other) - size :])
    return Ends(head, tail)


def _largest(most: int, holds: Callable[[int], bool]) -> int:
    """The largest number for which something holds that holds for all smaller ones. Halves what is left."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        if holds(middle):
            low = middle
        else:
            most = middle - 1
    return low
