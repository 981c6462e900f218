"""Candidates, references -> METEOR (Lavie and Agarwal 2007): words that match, by form, stem or synonym."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import ClassVar, Literal

from asmeant.metrics.comparing import Comparison
from asmeant.metrics.porter import stem
from asmeant.metrics.protocols import MetricProtocol, Tokenizer
from asmeant.metrics.tokens import Tokens, library, spaced, version
from asmeant.metrics.wordnet import find, synonyms
from asmeant.records import Task

ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5


@lru_cache(65_536)
def synonyms_of_stem(word: str) -> frozenset[str]:
    """Words whose stems nltk would take for a synonym: it has replaced the words of both sides by then."""
    return synonyms(stem(word))


@lru_cache(512)
def _conala_words(code: str) -> Tokens:
    return tuple(spaced(code).lower().split())


@lru_cache(512)
def _nltk_words(code: str) -> Tokens:
    return tuple(map(str.lower, _nltk_tokenizer()(spaced(code))))


@cache
def _nltk_tokenizer() -> Callable[[str], list[str]]:
    # Sentences are not told apart first: that needs data of nltk, and code has none.
    tokenize: Callable[[str], list[str]] = library("nltk.tokenize", "meteor").NLTKWordTokenizer().tokenize
    return tokenize


Matches = Literal["form, stem", "form, stem, synonym", "form, stem, synonym of stem"]
ALIKE: Mapping[Matches, Callable[[str], frozenset[str]] | None] = {
    "form, stem": None,
    "form, stem, synonym": synonyms,
    "form, stem, synonym of stem": synonyms_of_stem,
}
WORDS = Tokenizer("conala, lower case", _conala_words)
NLTK_WORDS = Tokenizer("conala then nltk, lower case", _nltk_words)


@dataclass(frozen=True, slots=True)
class MeteorProtocol(MetricProtocol):
    tokenizer: Tokenizer = WORDS
    matches: Matches = "form, stem, synonym"
    stemmer: Literal["porter of nltk"] = "porter of nltk"
    alpha: float = ALPHA
    beta: float = BETA
    gamma: float = GAMMA


class Meteor(Comparison):
    """METEOR, whose words match by form, stem or synonym; the best reference, the mean over tasks."""

    title = "meteor"
    protocols: ClassVar[Mapping[str, MeteorProtocol]] = {
        "official": MeteorProtocol("CoNaLa's tokens in lower case; form, Porter's stem, WordNet's synonyms"),
        "mean": MeteorProtocol("the same, the mean over all candidates of a task", "all of each task"),
        "best": MeteorProtocol("the same, the best candidate of each task", "best of each task"),
        "stem": MeteorProtocol("as official without synonyms, so without WordNet", matches="form, stem"),
        "nltk": MeteorProtocol(
            "as nltk computes it: it looks up the synonyms of stems, not of words, and so finds fewer",
            matches="form, stem, synonym of stem",
        ),
        "odex": MeteorProtocol(
            "as ODEX scores: as nltk, over its words of CoNaLa's tokens, the best rank's score",
            "best rank over all tasks",
            NLTK_WORDS,
            "form, stem, synonym of stem",
        ),
    }

    @property
    def rule(self) -> MeteorProtocol:
        return self.protocols[self.protocol]

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        words, alike = self.rule.tokenizer(code), ALIKE[self.rule.matches]
        return max(meteor(words, self.rule.tokenizer(reference), alike) for reference in references)

    @property
    def settings(self) -> Sequence[str]:
        uses_nltk = self.rule.tokenizer is NLTK_WORDS
        uses_synonyms = ALIKE[self.rule.matches] is not None
        return (
            *self.rule.settings(),
            *([version("nltk")] if uses_nltk else []),
            *([f"wordnet:{find().version}"] if uses_synonyms else []),
        )


def meteor(
    candidate: Tokens, reference: Tokens, alike: Callable[[str], frozenset[str]] | None = None
) -> float:
    """The mean of precision and recall, less for matches that are torn into many chunks.

    A text is worth 1 - 0.5/m³ beside itself, where m is its number of words: so the formula is.
    """
    pairs = align(candidate, reference, alike)
    if not pairs:
        return 0.0
    precision, recall = len(pairs) / len(candidate), len(pairs) / len(reference)
    mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
    chunks = 1 + sum(later != (mine + 1, theirs + 1) for (mine, theirs), later in pairwise(pairs))
    return float(mean * (1 - GAMMA * (chunks / len(pairs)) ** BETA))


Pairs = list[tuple[int, int]]


def align(
    candidate: Tokens, reference: Tokens, alike: Callable[[str], frozenset[str]] | None = None
) -> Pairs:
    """Which word of the candidate goes with which of the reference: the last of each first, each once."""
    if candidate == reference:
        return [(place, place) for place in range(len(candidate))]
    pairs: Pairs = []
    mine, theirs = dict(enumerate(candidate)), dict(enumerate(reference))
    _pair_same(pairs, mine, theirs)
    if mine and theirs:
        _pair_same(pairs, mine, theirs, stem)
    if mine and theirs and alike:
        _pair_alike(pairs, mine, theirs, stem if alike is synonyms_of_stem else str, alike)
    return sorted(pairs)


def _pair_same(
    pairs: Pairs, mine: dict[int, str], theirs: dict[int, str], known_as: Callable[[str], str] | None = None
) -> None:
    """Moves words that are the same, or known by the same name, out of `mine` and `theirs`."""
    places = _places(theirs, known_as)
    for place, word in reversed(list(mine.items())):
        there = places.get(known_as(word) if known_as else word)
        if there:
            last = there.pop()
            pairs.append((place, last))
            del mine[place], theirs[last]


def _pair_alike(
    pairs: Pairs,
    mine: dict[int, str],
    theirs: dict[int, str],
    known_as: Callable[[str], str],
    alike: Callable[[str], frozenset[str]],
) -> None:
    """Moves words out of `mine` and `theirs` of which one is known by a name that is like the other."""
    places = _places(theirs, known_as)
    for place, word in reversed(list(mine.items())):
        names = alike(word)
        if places.keys().isdisjoint(names):
            continue
        name = max(names.intersection(places), key=lambda name: places[name][-1])
        last = places[name].pop()
        if not places[name]:
            del places[name]
        pairs.append((place, last))
        del mine[place], theirs[last]


def _places(words: Mapping[int, str], known_as: Callable[[str], str] | None) -> dict[str, list[int]]:
    """The places of each name, in order, as the words are."""
    places: dict[str, list[int]] = {}
    for place, word in words.items():
        places.setdefault(known_as(word) if known_as else word, []).append(place)
    return places
