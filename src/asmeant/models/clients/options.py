"""`NAME[?option=value&...]` -> the name or path of a local model, and its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from asmeant.errors import UsageError


@dataclass(frozen=True, slots=True)
class Words:
    """`options` are whole numbers, `texts` the options that are words."""

    name: str
    options: Mapping[str, int] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)


def read_words(words: str, known: Mapping[str, range], known_texts: Sequence[str] = ()) -> Words:
    """Parse the words. `known` has the valid values of each option. Only the last '?' starts the options."""
    name, mark, query = words.rpartition("?")
    if not mark:
        return Words(words)
    pairs = parse_qsl(query, keep_blank_values=True)
    numbers = {
        option: _read(option, text, known, known_texts) for option, text in pairs if option not in known_texts
    }
    return Words(name, numbers, {option: text for option, text in pairs if option in known_texts})


def _read(option: str, text: str, known: Mapping[str, range], known_texts: Sequence[str]) -> int:
    if option not in known:
        raise UsageError(
            f"No option of a local model is called '{option}'. Known: {', '.join([*known, *known_texts])}. "
            f"For example: ?{next(iter(known))}={next(iter(known.values())).start}"
        )
    values = known[option]
    if not (text.isascii() and text.isdigit() and int(text) in values):
        raise UsageError(
            f"The option {option}={text} is not valid: it must be a whole number from {values.start} "
            f"to {values.stop - 1}."
        )
    return int(text)
