"""Two texts -> the least equivalence under which they say the same, or None. Pure.

Each equivalence has a name, and is tried only where the ones before it do not do. None of them looks at a
part of the text only: every row has its counterpart.

    spacing          blanks between words, at the ends of lines, blank lines
    order            of rows, where nothing asked for one
    paths            `./a`, `a` and `/root/a`, a slash at the end of a folder: one root for all rows
    units            `4.0K` and `4096`
    line breaks      the same words in the same order, on other lines
    label            a lone number, and the same number with a word that says what it counts
    folders          rows about folders, in a listing of files, where nothing asked for folders
    frame            a heading or a total that only frames the rows
    columns          each row has the other's words and some more, and both are about the same
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

Row = tuple[str, ...]
Rows = list[Row]

MOST_ROWS = 2000
NUMBER = re.compile(r"[\d.,]+%?|\d+(\.\d)?[KMGTP](i?B)?")
HUMAN = re.compile(r"\d+(\.\d)?[KMGTP](i?B)?")
SUFFIXES = "KMGTP"
SEPARATORS = re.compile(r"[\s:]+")
QUOTES = str.maketrans("", "", "'\"‘’`")
# What frames the rows of a utility, and is none of them.
FRAMES = {
    "ls": re.compile(r"total \d.*|.*:"),
    "wc": re.compile(r"\d[\d ]* total"),
    "du": re.compile(r"\S+ total"),
    "df": re.compile(r"Filesystem .*"),
    "ps": re.compile(r"(F S )?(UID|USER|PID) .*"),
    "od": re.compile(r"[0-7]{7}"),
    "hexdump": re.compile(r"[0-9a-f]{7,8}"),
    "tree": re.compile(r"\d+ director(y|ies).*"),
}


@dataclass(frozen=True, slots=True)
class Latitude:
    """What two outputs may differ in.

    Whether rows may change places; the utilities that both outputs come from; whether the first or the second
    may have more columns; the names of files that rows can be about; the folders that need not be listed.
    """

    any_order: bool = False
    sources: frozenset[str] = frozenset()
    first_says_more: bool = False
    second_says_more: bool = False
    names: Collection[str] = ()
    folders: Collection[str] = ()


def equivalence(one: str, other: str, latitude: Latitude) -> str | None:
    """The name of the equivalence that was needed; empty where the texts are equal."""
    if one == other:
        return ""
    left, right = _rows(one), _rows(other)
    if not (left and right) or max(len(left), len(right)) > MOST_ROWS:
        return "spacing" if left == right else None
    return next(_equivalences(left, right, latitude), None)


def _equivalences(left: Rows, right: Rows, latitude: Latitude) -> Iterator[str]:
    for name, same in LADDER:
        if same(left, right, latitude):
            yield name
        if latitude.any_order and same(sorted(left), sorted(right), latitude):
            yield "order" if name == "spacing" else f"order, {name}"
    files = _without_folders(left, latitude), _without_folders(right, latitude)
    if all(files) and (files[0] == left) != (files[1] == right):  # only one of them lists any
        yield from (f"folders, {name}" for name in _equivalences(*files, replace(latitude, folders=())))
    framed = _without_frame(left, latitude), _without_frame(right, latitude)
    if all(framed) and framed != (left, right):
        yield from (f"frame, {name}" for name in _equivalences(*framed, replace(latitude, folders=())))
    if _same_but_for_columns(left, right, latitude):
        yield "columns"


def _rows(text: str) -> Rows:
    return [words for line in text.splitlines() if (words := tuple(line.split()))]


def _same(left: Rows, right: Rows, _latitude: Latitude) -> bool:
    return left == right


def _same_words(left: Rows, right: Rows, _latitude: Latitude) -> bool:
    return [word for row in left for word in row] == [word for row in right for word in row]


def _same_but_for_label(left: Rows, right: Rows, _latitude: Latitude) -> bool:
    if len(left) != 1 or len(right) != 1:
        return False
    fewer, more = sorted((left[0], right[0]), key=len)
    if len(fewer) != 1 or len(more) != 2 or fewer[0] not in more:
        return False
    return [bool(NUMBER.fullmatch(word)) for word in (*fewer, *more)].count(True) == 2 and bool(
        NUMBER.fullmatch(fewer[0])
    )


def _without_folders(rows: Rows, latitude: Latitude) -> Rows:
    return [row for row in rows if " ".join(_plain(row)) not in latitude.folders]


def _without_frame(rows: Rows, latitude: Latitude) -> Rows:
    frames = [FRAMES[name] for name in latitude.sources if name in FRAMES]
    return [row for row in rows if not any(frame.fullmatch(" ".join(row)) for frame in frames)]


# ── paths ──────────────────────────────────────────────────────────────────────────────────────────


def _same_but_for_root(left: Rows, right: Rows, latitude: Latitude) -> bool:
    if len(left) != len(right):
        return False
    left, right = [_plain(row) for row in left], [_plain(row) for row in right]
    if latitude.any_order:
        left, right = sorted(left), sorted(right)
    roots = {root for one, other in zip(left, right, strict=True) for root in _roots(one, other)}
    return None not in roots and len(roots) <= 1


def _plain(row: Row) -> Row:
    return tuple(_plain_word(word) for word in row)


def _plain_word(word: str) -> str:
    word = word.translate(QUOTES)
    if word == ".":
        return ""
    return word.removeprefix("./").rstrip("/") or word


def _roots(one: Row, other: Row) -> set[str | None]:
    """What must stand before the words of one row to make the other; None where nothing would do."""
    if len(one) != len(other):
        return {None}
    return {_root(*pair) for pair in zip(one, other, strict=True) if pair[0] != pair[1]}


def _root(one: str, other: str) -> str | None:
    shorter, longer = sorted((one, other), key=len)
    if not shorter:
        return longer + "/" if "/" in longer else None
    root = longer.removesuffix(shorter)
    return root if root != longer and root.endswith("/") else None


# ── units ──────────────────────────────────────────────────────────────────────────────────────────


def _same_but_for_units(left: Rows, right: Rows, latitude: Latitude) -> bool:
    if len(left) != len(right) or not latitude.sources & {"du", "df", "ls", "stat", "find"}:
        return False
    return all(
        len(one) == len(other) and all(map(_same_size, one, other))
        for one, other in zip(left, right, strict=True)
    )


def _same_size(one: str, other: str) -> bool:
    if one == other:
        return True
    human, plain = (one, other) if HUMAN.fullmatch(one) else (other, one)
    if not (HUMAN.fullmatch(human) and plain.isascii() and plain.isdigit()):
        return False
    return human in (humanised(int(plain)), humanised(int(plain) * 1024))


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


# ── columns ────────────────────────────────────────────────────────────────────────────────────────


def _same_but_for_columns(left: Rows, right: Rows, latitude: Latitude) -> bool:
    """Every row of one side has its own on the other side, which has all its words and perhaps more."""
    if len(left) != len(right):
        return False
    first, second = [_parts(row) for row in left], [_parts(row) for row in right]
    return (latitude.second_says_more and _within(first, second, latitude)) or (
        latitude.first_says_more and _within(second, first, latitude)
    )


def _parts(row: Row) -> Row:
    return tuple(part for part in SEPARATORS.split(" ".join(_plain(row))) if part)


def _within(fewer: Sequence[Row], more: Sequence[Row], latitude: Latitude) -> bool:
    pairs = _pairs(fewer, more, latitude.any_order)
    if pairs is None:
        return False
    # Several rows, each found in as many rows as there are of it, can hardly be about anything else.
    telling = len(fewer) > 1 and all(
        sum(_is_part(row, other) for other in more) == fewer.count(row) for row in fewer
    )
    return telling or all(_says_what_it_is_about(*pair, latitude) for pair in pairs)


def _pairs(fewer: Sequence[Row], more: Sequence[Row], any_order: bool) -> list[tuple[Row, Row]] | None:
    """Each row with that of which it is a part; None where one is left over."""
    left, found = list(more), []
    for place, row in enumerate(fewer):
        among = left if any_order else more[place : place + 1]
        other = next((other for other in among if _is_part(row, other)), None)
        if other is None:
            return None
        left.remove(other)
        found.append((row, other))
    return found


def _is_part(fewer: Row, more: Row) -> bool:
    """The words of one row, in their order, among those of the other."""
    rest = iter(more)
    return all(any(_same_size(word, other) for other in rest) for word in fewer)


def _says_what_it_is_about(fewer: Row, more: Row, latitude: Latitude) -> bool:
    about_a_file = any("/" in word or word in latitude.names for word in fewer)
    return about_a_file or 2 * len(fewer) >= len(more)


LADDER: tuple[tuple[str, Callable[[Rows, Rows, Latitude], bool]], ...] = (
    ("spacing", _same),
    ("paths", _same_but_for_root),
    ("units", _same_but_for_units),
    ("line breaks", _same_words),
    ("label", _same_but_for_label),
)
