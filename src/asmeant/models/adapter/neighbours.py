"""Intents -> the nearest of a fixed list, by an index on disk that is memory-mapped.

Texts are near if they share rare character n-grams (3 to 5) or, with half the weight, words that are not
names or literals. Features that occur in more than 5% of the texts are left out. Building the index takes
seconds; a look-up takes milliseconds.
"""

from __future__ import annotations

import contextlib
import hashlib
import heapq
import math
import mmap
import os
import re
import struct
from array import array
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from asmeant.languages.natural.slots import masked

SIZES = (3, 4, 5)
WORD_WEIGHT = 0.5
COMMON_SHARE = 0.05
LEAST_COMMON = 50
_MAGIC = b"ASMN0001"
_BLANKS = re.compile(r"\s+")
_WORD = re.compile(r"\w+")


class NeighbourIndex:
    """Sorted hashes of features, and for each the texts that have it, with weights.

    `_hashes` and `_ends` have one entry for each feature, `_texts` and `_weights` one for each of its texts.
    """

    def __init__(self, data: memoryview) -> None:
        magic, size, features, entries = struct.unpack_from("<8sIII", data)
        if magic != _MAGIC or len(data) != _HEADER + 12 * features + 8 * entries:
            raise ValueError("it is not an index, or it is truncated")
        self.size: int = size
        starts = [_HEADER]
        for length in (4 * features, 4 * features, 4 * features, 4 * entries, 4 * entries):
            starts.append(starts[-1] + length)
        columns = [data[start:end] for start, end in pairwise(starts)]
        self._hashes, self._ends, self._texts = (columns[place].cast("I") for place in (0, 1, 3))
        self._rarities, self._weights = columns[2].cast("f"), columns[4].cast("f")

    @classmethod
    def build(cls, texts: Sequence[str]) -> NeighbourIndex:
        return cls(memoryview(_packed(texts)))

    @classmethod
    def cached(cls, texts: Sequence[str], folder: Path) -> NeighbourIndex:
        """The index from a file in the folder. The file is created if it is missing or damaged."""
        digest = hashlib.blake2b("\0".join(texts).encode("utf-8", "replace"), digest_size=16).hexdigest()
        path = folder / f"{digest}.index"
        with contextlib.suppress(OSError, ValueError, struct.error), path.open("rb") as file:
            return cls(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))
        packed = _packed(texts)
        with contextlib.suppress(OSError):  # the cache is only an optimisation, so a failed write is ignored
            folder.mkdir(parents=True, exist_ok=True)
            partial = path.with_suffix(f".{os.getpid()}")
            partial.write_bytes(packed)
            partial.replace(path)
        return cls(memoryview(packed))

    def nearest(self, text: str) -> Iterator[int]:
        """Positions of the texts that share features with this one, the nearest first."""
        scores: defaultdict[int, float] = defaultdict(float)
        for feature, count in _features(text).items():
            place = bisect_left(self._hashes, _hash(feature))
            if place == len(self._hashes) or self._hashes[place] != _hash(feature):
                continue
            weight = _weight(feature, count) * self._rarities[place]
            begin = self._ends[place - 1] if place else 0
            for entry in range(begin, self._ends[place]):
                scores[self._texts[entry]] += weight * self._weights[entry]
        heap = [(-score, position) for position, score in scores.items()]
        heapq.heapify(heap)
        while heap:
            yield heapq.heappop(heap)[1]


_HEADER = struct.calcsize("<8sIII")


def _packed(texts: Sequence[str]) -> bytes:
    counts = [_features(text) for text in texts]
    places: defaultdict[str, list[int]] = defaultdict(list)
    for position, count in enumerate(counts):
        for feature in count:
            places[feature].append(position)
    limit = max(LEAST_COMMON, COMMON_SHARE * len(texts))
    by_hash = {_hash(feature): feature for feature, positions in places.items() if len(positions) <= limit}
    rarity = {
        feature: math.log((1 + len(texts)) / (1 + len(places[feature]))) + 1 for feature in by_hash.values()
    }
    lengths = [
        math.sqrt(sum((_weight(gram, number) * rarity.get(gram, 0.0)) ** 2 for gram, number in count.items()))
        or 1.0
        for count in counts
    ]
    hashes, ends, rarities = array("I"), array("I"), array("f")
    numbers, weights = array("I"), array("f")
    for number in sorted(by_hash):
        feature = by_hash[number]
        hashes.append(number)
        rarities.append(rarity[feature])
        for position in places[feature]:
            numbers.append(position)
            weights.append(_weight(feature, counts[position][feature]) * rarity[feature] / lengths[position])
        ends.append(len(numbers))
    header = struct.pack("<8sIII", _MAGIC, len(texts), len(hashes), len(numbers))
    return header + b"".join(values.tobytes() for values in (hashes, ends, rarities, numbers, weights))


def _weight(feature: str, count: int) -> float:
    return (1 + math.log(count)) * (WORD_WEIGHT if feature[0] == "\0" else 1.0)


def _hash(feature: str) -> int:
    return crc32(feature.encode("utf-8", "replace"))


def _features(text: str) -> Counter[str]:
    line = f" {_BLANKS.sub(' ', text.casefold()).strip()} "
    runs = (line[start : start + size] for size in SIZES for start in range(len(line) - size + 1))
    words = (f"\0{word}" for word in _WORD.findall(masked(text).casefold()))
    return Counter([*runs, *words])
