"""Words of a command -> numbers: counts, sizes, moments, modes; nothing where they are none. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

MINUTE, DAY = 60, 86_400
SIZES = {"c": 1, "w": 2, "b": 512, "": 512, "k": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def numbers(value: str) -> Iterator[int]:
    digits = value.lstrip("+-")
    if digits.isdigit() and len(digits) < 7:
        yield int(digits)


def sizes_in(value: str) -> Iterator[tuple[int, int]]:
    match = re.fullmatch(r"[+-]?(\d{1,9})([cwbkMG]?)", value)
    if match:
        yield int(match[1]) * SIZES[match[2]], SIZES[match[2]]


def bytes_in(value: str) -> Iterator[int]:
    """As the core utilities write sizes: 10, 1k, 2M, 5MB, which is nearly 5M."""
    match = re.fullmatch(r"[+-]?(\d{1,9})([bkKM]?)(B|iB)?", value)
    if match:
        yield int(match[1]) * SIZES[match[2].replace("K", "k") or "c"]


def moments(value: str) -> Iterator[float]:
    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        return
    yield (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def mode_of(text: str) -> int | None:
    """Octal digits, or letters: u=rw,g+x, a=r, +x."""
    if re.fullmatch(r"[0-7]{1,5}", text):
        return int(text, 8) & 0o7777
    who_bits = {"u": 0o4700, "g": 0o2070, "o": 0o1007, "a": 0o777}
    what_bits = {"r": 0o444, "w": 0o222, "x": 0o111, "s": 0o6000, "t": 0o1000}
    mode = 0
    clauses = re.findall(r"([ugoa]*)[=+-]?([rwxst]+)", text)
    for who, what in clauses:
        mask = 0
        for letter in who or "a":
            mask |= who_bits[letter]
        for letter in what:
            mode |= what_bits[letter] & (mask | (0o1000 if letter == "t" else 0))
    return mode if clauses else None
