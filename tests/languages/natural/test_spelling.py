from __future__ import annotations

import pytest

from asmeant.languages.natural.spelling import respelt


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("directroy", "directory"),  # two letters swapped
        ("direcory", "directory"),  # one too few
        ("dirrectory", "directory"),  # one too many
        ("directary", "directory"),  # a wrong one
        ("subdirectoris", "subdirectories"),
        ("recursivly", "recursively"),
        ("seperated", "separated"),
        ("teh", "the"),
    ],
)
def test_slips_are_put_right(word: str, right: str) -> None:
    assert respelt(word) == right


@pytest.mark.parametrize(
    "word",
    [
        "directory", "directories", "follow", "follows", "addresses", "context", "content", "contest", "director",
        "exiting", "existing", "formal", "format", "foo", "readme", "permission", "printing", "irectory",
        "x" * 10_000, "ｄirectory",
    ],
)  # fmt: skip
def test_other_words_stay(word: str) -> None:
    assert respelt(word) == word
