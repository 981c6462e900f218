"""`NAME?option=number&...` -> Words: the name of a local model, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

from asmeant.errors import UsageError


@dataclass(frozen=True, slots=True)
class Words:
    name: str
    options: Mapping[str, int]


def read_words(words: str, known: Mapping[str, range]) -> Words:
    """Parse the words. `known` has the valid values of each option. Only the last '?' starts the options."""
    name, mark, query = words.rpartition("?")
    if not mark:
        return Words(words, {})
    pairs = parse_qsl(query, keep_blank_values=True)
    return Words(name, {option: _read(option, text, known) for option, text in pairs})


def _read(option: str, text: str, known: Mapping[str, range]) -> int:
    if option not in known:
        raise UsageError(
            f"No option of a local model is called '{option}'. Known: {', '.join(known)}. "
            f"Say for example: ?{next(iter(known))}={next(iter(known.values())).start}"
        )
    values = known[option]
    if not (text.isascii() and text.isdigit() and int(text) in values):
        raise UsageError(
            f"The option {option}={text} makes no sense: it is a whole number from {values.start} "
            f"to {values.stop - 1}."
        )
    return int(text)
