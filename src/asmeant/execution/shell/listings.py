"""A text -> rows about entries of this tree; None where one of them is about none. Pure.

A row names an entry, and whatever else it says of that entry has to be true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from asmeant.execution.shell.facts import CHECKSUMS, Facts
from asmeant.records import Expectation

LABELLED = re.compile(r"(?:(?:MD5|SHA\d*)(?:\(stdin\)|\((.*)\)) ?= ?)(\S+)")
# Of `ls -l`, before the rows; of `wc` and `du`, after them.
TOTAL_BEFORE = re.compile(r"total [\d.]+[KMGTP]?")
TOTAL_AFTER = re.compile(r"[\d.]+[KMGTP]?(\s+[\d.]+)*\s+total")
INODE = re.compile(r"\d+")
QUOTED = re.compile(r"'(.*)'|\"(.*)\"|‘(.*)’")


@dataclass(frozen=True, slots=True)
class Row:
    """What one row says: of which file, and what. `details` are the words that were asked for."""

    file: str
    details: tuple[str, ...] = ()


def entry_named(name: str, expects: Expectation, facts: Facts) -> str | None:
    return next(filter(None, (facts.resolve(name, place) for place in places(expects, facts))), None)


def places(expects: Expectation, facts: Facts) -> tuple[str, ...]:
    """Where relative names may begin: the working directory, and where the reference looks."""
    here = facts.working_directory
    folders = (facts.resolve(folder, here) for folder in expects.folders)
    return tuple(dict.fromkeys((here, *(folder for folder in folders if folder and facts.is_folder(folder)))))


def listed_files(text: str, expects: Expectation, facts: Facts) -> tuple[Row, ...] | None:
    """Rows about entries of this tree, all of them found from the same folder."""
    for place in places(expects, facts):
        rows = Listing(place, expects, facts).rows(text)
        if rows is not None and not expects.directories:
            rows = [row for row in rows if not facts.is_folder(row.file)]
        if rows is not None:
            return tuple(rows) if expects.ordered else tuple(sorted(rows, key=repr))
    return None


class Listing:
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
        details = self.details(path, others)
        if details is None:
            return None
        return Row(name if self.expects.paths == "printed" else path, details)

    def details(self, path: str, others: tuple[str, ...]) -> tuple[str, ...] | None:
        """What a row says of a file that was asked for; None where that is missing, or anything is false."""
        truths = {name: self.facts.values(path, name) for name in self.expects.attributes}
        if not all(truths.values()):  # nothing here knows what is true: it is what the reference says
            return others if others else None
        details = []
        for name, values in truths.items():
            word = next((word for word in others if _bare(word) in values), None)
            if word is None or (name == "time" and not self.facts.tells_time(path, map(_bare, others))):
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
    if not words or sum(bool(line.strip()) for line in text.split("\n")) != 1:
        return None
    return Listing(facts.working_directory, expects, facts).details(file, words)


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
