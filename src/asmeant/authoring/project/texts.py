"""Checks for texts that a database cannot store, or that are too long to be written by a person."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from asmeant.errors import DataError

LONGEST_TEXT = 200_000
LONGEST_ID = 200
_PERSON = re.compile(r"\w[\w .@+-]{0,63}")


def check_texts(record: object) -> None:
    """Raises a DataError for a text that is too long, or has characters that cannot be stored."""
    for place, text in _texts(record, ""):
        if len(text) > LONGEST_TEXT:
            raise DataError(
                f"{place} has {len(text):,} characters. At most {LONGEST_TEXT:,} are kept: shorten it."
            )
        if "\0" in text:
            raise DataError(f"{place} contains a NUL character. Remove it.")
        if not _is_unicode(text):
            raise DataError(f"{place} is not valid Unicode. Type or paste it again.")


def check_id(text: str) -> None:
    if not text.strip() or len(text) > LONGEST_ID or text != text.strip() or not text.isprintable():
        raise DataError(
            f"'{text[:60]}' cannot be the id of an item. An id has 1 to {LONGEST_ID} printable characters, "
            "without blanks around them."
        )


def check_person(name: str) -> None:
    if not _PERSON.fullmatch(name) or name != name.strip():
        raise DataError(
            f"'{name[:80]}' cannot be a pseudonym. Use 1 to 64 letters, digits, blanks or . @ + - _, "
            "and begin with a letter or a digit."
        )


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Every text in a record, with its path."""
    if isinstance(value, str):
        yield f"'{place}'", value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name), f"{place}.{field.name}".lstrip("."))
    elif isinstance(value, Mapping):
        for name, content in value.items():
            yield from _texts(name, f"{place}.name")
            yield from _texts(content, f"{place}.{str(name)[:40]}".lstrip("."))
    elif isinstance(value, list | tuple):
        for number, content in enumerate(value):
            yield from _texts(content, f"{place}[{number}]")
