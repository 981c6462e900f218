"""The nearest text comes first; an index on disk answers as one in memory does."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.models.adapter.neighbours import NeighbourIndex

TEXTS = [
    "find all text files in the current directory",
    "count the lines of a file",
    "remove empty directories",
    "find all java files that contain TODO",
    "print the current date",
]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("find java files with TODO in them", 3),
        ("delete empty directories", 2),
        ("what is the current date?", 4),
        ("COUNT THE LINES", 1),
    ],
)
def test_the_nearest(text: str, position: int) -> None:
    assert next(NeighbourIndex.build(TEXTS).nearest(text)) == position


def test_a_text_is_nearest_to_itself() -> None:
    index = NeighbourIndex.build(TEXTS)
    assert [next(index.nearest(text)) for text in TEXTS] == list(range(len(TEXTS)))


def test_nothing_in_common() -> None:
    assert list(NeighbourIndex.build(TEXTS).nearest("ファイル")) == []
    assert list(NeighbourIndex.build([]).nearest("find")) == []


def test_what_is_in_every_text_says_nothing() -> None:
    texts = [f"please show number{number}" for number in range(100)]
    assert list(NeighbourIndex.build(texts).nearest("please")) == []


def test_on_disk(tmp_path: Path) -> None:
    first = NeighbourIndex.cached(TEXTS, tmp_path)
    (path,) = tmp_path.iterdir()
    again = NeighbourIndex.cached(TEXTS, tmp_path)
    question = "files that contain text"
    assert list(again.nearest(question)) == list(first.nearest(question))
    path.write_bytes(path.read_bytes()[:-4])
    assert list(NeighbourIndex.cached(TEXTS, tmp_path).nearest(question)) == list(first.nearest(question))


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert next(NeighbourIndex.cached(TEXTS, tmp_path / "file").nearest("current date")) == 4
