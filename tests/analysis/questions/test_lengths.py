from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from asmeant.languages.natural.words import word_splitter
from tests import needs
from tests.analysis.questions.made import asked, cells, mconala_run


def test_lengths_of_references_and_candidates(tmp_path: Path) -> None:
    files = mconala_run(tmp_path / "run", "", {"mconala/es/0": ["x"], "mconala/ja/0": [" "]})
    found = asked("lengths", files)
    assert cells(found.tables[0]) == [
        ["Spanish", "references", "1", "4.00", "4.00", "4", "4"],  # the same pair counts once
        ["Spanish", "candidates", "2", "2.50", "2.50", "1", "4"],
        ["Japanese", "references", "1", "13.00", "13.00", "13", "13"],
        ["Japanese", "candidates", "0", "–", "–", "–", "–"],
        ["all", "references", "2", "8.50", "8.50", "4", "13"],
        ["all", "candidates", "2", "2.50", "2.50", "1", "4"],
    ]
    assert found.plots[0].series == {"references": (4.0, 13.0), "candidates": (1.0, 4.0)}  # type: ignore[union-attr]


def test_languages_of_translations_are_those_people_wrote(tmp_path: Path) -> None:
    table, _ = asked("lengths", mconala_run(tmp_path / "run", "m2m")).tables
    assert [row[0] for row in cells(table)] == ["Spanish", "Spanish", "Japanese", "Japanese", "all", "all"]


class Token:
    def __init__(self, text: str) -> None:
        self.text = text


def test_words_of_intents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def blank(language: str) -> object:
        if language == "ja":
            raise ImportError("no dictionary\nand more about it")
        return lambda text: [Token(word) for word in text.split()]

    word_splitter.cache_clear()
    monkeypatch.setitem(sys.modules, "spacy", SimpleNamespace(blank=blank))
    _, words = asked("lengths", mconala_run(tmp_path / "run", "")).tables
    word_splitter.cache_clear()
    assert cells(words) == [
        ["Spanish", "2", "4.00", "4.00", "4", "4"],
        ["Japanese", "1", "–", "–", "–", "–"],
    ]
    assert "(no dictionary). Install it with: pip install 'asmeant[lengths]'" in words.notes[1]


@pytest.mark.parametrize(
    ("language", "text", "count"), [("es", "¿Cómo ordeno una lista?", 6), ("ja", "リストを並べ替える", 4)]
)
def test_words_by_the_libraries_themselves(language: str, text: str, count: int) -> None:
    pytest.importorskip("spacy", reason=needs.LENGTHS)
    word_splitter.cache_clear()
    assert len(word_splitter(language)(text)) == count
