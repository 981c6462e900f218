"""A text, read as the kind of answer that is expected -> a value, or None where it is not of that kind. Pure.

Two outputs are the same where their values are equal. What is read of a file is a fact of the tree: a row
names an entry, and whatever else it says of that entry has to be true.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from asmeant.execution.shell.facts import CHECKSUMS, Facts, humanised
from asmeant.records import AnswerKind, Expectation

Value = Any
NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)")
SIZE = re.compile(r"\d+(\.\d+)?[KMGTP](i?B)?")
CHECKSUM = re.compile(r"[0-9a-f]{8,}")
LABELLED = re.compile(r"(?:(?:MD5|SHA\d*)(?:\(stdin\)|\((.*)\)) ?= ?)(\S+)")
# Of `ls -l`, before the rows; of `wc` and `du`, after them.
TOTAL_BEFORE = re.compile(r"total [\d.]+[KMGTP]?")
TOTAL_AFTER = re.compile(r"[\d.]+[KMGTP]?(\s+[\d.]+)*\s+total")
NUMBERED = re.compile(r"\s*(\d+)(?:[:\-.)]|\t| )")
LABEL = re.compile(r"[^\W\d]+( [^\W\d]+){0,3}[:=]")
INODE = re.compile(r"\d+")
OFFSET = re.compile(r"[0-9a-f]{6,8}:?(?: |$)")
OF_ITSELF = re.compile(r"(_|SHLVL)=.*")
QUOTED = re.compile(r"'(.*)'|\"(.*)\"|‘(.*)’")
MOST_ROWS = 5000


@dataclass(frozen=True, slots=True)
class Row:
    """What one row says: of which file, and what. `details` are the words that were asked for."""

    file: str
    details: tuple[str, ...] = ()


def read(text: str, expects: Expectation, facts: Facts) -> Value | None:
    """The value of an output; None where it is not an answer of that kind."""
    if text.count("\n") > MOST_ROWS and expects.kind not in ("text", "nothing"):
        return None
    return READERS[expects.kind](text, expects, facts)


def same_answer(one: str, other: str, expects: Expectation, first: Facts, second: Facts) -> bool:
    """Whether two texts have the same value. What is not of the expected kind is compared as lines."""
    if "\\x" in one + other and one != other:  # a byte that is no text looks like the text of its escape
        return False
    value = read(one, expects, first)
    if value is None:
        rows: AnswerKind = "lines" if expects.ordered else "lines in any order"
        expects = replace(expects, kind=rows, attributes=tuple({*expects.attributes} & {"count"}))
        value = read(one, expects, first)
    candidate = read(other, expects, second)
    if not candidate and expects.attributes and isinstance(value, tuple) and len(value) == 1:
        row = value[0]
        return isinstance(row, Row) and details_of(other, row.file, expects, second) == row.details
    if candidate is None:
        return False
    return bool(value == candidate)


# ── values and lines ───────────────────────────────────────────────────────────────────────────────


def _nothing(_text: str, _expects: Expectation, _facts: Facts) -> Value:
    return ()


def _text(text: str, expects: Expectation, _facts: Facts) -> Value:
    return text.rstrip("\n") if expects.spacing else _blanks_joined(text.split("\n"))


def _lines(text: str, expects: Expectation, facts: Facts) -> Value:
    lines = text.rstrip("\n").split("\n") if text.strip("\n") else []
    if not expects.spacing:
        lines = list(_blanks_joined(lines))
    if "variables" in expects.attributes:  # not those that tell of the command that prints them
        lines = [line for line in lines if not OF_ITSELF.fullmatch(line)]
    if "dump" in expects.attributes and "offset" not in expects.attributes:
        lines = [OFFSET.sub("", line) for line in lines if not OFFSET.fullmatch(line)]
    if "count" in expects.attributes:
        lines = [_number_first(line) for line in lines]
    if "paths" in expects.attributes:
        lines = [_with_entries(line, facts) for line in lines]
    if expects.kind == "lines in any order" or not expects.ordered:
        return tuple(sorted(lines))
    return tuple(lines)


def _with_entries(line: str, facts: Facts) -> str:
    """With the entry in place of each word that names one: `/a/:` is `/a`."""
    words = [(word, facts.resolve(word.rstrip(":"), facts.working_directory)) for word in line.split()]
    return " ".join(path or word for word, path in words)


def _blanks_joined(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(words for line in lines if (words := " ".join(line.split())))


def _number_first(line: str) -> str:
    """`3 name` for `name 3` and `name: 3`."""
    before, _, last = line.rpartition(" ")
    first = line.partition(" ")[0]
    if NUMBER.fullmatch(last) and not NUMBER.fullmatch(first):
        return f"{last} {before.removesuffix(':')}"
    return line


def _number(text: str, expects: Expectation, facts: Facts) -> Value | None:
    """One number, alone or beside the name of a file."""
    value = _value(text, expects, facts)
    if value is None or not (NUMBER.fullmatch(value.text) or SIZE.fullmatch(value.text)):
        return None
    try:
        number = value.text if SIZE.fullmatch(value.text) else Decimal(value.text).normalize()
    except InvalidOperation:
        return None
    return replace(value, number=number)


@dataclass(frozen=True, slots=True, eq=False)
class _Value:
    """A value, and the file that it is details to be of, where one is named."""

    text: str
    file: str | None = None
    number: Decimal | str | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Value) or (self.file and other.file and self.file != other.file):
            return False
        if self.number is None:
            return self.text == other.text
        return self.number == other.number or _same_size(self.number, other.number)

    __hash__ = None  # type: ignore[assignment]


def _same_size(one: Decimal | str | None, other: Decimal | str | None) -> bool:
    """`4.0K` is 4096, or 4 blocks of 1K."""
    human, bare = (one, other) if isinstance(one, str) else (other, one)
    if not isinstance(human, str) or not isinstance(bare, Decimal) or bare != int(bare):
        return False
    return human in (humanised(int(bare)), humanised(int(bare) * 1024))


def _value(text: str, expects: Expectation, facts: Facts) -> _Value | None:
    """One value. Beside a number or a checksum may stand the file that it is of."""
    rows = _blanks_joined(text.split("\n"))
    if len(rows) != 1:
        return None
    labelled = LABELLED.fullmatch(rows[0])
    if labelled:
        return _Value(labelled[2], _entry(labelled[1] or "", expects, facts))
    words = rows[0].split()
    name, colon, end = rows[0].rpartition(":")
    sides = [(words[0], " ".join(words[1:])), (words[-1], " ".join(words[:-1])), (end.strip(), name + colon)]
    for value, label in sides:
        if label and (NUMBER.fullmatch(value) or SIZE.fullmatch(value) or CHECKSUM.fullmatch(value)):
            file = _entry(label.removesuffix(":"), expects, facts)
            is_label = expects.kind == "number" and LABEL.fullmatch(label)
            if file or is_label or label in ("-", "total"):
                return _Value(value, file)
    return _Value(rows[0])


def _entry(name: str, expects: Expectation, facts: Facts) -> str | None:
    return next(filter(None, (facts.resolve(name, place) for place in _places(expects, facts))), None)


def _places(expects: Expectation, facts: Facts) -> tuple[str, ...]:
    """Where relative names may begin: the working directory, and where the reference looks."""
    here = facts.working_directory
    folders = (facts.resolve(folder, here) for folder in expects.folders)
    return tuple(dict.fromkeys((here, *(folder for folder in folders if folder and facts.is_folder(folder)))))


# ── files ──────────────────────────────────────────────────────────────────────────────────────────


def _files(text: str, expects: Expectation, facts: Facts) -> Value | None:
    """Rows about entries of this tree, all of them found from the same folder."""
    for place in _places(expects, facts):
        rows = _Listing(place, expects, facts).rows(text)
        if rows is not None:
            return tuple(rows) if expects.ordered else tuple(sorted(rows, key=repr))
    return None


class _Listing:
    """Reads rows of which each names an entry. A heading `folder:` says where the names below it begin."""

    def __init__(self, folder: str, expects: Expectation, facts: Facts) -> None:
        self.folder, self.expects, self.facts = folder, expects, facts

    def rows(self, text: str) -> list[Row] | None:
        rows: list[Row] = []
        folder, begins, listed = self.folder, True, True
        lines = _without_itself(text.replace("\0", "\n").split("\n"))
        last = max((place for place, line in enumerate(lines) if line.strip()), default=0)
        for place, line in enumerate(lines):
            if not line.strip():
                begins = True
                continue
            heading = self._heading(line) if begins else None
            if heading is not None:
                if not listed and not self.facts.is_empty(folder):
                    return None
                folder, listed = heading, False
                continue
            total = TOTAL_BEFORE if begins or not listed else TOTAL_AFTER if place == last else None
            begins = False
            if total is not None and total.fullmatch(line.strip()):
                rows += [Row("total", tuple(line.split()))] if self.expects.totals else []
                continue
            named = self._row(line, folder)
            if named is None:
                return None
            rows, listed = [*rows, *named], True
        if not listed and not self.facts.is_empty(folder):
            return None
        return list(dict.fromkeys(rows)) if self.expects.contents else rows

    def _heading(self, line: str) -> str | None:
        if not line.endswith(":"):
            return None
        path = self.facts.resolve(line[:-1], self.folder)
        return path if path is not None and self.facts.is_folder(path) else None

    def _row(self, line: str, folder: str) -> list[Row] | None:
        labelled = LABELLED.fullmatch(line.strip())
        if labelled and labelled[1]:
            line = f"{labelled[2]} {labelled[1]}"
        if self.expects.contents:
            line = self._without_content(line, folder)
        whole = self._named(line.strip(), (), folder) or self._named(line, (), folder)
        if whole is not None:
            return [whole]
        for name, others in _splits(line):
            row = self._named(name, others, folder)
            if row is not None:
                return [row]
        if self.expects.attributes:
            return None
        rows = [self._named(word, (), folder) for word in line.split()]
        return [row for row in rows if row is not None] if None not in rows else None

    def _without_content(self, line: str, folder: str) -> str:
        """`file` for `file:text` and `file:3:text`, where that is a line of the file."""
        for place in [match.start() for match in re.finditer(":", line)]:
            path = self.facts.resolve(line[:place], folder)
            rest = re.sub(r"^\d+:", "", line[place + 1 :])
            if path is not None and any(rest in lines for lines in self.facts.lines(path)):
                return line[:place]
        return line

    def _named(self, name: str, others: tuple[str, ...], folder: str) -> Row | None:
        quoted = QUOTED.fullmatch(name)
        path = self.facts.resolve(name, folder)
        if path is None and quoted:
            path = self.facts.resolve(next(filter(None, quoted.groups()), ""), folder)
        if path is None or (others and not (self.expects.extras or self.expects.attributes)):
            return None
        details = self._details(path, others)
        if details is None:
            return None
        return Row(name if self.expects.paths == "printed" else path, details)

    def _details(self, path: str, others: tuple[str, ...]) -> tuple[str, ...] | None:
        """What a row says of a file that was asked for; None where that is missing, or anything is false."""
        truths = {name: self.facts.values(path, name) for name in self.expects.attributes}
        if not all(truths.values()):  # nothing here knows what is true: it is what the reference says
            return others if others else None
        details = []
        for name, values in truths.items():
            word = next((word for word in others if _bare(word) in values), None)
            if word is None:
                return None
            exact = name in CHECKSUMS or (self.expects.units and name in ("size", "usage"))
            details.append(word if exact else name)
        true = set(self.facts.words(path)).union(*truths.values())
        if not self.facts.values(path, "mode") & set(others):  # a lone number is a size, or nothing
            sizes = self.facts.values(path, "size") | self.facts.values(path, "usage")
            true = {word for word in true if not word.isdecimal() or word in sizes}.union(*truths.values())
        false = [word for word in others if _bare(word) not in true]
        if (
            false and false[0] == others[0] and INODE.fullmatch(false[0])
        ):  # `ls -i`: no tree fixes that number
            false = false[1:] if truths or self.facts.values(path, "mode") & set(others) else false
        return tuple(details) if not false else None


def details_of(text: str, file: str, expects: Expectation, facts: Facts) -> tuple[str, ...] | None:
    """What a text says of the one file that was asked for, and whose name it leaves out."""
    named = [facts.resolve(name, facts.working_directory) for name in expects.folders]
    if file not in named:
        return None
    words = tuple(word for word in text.split() if word not in ("total", "-"))
    if not words or len(_blanks_joined(text.split("\n"))) != 1:
        return None
    return _Listing(facts.working_directory, expects, facts)._details(file, words)


def _bare(word: str) -> str:
    return word.strip("'\"‘’,:()") or word


def _without_itself(lines: list[str]) -> list[str]:
    """Without the rows of `ls -a` about the folder itself and the one above it."""
    ends = [line.split()[-1] if line.split() else "" for line in lines]
    if "." in ends and ".." in ends:
        return [line for line, end in zip(lines, ends, strict=True) if end not in (".", "..")]
    return lines


def _splits(line: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """A name, and the words before or after it. A name may hold blanks; a link says where it leads."""
    line = line.strip()
    name, arrow, target = line.partition(" -> ")
    after = ("->", *target.split()) if arrow else ()
    words = [(match.start(), match.end()) for match in re.finditer(r"\S+", name)]
    texts = name.split()
    for place, (start, _) in enumerate(words[1:], 1):
        yield name[start:], (*texts[:place], *after)
    if arrow:
        yield name, after
    for place in range(len(words) - 1, 0, -1):
        yield line[: words[place - 1][1]].removesuffix(":"), (*texts[place:], *after)
    if ":" in name:  # file:3
        path, _, rest = name.rpartition(":")
        yield path, (*rest.split(), *after)


# ── lines of files ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Line:
    file: str | None
    number: str | None
    text: str


def _lines_by_file(text: str, expects: Expectation, facts: Facts) -> Value | None:
    """Lines, each with its file and its number where these are asked for.

    Where they are not, they may be there all the same, if they are true. The order of files is free, and
    that of lines within a file is not.
    """
    columns = tuple("file" if name == "named" else name for name in expects.attributes)
    expects = replace(expects, attributes=columns)
    rows = text.rstrip("\n").split("\n") if text.strip("\n") else []
    lines = [_line(row, expects, facts) for row in rows if row != "--"]
    for field, name in (("file", "file"), ("line", "number")):
        present = [getattr(line, name) is not None for line in lines]
        if field in expects.attributes and not all(present):
            return None
        if any(present) and not all(present):
            return None
    shown = [
        (
            line.file if "file" in expects.attributes else None,
            line.number if "line" in expects.attributes else None,
            line.text if expects.spacing else " ".join(line.text.split()),
        )
        for line in lines
    ]
    if expects.ordered:
        return tuple(shown)
    if "file" in expects.attributes:
        groups: dict[str | None, list[object]] = {}
        for row in shown:
            groups.setdefault(row[0], []).append(row)
        return {file: tuple(lines) for file, lines in groups.items()}
    return _Unnamed(Counter(shown), tuple(row[2] for row in shown), facts.texts)


@dataclass(frozen=True, slots=True, eq=False)
class _Unnamed:
    """Lines of several files that are not named. Those of each file must stand in the same order."""

    rows: Counter[Any]
    texts: tuple[str, ...]
    files: tuple[list[str], ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Unnamed) or self.rows != other.rows:
            return False
        if self.texts == other.texts:
            return True
        return all(_within(self.texts, lines) == _within(other.texts, lines) for lines in self.files)

    __hash__ = None  # type: ignore[assignment]


def _within(texts: tuple[str, ...], lines: list[str]) -> list[str]:
    known = set(lines)
    return [text for text in texts if text in known]


def _line(row: str, expects: Expectation, facts: Facts) -> _Line:
    """A line as it is in a file of the tree, with the file and the number before it where these are true."""
    must = set(expects.attributes) & {"file", "line"}
    if not (expects.extras or must):
        return _Line(None, None, row)
    for place in [match.start() for match in re.finditer(":", row)][:8]:
        path = _entry(row[:place], expects, facts)
        if path is not None and not facts.is_folder(path):
            rest = row[place + 1 :]
            number = NUMBERED.match(rest)
            texts = facts.lines(path)
            if number and _is_line(int(number[1]), rest[number.end() :].lstrip("\t"), texts):
                return _Line(path, number[1], rest[number.end() :])
            if "file" in must or any(rest in lines for lines in texts):
                return _Line(path, None, rest)
    number = NUMBERED.match(row)
    if number:
        rest = row[number.end() :]
        if "line" in must or _is_line(int(number[1]), rest, facts.texts):
            return _Line(None, number[1], rest)
    return _Line(None, None, row)


def _is_line(number: int, text: str, files: Iterable[list[str]]) -> bool:
    return any(0 < number <= len(lines) and lines[number - 1].strip() == text.strip() for lines in files)


READERS: dict[AnswerKind, Callable[[str, Expectation, Facts], Value | None]] = {
    "nothing": _nothing,
    "status": _text,
    "number": _number,
    "value": _value,
    "text": _text,
    "lines": _lines,
    "lines in any order": _lines,
    "files": _files,
    "files with attributes": _files,
    "lines by file": _lines_by_file,
}
