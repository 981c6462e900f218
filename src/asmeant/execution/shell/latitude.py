"""What two outputs may differ in, and what makes two words the same. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

Row = tuple[str, ...]
Rows = list[Row]

NUMBER = re.compile(r"[\d.,]+%?|\d+(\.\d)?[KMGTP](i?B)?")
HUMAN = re.compile(r"\d+(\.\d)?[KMGTP](i?B)?")
SUFFIXES = "KMGTP"
SEPARATORS = re.compile(r"[\s:]+")
QUOTES = "'\"‘’`"


@dataclass(frozen=True, slots=True)
class Latitude:
    """What the output of a reference, the first, and that of a candidate, the second, may differ in.

    `any_order` says that rows may change places; `sources` are the utilities that both outputs come from,
    `speakers` those of either; `names` the files that rows can be about, and `folders` those that need not be
    listed. `told` are both commands, and `intent` is what was asked for: a word that is in any of them tells
    nothing new. `exact_spacing`, `exact_paths`, `exact_units` and `with_totals` are wishes; `details` what a
    row must tell; `counts` that numbers stand beside what they count; `here` is the working directory.
    """

    any_order: bool = False
    sources: frozenset[str] = frozenset()
    speakers: frozenset[str] = frozenset()
    first_says_more: bool = False
    second_says_more: bool = False
    names: Collection[str] = ()
    folders: Collection[str] = ()
    told: tuple[str, ...] = ()
    intent: str = ""
    exact_spacing: bool = False
    exact_paths: bool = False
    exact_units: bool = False
    with_totals: bool = False
    details: tuple[re.Pattern[str], ...] = ()
    counts: bool = False
    here: str = ""


def plain(row: Row, latitude: Latitude) -> Row:
    return tuple(_plain_word(word, latitude) for word in row)


def _plain_word(word: str, latitude: Latitude) -> str:
    bare = word.strip(QUOTES)
    if bare != word and ("/" in bare or bare in latitude.names):  # else quotes belong to the text
        word = bare
    if word == ".":
        return ""
    return word.removeprefix("./").rstrip("/") or word


def parts(row: Row, latitude: Latitude) -> Row:
    return tuple(part for part in SEPARATORS.split(" ".join(plain(row, latitude))) if part)


def is_number(word: str) -> bool:
    return NUMBER.fullmatch(word) is not None


def same_size(one: str, other: str) -> bool:
    if one == other:
        return True
    human, bare = (one, other) if HUMAN.fullmatch(one) else (other, one)
    if not (HUMAN.fullmatch(human) and bare.isascii() and bare.isdigit()):
        return False
    return human in (humanised(int(bare)), humanised(int(bare) * 1024))


def humanised(size: int) -> str:
    """As `ls -h` and `du -h` write it: rounded up, with one digit after the point below ten."""
    if size < 1024:
        return str(size)
    power = 1
    while size >= 1024 ** (power + 1) and power < len(SUFFIXES):
        power += 1
    tenths = -(-size * 10 // 1024**power)
    number = f"{tenths / 10:.1f}" if tenths < 100 else str(-(-size // 1024**power))
    return number + SUFFIXES[power - 1]
