"""Text <-> sub-words by byte-pair encoding (Sennrich, Haddow, Birch 2016, section 3.2), of characters.

Text is first split into words and punctuation; a preceding blank is written as `▁`. Within these, the most
frequent pair of adjacent symbols in the training text is merged, repeatedly.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

BLANK = "▁"
_PIECE = re.compile(r" ?\w+| ?[^\w\s]|\s")

Pair = tuple[str, str]


class Subwords:
    """An ordered list of merges, by which any text is split."""

    def __init__(self, merges: Sequence[Pair]) -> None:
        self.merges = tuple((first, second) for first, second in merges)
        self._ranks = {pair: rank for rank, pair in enumerate(self.merges)}
        self._cut = lru_cache(50_000)(self._cut_piece)

    @classmethod
    def of(cls, texts: Iterable[str], merges: int, least_count: int = 2) -> Subwords:
        """Learns at most `merges` merges, of pairs that occur at least `least_count` times."""
        counts = Counter(piece for text in texts for piece in _pieces(text))
        words = [list(piece) for piece in counts]
        weights = list(counts.values())
        pairs: Counter[Pair] = Counter()
        places: defaultdict[Pair, set[int]] = defaultdict(set)
        for number, word in enumerate(words):
            _count(word, weights[number], number, pairs, places)
        learned: list[Pair] = []
        while pairs and len(learned) < merges:
            best = max(pairs, key=lambda pair: (pairs[pair], pair))
            if pairs[best] < least_count:
                break
            learned.append(best)
            for number in sorted(places[best]):
                _count(words[number], -weights[number], number, pairs, places)
                words[number] = _joined(words[number], best)
                _count(words[number], weights[number], number, pairs, places)
        return cls(learned)

    def split(self, text: str) -> list[str]:
        return [subword for piece in _pieces(text) for subword in self._cut(piece)]

    def join(self, subwords: Iterable[str]) -> str:
        return "".join(subwords).replace(BLANK, " ")

    def _cut_piece(self, piece: str) -> tuple[str, ...]:
        subwords = list(piece)
        while len(subwords) > 1:
            ranked = [self._ranks.get(pair, len(self._ranks)) for pair in pairwise(subwords)]
            best = min(ranked)
            if best == len(self._ranks):
                break
            subwords = _joined(subwords, self.merges[best])
        return tuple(subwords)


def _pieces(text: str) -> list[str]:
    return [piece.replace(" ", BLANK) for piece in _PIECE.findall(text)]


def _count(
    word: Sequence[str], weight: int, number: int, pairs: Counter[Pair], places: defaultdict[Pair, set[int]]
) -> None:
    for pair in pairwise(word):
        pairs[pair] += weight
        if weight > 0:
            places[pair].add(number)
        elif not pairs[pair]:
            del pairs[pair]


def _joined(subwords: Sequence[str], pair: Pair) -> list[str]:
    joined: list[str] = []
    for subword in subwords:
        if joined and (joined[-1], subword) == pair:
            joined[-1] += subword
        else:
            joined.append(subword)
    return joined
