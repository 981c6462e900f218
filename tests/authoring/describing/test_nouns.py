"""Noun phrases after a means."""

from __future__ import annotations

import pytest

from asmeant.authoring.describing.nouns import read_nouns
from asmeant.authoring.describing.wording import wording


@pytest.mark.parametrize(
    ("language", "text", "nouns"),
    [
        ("en", "the heap queue algorithm and a lambda function.", ["the heap queue algorithm", "a lambda function"]),
        ("en", "regex to find digits", ["regex"]),
        ("en", "a for loop in Python", ["a for loop"]),
        ("en", "the method of least squares, and return it", ["the method", "return it"]),
        ("en", "regex the digits", ["regex"]),
        ("en", "`json.loads` (fast)", ["json.loads"]),
        ("en", "the * operator", ["the * operator"]),
        ("es", "una expresión regular todos los números", ["una expresión regular"]),
        ("ru", "функций map и filter для списка", ["функций map", "filter"]),
        ("en", "in a list", []),
        ("en", "", []),
    ],
)  # fmt: skip
def test_nouns(language: str, text: str, nouns: list[str]) -> None:
    phrases = read_nouns(text, 0, wording(language))
    assert [" ".join(token.text for token in noun.tokens) for noun in phrases] == nouns


def test_what_follows_of_belongs_to_the_noun() -> None:
    (noun, _) = read_nouns("the method of least squares and more", 0, wording("en"))
    assert [token.text for token in noun.complement] == ["of", "least", "squares"]
    assert noun.end == len("the method of least squares")
