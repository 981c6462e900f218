"""The words that a candidate has said or written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asmeant.execution.guest import vocabulary
from asmeant.execution.guest.vocabulary import UnknownError, crossed_words, words_of


def test_words_are_names_and_no_keywords_or_numbers() -> None:
    assert words_of("x.__class__ if 0x1f else 1e5 + größe_2") == {"x", "__class__", "größe_2"}


def test_words_of_every_text_in_a_message_count(tmp_path: Path) -> None:
    message = {
        "answer": [{"dict": [["key", {"bytes": b"spelt".hex()}]]}, {"mine": [1, "a.Kind", "__call__"]}]
    }
    words = crossed_words([json.dumps(message).encode()], str(tmp_path))
    assert {"key", "spelt", "Kind", "__call__"} <= words


def test_words_of_files_count(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "out.txt").write_text("written = 1")
    (tmp_path / "nowhere").symlink_to("missing")
    assert crossed_words([], str(tmp_path)) == {"written"}


def test_too_much_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vocabulary, "MOST_BYTES", 10)
    with pytest.raises(UnknownError):
        crossed_words([b'"twelve letters"'], str(tmp_path))
    (tmp_path / "large").write_text("12345678901")
    with pytest.raises(UnknownError):
        crossed_words([], str(tmp_path))
