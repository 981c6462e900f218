"""Candidates, references -> METEOR (Lavie and Agarwal 2007): words that match, by form, stem or synonym."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import ClassVar

from asmeant.metrics.comparing import Comparison
from asmeant.metrics.tokens import Tokens, conala, library, spaced, version
from asmeant.metrics.wordnet import find, synonyms
from asmeant.records import Task

ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5


class Meteor(Comparison):
    """METEOR, whose words match by form, stem or synonym; the best reference, the mean over tasks."""

    title = "meteor"
    protocols: ClassVar[dict[str, str]] = {
        "official": "CoNaLa's tokens in lower case; form, Porter's stem, WordNet's synonyms",
        "mean": "the same, the mean over all candidates of a task",
        "best": "the same, the best candidate of each task",
        "stem": "as official without synonyms, so without WordNet",
        "nltk": "as nltk computes it: it looks up the synonyms of stems, not of words, and so finds fewer",
        "odex": "as ODEX scores: as nltk, over its words of CoNaLa's tokens, the best rank's score",
    }

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        words = self._words(code)
        alike = {"stem": None, "nltk": synonyms_of_stem, "odex": synonyms_of_stem}.get(
            self.protocol, synonyms
        )
        return max(meteor(words, self._words(reference), alike) for reference in references)

    def _words(self, code: str) -> Tokens:
        return _lowered(_nltk_words(spaced(code)) if self.protocol == "odex" else conala(code))

    @property
    def settings(self) -> str:
        tokenizer = "conala then nltk" if self.protocol == "odex" else "conala"
        of_stem = "form, stem, synonym of stem"
        matches = {"stem": "form, stem", "nltk": of_stem, "odex": of_stem}.get(
            self.protocol, "form, stem, synonym"
        )
        words = "" if self.protocol == "stem" else f"|wordnet:{find().version}"
        return (
            f"tokenizer:{tokenizer}, lower case|matches:{matches}|alpha:{ALPHA}|beta:{BETA:g}|gamma:{GAMMA}"
            f"|{version('nltk')}{words}"
        )


def synonyms_of_stem(word: str) -> frozenset[str]:
    """Words whose stems nltk would take for a synonym: it has replaced the words of both sides by then."""
    return synonyms(stem(word))


@lru_cache(512)
def _lowered(tokens: Tokens) -> Tokens:
    return tuple(map(str.lower, tokens))


@lru_cache(512)
def _nltk_words(text: str) -> Tokens:
    return tuple(_nltk_tokenizer()(text))


@cache
def _nltk_tokenizer() -> Callable[[str], list[str]]:
    # Sentences are not told apart first: that needs data of nltk, and code has none.
    tokenize: Callable[[str], list[str]] = library("nltk.tokenize", "meteor").NLTKWordTokenizer().tokenize
    return tokenize


@lru_cache(65_536)
def stem(word: str) -> str:
    found: str = _porter()(word)
    return found


@cache
def _porter() -> Callable[[str], str]:
    stemmed: Callable[[str], str] = library("nltk.stem.porter", "meteor").PorterStemmer().stem
    return stemmed


def meteor(
    candidate: Tokens, reference: Tokens, alike: Callable[[str], frozenset[str]] | None = None
) -> float:
    """The mean of precision and recall, less for matches that are torn into many pieces.

    A text is worth 1 - 0.5/m³ beside itself, where m is its number of words: so the formula is.
    """
    pairs = align(candidate, reference, alike)
    if not pairs:
        return 0.0
    precision, recall = len(pairs) / len(candidate), len(pairs) / len(reference)
    mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
    pieces = 1 + sum(
        pairs[number + 1] != (mine + 1, theirs + 1) for number, (mine, theirs) in enumerate(pairs[:-1])
    )
    return float(mean * (1 - GAMMA * (pieces / len(pairs)) ** BETA))


def align(
    candidate: Tokens, reference: Tokens, alike: Callable[[str], frozenset[str]] | None = None
) -> list[tuple[int, int]]:
    """Which word of the candidate goes with which of the reference: the last of each first, each once."""
    pairs: list[tuple[int, int]] = []
    mine, theirs = dict(enumerate(candidate)), dict(enumerate(reference))
    _pair(pairs, mine, theirs, lambda word: word, lambda word: (word,))
    if mine and theirs:
        _pair(pairs, mine, theirs, stem, lambda word: (stem(word),))
    if mine and theirs and alike:
        _pair(pairs, mine, theirs, stem if alike is synonyms_of_stem else lambda word: word, alike)
    return sorted(pairs)


def _pair(
    pairs: list[tuple[int, int]],
    mine: dict[int, str],
    theirs: dict[int, str],
    known_as: Callable[[str], str],
    goes_with: Callable[[str], Sequence[str] | frozenset[str]],
) -> None:
    """Moves words that match out of `mine` and `theirs`, which stay in their order."""
    places: dict[str, list[int]] = {}
    for place, word in theirs.items():
        places.setdefault(known_as(word), []).append(place)
    for place, word in sorted(mine.items(), reverse=True):
        last = max((places[name][-1] for name in goes_with(word) if places.get(name)), default=None)
        if last is not None:
            places[known_as(theirs[last])].pop()
            pairs.append((place, last))
            del mine[place], theirs[last]
