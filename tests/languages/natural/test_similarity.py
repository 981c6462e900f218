from __future__ import annotations

from pathlib import Path

import pytest
from tests import needs

from asmeant.languages.natural.similarity import LetterSimilarity, SentenceSimilarity, nearest

TEXTS = ["sort a list of words", "delete all empty files", "reverse a string", "sorting the lists"]


def test_the_nearest_comes_first() -> None:
    found = list(nearest(LetterSimilarity(TEXTS), "sort the list"))
    assert [position for position, _ in found][:2] in ([0, 3], [3, 0])
    assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)


def test_the_same_text_is_as_near_as_can_be() -> None:
    scores = LetterSimilarity(TEXTS).scores("reverse a string")
    assert scores[2] == pytest.approx(1)
    assert max(scores) == scores[2]


def test_nothing_in_common_is_zero() -> None:
    assert LetterSimilarity(TEXTS).scores("日本語") == [0, 0, 0, 0]
    assert LetterSimilarity([]).scores("x") == []


class Counting:
    """An encoder of two numbers: how many letters and how many blanks."""

    def __init__(self) -> None:
        self.encoded: list[str] = []

    def encode(self, texts: list[str]) -> list[list[float]]:
        self.encoded += texts
        return [[sum(map(str.isalpha, text)), text.count(" ")] for text in texts]


def test_vectors_are_kept(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason=needs.DEV)
    encoder = Counting()
    first = SentenceSimilarity(["ab", "a b"], encoder, tmp_path / "cache")
    again = SentenceSimilarity(["ab", "a b"], encoder, tmp_path / "cache")
    assert encoder.encoded == ["ab", "a b"]
    assert again.scores("abc") == first.scores("abc")
    assert first.scores("abc")[0] == pytest.approx(1)


def test_a_torn_file_of_vectors_is_made_again(tmp_path: Path) -> None:
    pytest.importorskip("numpy", reason=needs.DEV)
    SentenceSimilarity(["ab"], Counting(), tmp_path)
    next(tmp_path.iterdir()).write_bytes(b"torn")
    assert SentenceSimilarity(["ab"], Counting(), tmp_path).scores("x") == pytest.approx([1])
