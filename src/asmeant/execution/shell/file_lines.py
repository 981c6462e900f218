"""A text -> lines of files of this tree, with their files and numbers where these are asked for. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from asmeant.execution.shell.facts import Facts
from asmeant.records import Expectation

MOST_COLONS = 8
NUMBERED = re.compile(r"\s*(\d+)(?:[:\-.)]|\t| )")

Line = tuple[str | None, str | None, str]  # its file, its number, its text


def lines_by_file(text: str, expects: Expectation, facts: Facts) -> Any | None:
    """Lines, each with its file and its number where these are asked for, or where they are true."""
    columns = {"file" if name == "named" else name for name in expects.attributes}
    rows = text.rstrip("\n").split("\n") if text.strip("\n") else []
    rows = _with_files(rows, facts, facts.places(expects.folders))
    lines = [_line(row, columns, expects, facts) for row in rows if row != "--"]
    for place, name in enumerate(("file", "line")):
        present = {line[place] is not None for line in lines}
        if len(present) > 1 or (name in columns and False in present):
            return None
    shown = [
        (
            file if "file" in columns else None,
            number if "line" in columns else None,
            line if expects.spacing else " ".join(line.split()),
        )
        for file, number, line in lines
    ]
    if not expects.whole_lines:  # two parts of a line are one line
        shown = list(dict.fromkeys(shown))
    if expects.ordered:
        return tuple(shown)
    if "file" in columns:
        return tuple(sorted(shown, key=lambda line: str(line[0])))
    return _Unnamed(shown, facts.texts)


@dataclass(frozen=True, slots=True, eq=False)
class _Unnamed:
    """Lines of several files that are not named. Those of each file must stand in the same order."""

    lines: list[Line]
    files: tuple[list[str], ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Unnamed) or Counter(self.lines) != Counter(other.lines):
            return False
        return self.lines == other.lines or all(
            [line for line in self.lines if line[2] in known]
            == [line for line in other.lines if line[2] in known]
            for known in map(set, self.files)
        )

    __hash__ = None  # type: ignore[assignment]


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


def _line(row: str, columns: set[str], expects: Expectation, facts: Facts) -> Line:
    """A line as it is in a file of the tree, with the file and the number before it where these are true."""
    if not (expects.extras or columns & {"file", "line"}):
        return None, None, row
    for path, rest in _named_files(row, facts, facts.places(expects.folders)):
        texts = facts.lines(path)
        numbered = _numbered(rest, texts, expects.whole_lines)
        if numbered is not None:
            return path, *numbered
        if "file" in columns or any(rest in lines for lines in texts):
            return path, None, rest
    number = NUMBERED.match(row)
    if number and "line" in columns:
        return None, number[1], row[number.end() :]
    return None, *(_numbered(row, facts.texts) or (None, row))


def file_of_line(row: str, facts: Facts, folder: str) -> str | None:
    """The name before a line of a file, as in `file:text` and `file:3:text`."""
    for path, rest in _named_files(row, facts, (folder,)):
        if any(re.sub(r"^\d+:", "", rest) in lines for lines in facts.lines(path)):
            return row[: len(row) - len(rest) - 1]
    return None


def _named_files(row: str, facts: Facts, places: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The files that a row may begin with, and what follows the colon behind them."""
    for colon in [match.start() for match in re.finditer(":", row)][:MOST_COLONS]:
        path = facts.entry(row[:colon], places)
        if path is not None and not facts.is_folder(path):
            yield path, row[colon + 1 :]


def _numbered(row: str, files: Iterable[list[str]], whole: bool = True) -> tuple[str, str] | None:
    """A number, and the line of a file that has it. If it need not be `whole`, a part of it stands for it."""
    match = NUMBERED.match(row)
    if match is None:
        return None
    number, text = int(match[1]), row[match.end() :]
    lines = [lines[number - 1] for lines in files if 0 < number <= len(lines)]
    if any(line.strip() == text.strip() for line in lines):
        return match[1], text
    line = next((line for line in lines if text and text in line), None)
    return (match[1], line) if line is not None and not whole else None
