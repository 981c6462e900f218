"""Titles -> the probability that each asks how to do something, as MCoNaLa's classifier (section 2.2).

Logistic regression over words, word pairs and character n-grams. Titles are short and labels few, so Python
itself learns from thousands of them in seconds, without dependencies. A model is a JSON file of weights,
which cannot run code when it is loaded.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec

from asmeant.authoring.posts.titles import Title
from asmeant.errors import DataError, UsageError
from asmeant.files import write_whole
from asmeant.languages.natural.slots import masked

FORMAT = "asmeant how-to classifier 1"
EPOCHS = 20
RATE = 0.3
# L2 regularisation per step. Without it, rare features would be overfitted.
DECAY = 1e-3
RUNS = (2, 3, 4)
FOLDS = 5
THRESHOLD = 0.5
LONGEST_TITLE = 300
_WORD = re.compile(r"\w+|[?？¿!！]")
# Many titles are written without accents. The marks of Japanese letters are different characters.
_ACCENTS = re.compile("[\u0300-\u036f]")
_BLANKS = re.compile(r"\s+")


class Classifier(msgspec.Struct, frozen=True):
    """`weights` by feature; the feature "" is the intercept."""

    weights: Mapping[str, float]
    format: str = FORMAT
    titles: int = 0

    def probability(self, title: str) -> float:
        return _logistic(sum(self.weights.get(name, 0.0) * value for name, value in features(title).items()))


def features(title: str) -> dict[str, float]:
    """Words, word pairs and character n-grams, with names and literals masked. The vector has length 1."""
    letters = _ACCENTS.sub("", unicodedata.normalize("NFKD", masked(title[:LONGEST_TITLE]).lower()))
    text = _BLANKS.sub(" ", letters).strip()
    words = [f"^{text[:1]}", *_WORD.findall(text), "$"]
    counts = Counter(f"w {word}" for word in words)
    counts.update(f"p {first} {second}" for first, second in pairwise(words))
    bounded = f"^{text}$"
    for size in RUNS:
        counts.update(f"r {bounded[start : start + size]}" for start in range(len(bounded) - size + 1))
    length = math.sqrt(sum(count * count for count in counts.values()))
    return {"": 1.0, **{name: count / length for name, count in counts.items()}}


def train(titles: Sequence[Title], seed: int = 0, epochs: int = EPOCHS) -> Classifier:
    """Trains with AdaGrad, in an order that depends on the seed."""
    if len({title.how_to for title in titles}) < 2:
        raise UsageError(
            f"There are {len(titles)} titles, and all have the same label. Give titles that ask how to do "
            f"something, and titles that do not."
        )
    rows = [(features(title.title), float(title.how_to)) for title in titles]
    weights: dict[str, float] = {}
    squares: dict[str, float] = {}
    rng = Random(seed)
    for _ in range(epochs):
        rng.shuffle(rows)
        for row, label in rows:
            _learn(row, label, weights, squares)
    return Classifier({name: round(weight, 5) for name, weight in weights.items()}, titles=len(titles))


def _learn(
    row: Mapping[str, float], label: float, weights: dict[str, float], squares: dict[str, float]
) -> None:
    error = label - _logistic(sum(weights.get(name, 0.0) * value for name, value in row.items()))
    for name, value in row.items():
        weight = weights.get(name, 0.0)
        slope = error * value - DECAY * weight
        squares[name] = squares.get(name, 1e-8) + slope * slope
        weights[name] = weight + RATE * slope / math.sqrt(squares[name])


def _logistic(score: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, score))))


# ── files ──


def save(classifier: Classifier, path: Path) -> None:
    try:
        write_whole(path, msgspec.json.format(msgspec.json.encode(classifier), indent=1))
    except OSError as error:
        raise DataError(f"{path} cannot be written: {error.strerror}. Choose another --out.") from error


def load(path: Path) -> Classifier:
    try:
        classifier = msgspec.json.decode(path.read_bytes(), type=Classifier)
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}. Check the path.") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(
            f"{path} is not a classifier: {error}. Train one: asmeant author posts train"
        ) from None
    if classifier.format != FORMAT:
        raise DataError(f"{path} says '{classifier.format}', not '{FORMAT}'. Train it again.")
    return classifier


# ── how good it is ──


@dataclass(frozen=True, slots=True)
class Quality:
    """Counts of titles, of those classified as a how-to, and of the correct ones, for one language or all."""

    language: str
    titles: int
    how_to: int
    chosen: int
    right: int

    @property
    def precision(self) -> float | None:
        return self.right / self.chosen if self.chosen else None

    @property
    def recall(self) -> float | None:
        return self.right / self.how_to if self.how_to else None


def cross_validate(titles: Sequence[Title], folds: int = FOLDS, seed: int = 0) -> list[Quality]:
    """By language, and for all. Each title is classified by a model trained without it."""
    order = list(range(len(titles)))
    Random(seed).shuffle(order)
    # Each fold has its share of every language and label.
    order.sort(key=lambda place: (titles[place].language, titles[place].how_to))
    chosen: dict[int, bool] = {}
    for fold in range(min(folds, len(titles))):
        left_out = order[fold::folds]
        excluded = set(left_out)
        classifier = train([titles[place] for place in order if place not in excluded], seed)
        for place in left_out:
            chosen[place] = classifier.probability(titles[place].title) >= THRESHOLD
    return list(_qualities(titles, chosen))


def _qualities(titles: Sequence[Title], chosen: Mapping[int, bool]) -> Iterator[Quality]:
    languages = sorted({title.language for title in titles})
    for language in [*languages, "all"]:
        places = [place for place, title in enumerate(titles) if language in (title.language, "all")]
        yield _quality(language, [(titles[place].how_to, chosen[place]) for place in places])


def _quality(language: str, outcomes: Iterable[tuple[bool, bool]]) -> Quality:
    known = list(outcomes)
    return Quality(
        language=language,
        titles=len(known),
        how_to=sum(label for label, _ in known),
        chosen=sum(choice for _, choice in known),
        right=sum(label and choice for label, choice in known),
    )
