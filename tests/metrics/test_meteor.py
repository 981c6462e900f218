from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from asmeant.metrics import wordnet
from asmeant.metrics.meteor import Meteor, align, meteor, synonyms_of_stem
from asmeant.metrics.porter import stem
from asmeant.metrics.wordnet import WordNet, synonyms
from tests import needs
from tests.metrics.comparing import task, write_wordnet

WORDS = ("car", "cars", "auto", "mice", "mouse", "fetches", "get", "big", "larger", "x", "(", "=")


@pytest.fixture(autouse=True)
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = WordNet(write_wordnet(tmp_path))
    monkeypatch.setattr(wordnet, "find", lambda: found)
    monkeypatch.setattr("asmeant.metrics.meteor.find", lambda: found)
    synonyms.cache_clear()


@pytest.mark.parametrize(
    ("candidate", "reference", "pairs"),
    [
        ("a b c", "a b c", [(0, 0), (1, 1), (2, 2)]),
        ("a b a", "a", [(2, 0)]),
        ("a", "a b a", [(0, 2)]),
        ("running", "runs", [(0, 0)]),
        ("auto", "car", [(0, 0)]),
        ("car auto", "auto x", [(1, 0)]),
        ("", "a", []),
    ],
)
def test_words_are_paired_by_form_then_stem_then_synonym(
    candidate: str, reference: str, pairs: list[tuple[int, int]]
) -> None:
    assert align(tuple(candidate.split()), tuple(reference.split()), synonyms) == pairs


@pytest.mark.parametrize(
    ("candidate", "reference", "value"),
    [
        ("a b c", "a b c", 1 - 0.5 / 27),
        ("a", "a", 0.5),
        ("a b", "c d", 0.0),
        # Precision 1, recall 2/4; two words in one piece: F = .5 / (.9 + .05), penalty .5 * (1/2)^3.
        ("a b", "a b c d", 0.5 / 0.95 * (1 - 0.5 / 8)),
        # All four match, in two pieces: penalty .5 * (2/4)^3.
        ("c d a b", "a b c d", 1 - 0.5 / 8),
        ("auto", "car", 0.5),
    ],
)
def test_by_hand(candidate: str, reference: str, value: float) -> None:
    assert meteor(tuple(candidate.split()), tuple(reference.split()), synonyms) == pytest.approx(value)


class _Reader:
    """Our synonyms in the clothes of nltk's reader."""

    def synsets(self, word: str) -> list[_Reader]:
        self.words = synonyms(word)
        return [self]

    def lemmas(self) -> list[_Lemma]:
        return [_Lemma(word) for word in self.words]


class _Lemma:
    def __init__(self, word: str) -> None:
        self.word = word

    def name(self) -> str:
        return self.word


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(WORDS), max_size=12), st.lists(st.sampled_from(WORDS), max_size=12))
def test_the_nltk_protocol_is_nltks(candidate: list[str], reference: list[str]) -> None:
    theirs = pytest.importorskip("nltk.translate.meteor_score", reason=needs.DEV).single_meteor_score(
        reference, candidate, wordnet=_Reader()
    )
    assert meteor(tuple(candidate), tuple(reference), synonyms_of_stem) == pytest.approx(theirs)


def test_protocols_differ_where_they_say() -> None:
    def of(protocol: str, code: str, reference: str) -> float:
        return Meteor(protocol).compare(code, [reference], task())

    assert of("official", "auto", "car") == 0.5
    assert of("stem", "auto", "car") == 0.0
    # The stem of `fetches` is a word, that of `mouse` is not.
    assert (of("official", "fetches", "get"), of("nltk", "fetches", "get")) == (0.5, 0.5)
    assert (of("official", "mouse", "mice"), of("nltk", "mouse", "mice")) == (0.0, 0.0)
    assert (of("official", "mice", "mouse"), of("nltk", "mice", "mouse")) == (0.5, 0.0)
    assert of("odex", "f(X)", "f(x)") == of("nltk", "f(X)", "f(x)")
    assert stem("running") == "run"


def test_the_signature_names_data_and_libraries() -> None:
    assert "wordnet:9.9" in Meteor().signature
    assert "wordnet" not in Meteor("stem").signature
    assert "nltk:" in Meteor("odex").signature
    assert "nltk:" not in Meteor().signature
    assert "stemmer:porter of nltk" in Meteor("stem").signature
