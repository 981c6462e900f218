"""Labelled titles: does this ask how to do something?

{"title": "How to reverse a list", "how_to": true, "language": "en"}
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from asmeant.errors import DataError
from asmeant.languages.natural.detecting import detect


class Title(msgspec.Struct, frozen=True):
    title: str
    how_to: bool
    language: str = ""


@cache
def own_titles() -> tuple[Title, ...]:
    """The titles that come with asmeant, in four languages, written for it."""
    table = tomllib.loads(files(__package__).joinpath("titles.toml").read_text("utf-8"))
    return tuple(
        Title(line, label == "how_to", language)
        for language, labels in table.items()
        for label, lines in labels.items()
        for line in lines.strip().splitlines()
    )


def read_titles(path: Path) -> list[Title]:
    """The user's labels. The language of a title without one is detected."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}. Check the path.") from error
    return [_read(line, path, number) for number, line in enumerate(lines, start=1) if line.strip()]


def _read(line: bytes, path: Path, number: int) -> Title:
    try:
        title = msgspec.json.decode(line, type=Title)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(
            f"{path}, line {number}: {error}. A line is "
            f'{{"title": "How to ...", "how_to": true, "language": "en"}}'
        ) from None
    return title if title.language else msgspec.structs.replace(title, language=detect(title.title))
