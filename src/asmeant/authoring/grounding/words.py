"""A call of a utility -> its words that are known without running it, and numbers in them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from functools import reduce
from itertools import product
from operator import or_

from asmeant.languages.bash.command import Argument, Call, Flag
from asmeant.languages.bash.syntax import ArithmeticExpansion, Glob, ParameterExpansion, walk

MINUTE, DAY = 60, 86_400
# The tests of find that compare ages, and their units.
AGES = {"-mtime": DAY, "-atime": DAY, "-mmin": MINUTE, "-amin": MINUTE}
SIZES = {"c": 1, "w": 2, "b": 512, "k": 1 << 10, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
# The bits of a mode: for whom, and what they allow.
WHOSE = {"u": 0o4700, "g": 0o2070, "o": 0o1007, "a": 0o7777}
ALLOWED = {"r": 0o444, "w": 0o222, "x": 0o111, "s": 0o6000, "t": 0o1000}


def words(call: Call) -> list[Argument]:
    """The arguments of a call, and those of its flags."""
    return [*filter(_is_settled, call.arguments), *(word for flag in call.flags for word in settled(flag))]


def settled(flag: Flag) -> list[Argument]:
    """The arguments of a flag."""
    return [word for word in flag.arguments if isinstance(word, Argument) and _is_settled(word)]


def values(call: Call, *names: str) -> list[str]:
    """The arguments of its flags with these names, in any spelling of a flag."""
    return [
        word.value
        for flag in call.flags
        if not set(names).isdisjoint((flag.name, *(flag.known.names if flag.known else ())))
        for word in settled(flag)
    ]


def _is_settled(word: Argument) -> bool:
    """Whether it is known without running anything."""
    nodes = walk(word.word) if word.word is not None else ()
    return not word.inner and not any(
        isinstance(node, ParameterExpansion | ArithmeticExpansion) for node in nodes
    )


def is_pattern(word: Argument) -> bool:
    """Whether the shell expands it to matching files."""
    return word.word is not None and any(isinstance(part, Glob) for part in word.word.parts)


# ── numbers: nothing where a word is none ──────────────────────────────────────────────────────────


def numbers(words: Iterable[str]) -> Iterator[int]:
    digits = (word.lstrip("+-") for word in words)
    yield from (int(text) for text in digits if text.isdigit() and len(text) < 7)


def sizes(words: Iterable[str], usual_unit: str) -> Iterator[tuple[int, int]]:
    """Bytes, and the unit in which they are counted: 10, 1k, +2M, 5MB, which is nearly 5M."""
    for word in words:
        match = re.fullmatch(r"[+-]?(\d{1,9})([cwbkKMG]?)(B|iB)?", word)
        if match:
            unit = SIZES[match[2] or usual_unit]
            yield int(match[1]) * unit, unit


def moments(words: Iterable[str]) -> Iterator[float]:
    for word in words:
        with suppress(ValueError):
            moment = datetime.fromisoformat(word.strip())
            yield (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def mode_of(text: str) -> int | None:
    """The mode, from octal digits or letters: u=rw,g+x, a=r, +x."""
    if re.fullmatch(r"[0-7]{1,5}", text):
        return int(text, 8) & 0o7777
    clauses = re.findall(r"([ugoa]*)[=+-]?([rwxst]+)", text)
    bits = [
        WHOSE[user_class] & ALLOWED[permission]
        for pair in clauses
        for user_class, permission in product(pair[0] or "a", pair[1])
    ]
    return reduce(or_, bits) if bits else None
