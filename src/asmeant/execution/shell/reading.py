"""A text, read as the kind of answer that is expected -> a value, or None where it is not of that kind. Pure.

What is read of a file is a fact of the tree: a row names an entry, and all else that it says has to be true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from asmeant.execution.shell.dumps import OFFSET, read_dump
from asmeant.execution.shell.facts import Facts, humanised
from asmeant.execution.shell.file_lines import lines_by_file
from asmeant.execution.shell.listings import Row, details_of, listed_files, unlabelled
from asmeant.records import AnswerKind, Expectation

Value = Any
NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)")
SIZE = re.compile(r"\d+(\.\d+)?[KMGTP](i?B)?")
CHECKSUM = re.compile(r"[0-9a-f]{8,}")
LABEL = re.compile(r"[^\W\d]+( [^\W\d]+){0,3}[:=]")
NOUN = re.compile(r"(?!(?i:[kmgtp]i?b?)\b)[^\W\d]+( [^\W\d]+)?")  # and no unit
OF_ITSELF = re.compile(r"(_|SHLVL)=.*")
MOST_ROWS = 5000
MOST_SIZE = 1 << 80


def read(text: str, expects: Expectation, facts: Facts) -> Value | None:
    """The value of an output; None where it is not an answer of that kind."""
    if text.count("\n") > MOST_ROWS and expects.kind not in ("text", "nothing"):
        return None
    return READERS[expects.kind](text, expects, facts)


def same_answer(one: str, other: str, expects: Expectation, first: Facts, second: Facts) -> bool:
    """Whether two texts have the same value. What is not of the expected kind is compared as lines."""
    if "\\x" in one + other and one != other:  # a byte that is no text looks like the text of its escape
        return False
    if expects.columns:
        return _same_columns(one, other, expects, first)
    value = read(one, expects, first)
    if value is None:
        expects = replace(expects, kind="lines", attributes=tuple({*expects.attributes} & {"count"}))
        value = read(one, expects, first)
    candidate = read(other, expects, second)
    if not candidate and expects.attributes and isinstance(value, tuple) and len(value) == 1:
        row = value[0]
        return isinstance(row, Row) and details_of(other, row.file, expects, second) == row.details
    return candidate is not None and bool(value == candidate)


def _same_columns(one: str, other: str, expects: Expectation, facts: Facts) -> bool:
    """Whether two texts are the same in the columns that matter. Either may have left out the others."""
    values = [
        [read(choice, expects, facts) for choice in (text, _only_columns(text, expects.columns))]
        for text in (one, other)
    ]
    return any(value is not None and value == candidate for value in values[0] for candidate in values[1])


def _only_columns(text: str, columns: str) -> str:
    first, to_the_end = int(columns.rstrip("-")) - 1, columns.endswith("-")
    rows = [line.split(maxsplit=first if to_the_end else -1) for line in text.split("\n") if line.strip()]
    return "".join(f"{row[first]}\n" for row in rows if len(row) > first)


def _lines(text: str, expects: Expectation, facts: Facts) -> Value | None:
    if "dump" in expects.attributes:
        dump = read_dump(text)
        return dump.content if dump is not None and dump.forms | {"dump"} >= {*expects.attributes} else None
    if "numbers" in expects.attributes and "offset" not in expects.attributes:
        text = re.sub(OFFSET, "", text)
    lines = text.rstrip("\n").split("\n") if text.strip("\n") else []
    if not expects.spacing:
        lines = list(_blanks_joined(lines))
    if "variables" in expects.attributes:  # not those that tell of the command that prints them
        lines = [line for line in lines if not OF_ITSELF.fullmatch(line)]
    if "count" in expects.attributes:
        lines = [_number_first(line) for line in lines]
    if "paths" in expects.attributes:
        lines = [_with_entries(line, facts) for line in lines]
    is_free = expects.kind == "lines in any order" or (expects.kind == "lines" and not expects.ordered)
    return tuple(sorted(lines) if is_free else lines)


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
    if value is not None and NUMBER.fullmatch(value.text):
        return replace(value, number=Decimal(value.text))
    if value is not None and SIZE.fullmatch(value.text) and "count" not in expects.attributes:
        return replace(value, number=value.text)
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _Value:
    """A value, and the file that it is said to be of, where one is named."""

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
    if not isinstance(bare, Decimal) or not 0 <= bare < MOST_SIZE or bare != int(bare):
        return False
    return human in (humanised(int(bare)), humanised(int(bare) * 1024))


def _value(text: str, expects: Expectation, facts: Facts) -> _Value | None:
    """One value. Beside a number or a checksum may stand the file that it is of."""
    rows = _blanks_joined(text.split("\n"))
    if len(rows) != 1:
        return None
    row = unlabelled(rows[0])
    words = row.split()
    name, colon, end = row.rpartition(":")
    sides = [(words[0], " ".join(words[1:])), (words[-1], " ".join(words[:-1])), (end.strip(), name + colon)]
    for value, label in sides:
        if label and (NUMBER.fullmatch(value) or SIZE.fullmatch(value) or CHECKSUM.fullmatch(value)):
            file = facts.entry(label.removesuffix(":"), facts.places(expects.folders))
            is_label = expects.kind == "number" and LABEL.fullmatch(label)
            if "count" in expects.attributes and value == words[0]:  # `11 directories`
                is_label = is_label or NOUN.fullmatch(label)
            if file or is_label or label in ("-", "total"):
                return _Value(value, file)
    return _Value(row)


READERS: dict[AnswerKind, Callable[[str, Expectation, Facts], Value | None]] = {
    "nothing": lambda *_: (),
    "status": _lines,
    "number": _number,
    "value": _value,
    "text": _lines,
    "lines": _lines,
    "lines in any order": _lines,
    "files": listed_files,
    "files with attributes": listed_files,
    "lines by file": lines_by_file,
}
