from __future__ import annotations

import pytest

from asmeant.languages.natural.stemming import stem


@pytest.mark.parametrize(
    "words",
    [
        "list lists listed listing",
        "copy copies copied copying",
        "move moves moved moving",
        "stop stops stopped stopping",
        "pass passes passed passing",
        "search searches searched searching",
        "directory directories",
        "index indices indexes",
        "recursive recursively",
        "find found",
    ],
)
def test_forms_of_one_word_meet(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    "words", ["string strip", "file fill", "thing think", "bus buy", "this thin", "is it", "red read"]
)
def test_others_stay_apart(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 2
