"""Two texts -> the least equivalence under which they say the same, or None. Pure.

Each equivalence has a name, and is tried only where the ones before it do not do. None of them looks at a
part of the text only: every row has its counterpart.

    spacing          blanks between words, at the ends of lines, blank lines
    order            of rows, where nothing asked for one
    paths            `./a`, `a` and `/root/a`, a slash at the end of a folder: one root for all rows
    units            `4.0K` and `4096`
    line breaks      the same words in the same order, on other lines; of names of files, in any order
    numbering        `3:text`, `3. text` and `3 text`
    label            a lone number or checksum, and the same with a word that tells nothing new
    sides            `3 name` and `name: 3`, where names are counted
    folders          rows about folders, in a listing of files, where nothing asked for folders
    frame            a heading or a total that only frames the rows
    columns          each row has the other's words and some more, and both are about the same
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from asmeant.execution.shell.columns import same_but_for_columns
from asmeant.execution.shell.latitude import Latitude, Row, Rows, is_number, parts, plain, same_size

MOST_ROWS = 2000
NUMBERED = re.compile(r"(\d+)(?:[:.)]|$)\s*")
CHECKSUM = re.compile(r"[0-9a-f]{16,}")
# What is counted, and tells nothing that a number does not.
NOUNS = re.compile(
    r"-|lines?|words?|bytes?|char(acter)?s?|files?|director(y|ies)|folders?|match(es)?|items?|total"
)
WORDS = re.compile(r"[\w+-][\w.+-]*")
SIZING = {"du", "df", "ls", "stat", "find"}
# What frames the rows of a utility, and is none of them.
FRAMES = {
    "ls": re.compile(r"total \d.*|.*:|([-dlbcps]\S+ .* )?\.\.?"),
    "wc": re.compile(r"\d[\d ]* total"),
    "du": re.compile(r"\S+ total"),
    "df": re.compile(r"Filesystem .*"),
    "ps": re.compile(r"(F S )?(UID|USER|PID) .*"),
    "od": re.compile(r"[0-7]{7}"),
    "hexdump": re.compile(r"[0-9a-f]{7,8}"),
    "tree": re.compile(r"\d+ director(y|ies).*"),
    # Of the command itself: its name, and how many shells it is in.
    "env": re.compile(r"(_|SHLVL)=\S+"),
    "printenv": re.compile(r"(_|SHLVL)=\S+"),
}
TOTALS = {"wc", "du", "tree"}


def equivalence(one: str, other: str, latitude: Latitude) -> str | None:
    """The name of the equivalence that was needed; empty where the texts are equal."""
    if one == other:
        return ""
    if one.rstrip() == other.rstrip():
        return "spacing"
    left, right = _rows(one, latitude), _rows(other, latitude)
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
    if same_but_for_columns(left, right, latitude):
        yield "columns"


def _rows(text: str, latitude: Latitude) -> Rows:
    if latitude.exact_spacing:  # every line is one word
        return [(line,) for line in text.rstrip().splitlines()]
    return [words for line in text.splitlines() if (words := tuple(line.split()))]


def _same(left: Rows, right: Rows, _latitude: Latitude) -> bool:
    return left == right


def _same_words(left: Rows, right: Rows, latitude: Latitude) -> bool:
    first, second = ([word for row in rows for word in row] for rows in (left, right))
    if first == second:
        return True
    if len(first) != len(second) or len(left) == len(right) or not latitude.any_order:
        return False
    one, other = ([plain((word,), latitude) for word in words] for words in (first, second))
    if not all("/" in word or word in latitude.names for (word,) in (*one, *other)):
        return False
    return _same_but_for_root(one, other, latitude)


def _same_but_for_numbering(left: Rows, right: Rows, latitude: Latitude) -> bool:
    if latitude.exact_spacing or not all(row[0][0].isdigit() for row in (*left, *right)):
        return False
    rows = _numbered(left)
    if rows != _numbered(right) or not any(len(row) > 1 for row in rows):
        return False
    numbers = [int(row[0]) for row in rows if row[0].isdecimal()]
    return len(numbers) == len(rows) and numbers == sorted(set(numbers))  # those of lines


def _numbered(rows: Rows) -> list[list[str]]:
    return [NUMBERED.sub(r"\1 ", " ".join(row), count=1).split() for row in rows]


def _same_but_for_label(left: Rows, right: Rows, latitude: Latitude) -> bool:
    if len(left) != 1 or len(right) != 1 or not {len(left[0]), len(right[0])} <= {1, 2}:
        return False
    first, second = (_labelled(row) for row in (left[0], right[0]))
    if first is None or second is None or first[0] != second[0]:
        return False
    labels = {label for label in (first[1], second[1]) if label and not NOUNS.fullmatch(label)}
    return len(labels) <= 1 and all(_tells_nothing_new(label, latitude) for label in labels)


def _labelled(row: Row) -> tuple[str, str] | None:
    """A value and the word beside it; None where it is not clear which is which."""
    values = [word for word in row if is_number(word) or CHECKSUM.fullmatch(word)]
    if len(values) != 1:
        return None
    return values[0], "".join(word for word in row if word != values[0])


def _tells_nothing_new(label: str, latitude: Latitude) -> bool:
    known = {word for text in (*latitude.told, latitude.intent) for word in WORDS.findall(text)}
    words = WORDS.findall(label)
    return bool(words) and all(word in known for word in words)


def _same_but_for_sides(left: Rows, right: Rows, latitude: Latitude) -> bool:
    if not latitude.counts or len(left) != len(right):
        return False
    first, second = (
        [row for words in rows if (row := _number_first(parts(words, latitude)))] for rows in (left, right)
    )
    if latitude.any_order:
        first, second = sorted(first), sorted(second)
    return len(first) == len(left) and first == second


def _number_first(row: Row) -> Row | None:
    if len(row) < 2 or is_number(row[0]) == is_number(row[-1]):
        return None
    return row if is_number(row[0]) else (row[-1], *row[:-1])


def _without_folders(rows: Rows, latitude: Latitude) -> Rows:
    return [row for row in rows if " ".join(plain(row, latitude)) not in latitude.folders]


def _without_frame(rows: Rows, latitude: Latitude) -> Rows:
    kept = TOTALS if latitude.with_totals else set()
    frames = [FRAMES[name] for name in latitude.speakers - kept if name in FRAMES]
    return [row for row in rows if not any(frame.fullmatch(" ".join(row)) for frame in frames)]


# ── paths ──────────────────────────────────────────────────────────────────────────────────────────


def _same_but_for_root(left: Rows, right: Rows, latitude: Latitude) -> bool:
    if len(left) != len(right):
        return False
    left, right = [plain(row, latitude) for row in left], [plain(row, latitude) for row in right]
    if latitude.any_order:
        left, right = sorted(left), sorted(right)
    roots: set[str | None] = set()
    shorter: list[str] = []
    for one, other in zip(left, right, strict=True):
        if len(one) != len(other):
            return False
        for pair in zip(one, other, strict=True):
            if pair[0] != pair[1]:
                roots.add(_root(*pair))
                shorter.append(min(pair, key=len))
    if None in roots or len(roots) > 1 or (roots and latitude.exact_paths) or shorter == [""]:
        return False
    return all(_may_be_root(str(root), shorter, latitude) for root in roots)


def _root(one: str, other: str) -> str | None:
    """What must stand before one word to make the other; None where nothing would do."""
    shorter, longer = sorted((one, other), key=len)
    if not shorter:
        return longer + "/" if "/" in longer else None
    root = longer.removesuffix(shorter)
    return root if root != longer and root.endswith("/") else None


def _may_be_root(root: str, shorter: list[str], latitude: Latitude) -> bool:
    """Not where the shorter paths are files here, and the longer ones are of the same names elsewhere."""
    if not latitude.here or posixpath.normpath(posixpath.join(latitude.here, root)) == latitude.here:
        return True
    if not all(posixpath.join(latitude.here, path) in latitude.names for path in shorter):
        return True
    return all(root.strip("./") in text for text in latitude.told)


# ── units ──────────────────────────────────────────────────────────────────────────────────────────


def _same_but_for_units(left: Rows, right: Rows, latitude: Latitude) -> bool:
    if len(left) != len(right) or latitude.exact_units or not latitude.sources & SIZING:
        return False
    return all(
        len(one) == len(other) and all(map(same_size, one, other))
        for one, other in zip(left, right, strict=True)
    )


LADDER: tuple[tuple[str, Callable[[Rows, Rows, Latitude], bool]], ...] = (
    ("spacing", _same),
    ("paths", _same_but_for_root),
    ("units", _same_but_for_units),
    ("line breaks", _same_words),
    ("numbering", _same_but_for_numbering),
    ("label", _same_but_for_label),
    ("sides", _same_but_for_sides),
)
