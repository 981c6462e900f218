"""Labelled titles: asmeant's own, and those of a file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from asmeant.authoring.posts.titles import Title, own_titles, read_titles
from asmeant.errors import DataError


def test_own_titles_are_balanced_and_unique() -> None:
    titles = own_titles()
    assert set(Counter((title.language, title.how_to) for title in titles).values()) == {30}
    assert len({title.title for title in titles}) == len(titles) == 240


def test_titles_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text(
        '{"title": "Как найти?", "how_to": true}\n\n{"title": "x", "how_to": false, "language": "es"}\n'
    )
    assert read_titles(file) == [Title("Как найти?", True, "ru"), Title("x", False, "es")]
    file.write_text('{"title": "x", "how_to": "yes"}')
    with pytest.raises(DataError, match=r"line 1: .*A line is"):
        read_titles(file)
    with pytest.raises(DataError, match="cannot be read"):
        read_titles(tmp_path / "none")
