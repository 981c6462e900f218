"""A text -> lines of files of this tree, with their files and numbers where these are asked for. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from asmeant.execution.shell.facts import Facts
from asmeant.records import Expectation

MOST_COLONS = 8
NUMBERED = re.compile(r"\s*(\d+)(?:[:\-.)]|\t| )")


@dataclass(frozen=True, slots=True)
class _Line:
    file: str | None
    number: str | None
    text: str


def lines_by_file(text: str, expects: Expectation, facts: Facts) -> Any | None:
    """Lines, each with its file and its number where these are asked for.

    Where they are not, they may be there all the same, if they are true. The order of files is free, and
    that of lines within a file is not.
    """
    columns = tuple("file" if name == "named" else name for name in expects.attributes)
    expects = replace(expects, attributes=columns)
    rows = text.rstrip("\n").split("\n") if text.strip("\n") else []
    rows = _with_files(rows, facts, facts.places(expects.folders))
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
    if not expects.whole_lines:  # two parts of a line are one line
        shown = list(dict.fromkeys(shown))
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


def _with_files(rows: list[str], facts: Facts, places: tuple[str, ...]) -> list[str]:
    """`file:line` where rows of their own name the files: before their lines or, as `-print` does, behind."""
    files = [facts.entry(row, places) for row in rows]
    for step in (1, -1) if any(files) else ():
        by_file: dict[str, list[str]] = {}
        own_lines: list[str] = []
        for row, entry in list(zip(rows, files, strict=True))[::step]:
            if entry is not None:
                own_lines = by_file[entry] = []
            else:
                own_lines.append(row)
        lines = [(file, row) for file in [*by_file][::step] for row in by_file[file][::step]]
        named_once = len(lines) + len(by_file) == len(rows) and all(by_file.values())
        if named_once and all(any(row in text for text in facts.lines(file)) for file, row in lines):
            return [f"{file}:{row}" for file, row in lines]
    return rows


def _line(row: str, expects: Expectation, facts: Facts) -> _Line:
    """A line as it is in a file of the tree, with the file and the number before it where these are true."""
    must = set(expects.attributes) & {"file", "line"}
    if not (expects.extras or must):
        return _Line(None, None, row)
    for path, rest in _named_files(row, facts, facts.places(expects.folders)):
        number = NUMBERED.match(rest)
        texts = facts.lines(path)
        if number and _is_line(int(number[1]), rest[number.end() :].lstrip("\t"), texts):
            return _Line(path, number[1], rest[number.end() :])
        whole = _whole_line(number, rest, texts) if not expects.whole_lines else None
        if number and whole is not None:
            return _Line(path, number[1], whole)
        if "file" in must or any(rest in lines for lines in texts):
            return _Line(path, None, rest)
    number = NUMBERED.match(row)
    if number:
        rest = row[number.end() :]
        if "line" in must or _is_line(int(number[1]), rest, facts.texts):
            return _Line(None, number[1], rest)
    return _Line(None, None, row)


def file_of_line(row: str, facts: Facts, folder: str) -> str | None:
    """The name before a line of a file, as in `file:text` and `file:3:text`."""
    for path, rest in _named_files(row, facts, (folder,)):
        if any(re.sub(r"^\d+:", "", rest) in lines for lines in facts.lines(path)):
            return row[: -len(rest) - 1] if rest else row[:-1]
    return None


def _named_files(row: str, facts: Facts, places: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The files that a row may begin with, and what follows the colon behind them."""
    for colon in [match.start() for match in re.finditer(":", row)][:MOST_COLONS]:
        path = facts.entry(row[:colon], places)
        if path is not None and not facts.is_folder(path):
            yield path, row[colon + 1 :]


def _whole_line(number: re.Match[str] | None, rest: str, files: Iterable[list[str]]) -> str | None:
    """The line with that number of which the rest is a part."""
    if number is None or not rest[number.end() :]:
        return None
    place, part = int(number[1]), rest[number.end() :]
    return next(
        (lines[place - 1] for lines in files if place <= len(lines) and part in lines[place - 1]), None
    )


def _is_line(number: int, text: str, files: Iterable[list[str]]) -> bool:
    return any(0 < number <= len(lines) and lines[number - 1].strip() == text.strip() for lines in files)
