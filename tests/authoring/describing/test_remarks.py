"""A text from which words are removed still reads well."""

from __future__ import annotations

import pytest

from asmeant.authoring.describing.remarks import needs_blank, without


@pytest.mark.parametrize(
    ("text", "words", "left"),
    [
        ("Using X, do it.", "Using X", "Do it."),
        ("Do it, using X.", "using X", "Do it."),
        ("Do it using X now.", "using X", "Do it now."),
        ("Do it. Using X, go.", "Using X", "Do it. Go."),
        ("Find and, using X, print", "using X", "Find and, print"),
        ("X で、数える", "X で", "数える"),
    ],
)
def test_without(text: str, words: str, left: str) -> None:
    start = text.index(words)
    assert without(text, start, start + len(words)) == left


def test_blanks_are_between_words_only() -> None:
    assert needs_blank("a", "b")
    assert not needs_blank("a", ".")
    assert not needs_blank("数", "a")
