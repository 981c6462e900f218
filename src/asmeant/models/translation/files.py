"""A file -> Translator: existing translations, looked up by the text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from asmeant import plugins
from asmeant.errors import DataError


class FileTranslator:
    """Has translations of some texts only."""

    by_heart = True

    def __init__(self, translations: Mapping[str, str], name: str = "file") -> None:
        self.name = name
        self.translations = translations

    def translate(self, texts: Sequence[str], source: str, target: str) -> Iterator[str]:
        for text in texts:
            if text not in self.translations:
                raise DataError(
                    f"The translator '{self.name}' has no translation of {text[:80]!r}. "
                    f"Add it, or choose another translator."
                )
            yield self.translations[text]


def read_file(words: str) -> FileTranslator:
    """JSON Lines of `{"text": ..., "translation": ...}`."""
    path = Path(words).expanduser()
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}. Give a file of translations.") from None
    translations = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row: dict[str, str] = json.loads(line)
            translations[row["text"]] = row["translation"]
        except (ValueError, KeyError, TypeError):
            raise DataError(
                f"{path}, line {number}: found {line[:60]!r}. "
                f'A line is {{"text": "...", "translation": "..."}}.'
            ) from None
    return FileTranslator(translations, f"file:{path.name}")


def read_released(words: str) -> FileTranslator:
    """The translations released with MCoNaLa: `flores101`, `m2m` or `marianmt`.

    They have the order of the originals, row by row.
    """
    dataset: Any = plugins.load("dataset", "mconala")
    variant = dataset.variant(words)
    languages = dataset.present(None, variant)
    if not languages:
        list(dataset.load(None, variant))  # says which file is missing, and where to get it
    translations = {}
    for original, translated in zip(
        dataset.streams(None, "original", languages), dataset.streams(None, variant, languages), strict=True
    ):
        for source, translation in zip(original, translated, strict=True):
            translations[source.intent] = translation.intent
    return FileTranslator(translations, f"released:{variant}")
