"""One entry of a tree."""

from __future__ import annotations

import pytest

from asmeant.authoring.grounding.entries import MOST_TEXT, of_size
from asmeant.execution.shell import Entry


@pytest.mark.parametrize(
    ("text", "size", "content"),
    [
        (b"abc\n", 0, b""),
        (b"abc\n", 3, b"abc"),
        (b"abc\n", 10, b"abc\nabc\nab"),
        (b"", 0, b""),
        (b"a", MOST_TEXT + 5, b"a" * MOST_TEXT),
    ],
)
def test_a_file_of_a_size(text: bytes, size: int, content: bytes) -> None:
    entry = of_size(Entry("/a", content=text), size)
    assert (entry.content, entry.size) == (content, size)
