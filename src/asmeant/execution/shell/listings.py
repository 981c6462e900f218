"""A text -> rows about entries of this tree; None where one of them is about none. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from asmeant.execution.shell.drawings import undrawn
from asmeant.execution.shell.facts import CHECKSUMS, Facts
from asmeant.execution.shell.file_lines import file_of_line
from asmeant.records import Expectation

LABELLED = re.compile(r"\s*(?:MD5|SHA\d*)(?:\(stdin\)|\((.*)\)) ?= ?(\S+)\s*")
# Of `ls -l`; of `wc` and `du`; of `tree`.
TOTAL = re.compile(
    r"total [\d.]+[KMGTP]?|[\d.]+[KMGTP]?(\s+[\d.]+)*\s+total|\d+ director(y|ies)(, \d+ files?)?"
)
QUOTED = re.compile(r"(?:(['\"])|‘)(.*)(?(1)\1|’)")
# What `ls -F` writes behind a name.
MARKS = {"*": "-", "@": "l", "|": "p", "=": "s"}


@dataclass(frozen=True, slots=True)
class Row:
    """What one row says: of which file, by which name, and what. `details` are what was asked for."""

    file: str
    name: str
    details: tuple[str, ...] = ()


def listed_files(text: str, expects: Expectation, facts: Facts) -> tuple[Row, ...] | None:
    """Rows about entries of this tree, all of them found from the same folder; or a drawing of them."""
    folders = facts.places(expects.folders)
    for layout, place in product((text, undrawn(text)), folders):
        rows = Listing(place, expects, facts).rows(layout)
        if rows is not None:
            counted = [row for row in rows if _counts(row, expects, facts, folders)]
            return tuple(counted) if expects.ordered else tuple(sorted(counted, key=repr))
    return None


def _counts(row: Row, expects: Expectation, facts: Facts, folders: tuple[str, ...]) -> bool:
    if not expects.directories and facts.is_folder(row.file):
        return False
    below = min((row.file[len(top) :] for top in folders if row.file.startswith(top)), key=len, default="")
    return expects.hidden or "/." not in f"/{below}"


class Listing:
    """Reads rows of which each names an entry. A heading `folder:` says where the names below it begin."""

    def __init__(self, folder: str, expects: Expectation, facts: Facts) -> None:
        self.folder, self.expects, self.facts = folder, expects, facts

    def rows(self, text: str) -> list[Row] | None:
        """Rows of all blocks, which a blank line separates; None where one of them is about no entry."""
        rows: list[Row] = []
        folder = self.folder
        lines = _without_itself(text.replace("\0", "\n").strip().split("\n"))
        for block in re.split(r"\n\s*\n", "\n".join(lines)):
            lines = [line for line in block.split("\n") if line.strip()]
            heading = self._heading(lines[0]) if lines else None
            folder = heading or folder
            inner, totals = list[Row](), list[str]()
            for line in lines[1:] if heading else lines:
                named = self._row(line, folder)
                if named is not None:
                    inner += named
                elif TOTAL.fullmatch(line.strip()):
                    totals.append(line)
                else:
                    return None
            if heading and not inner and self.facts.below(folder):
                return None
            rows += inner
            if len(totals) > 1 or not all(self._is_true(total, inner, rows) for total in totals):
                return None
            if self.expects.totals:
                rows += [Row("total", "total", _numbers(total)) for total in totals]
        return list(dict.fromkeys(rows)) if self.expects.contents else rows

    def _is_true(self, total: str, inner: list[Row], rows: list[Row]) -> bool:
        """Whether it is that of its block, or of all rows; that of `tree` counts these."""
        if "director" in total:
            folders = sum(self.facts.is_folder(row.file) for row in rows)
            truths = {str(count) for count in (folders, folders - 1, len(rows) - folders)}
        else:
            truths = {
                word for block in (inner, rows) for word in self.facts.totals(row.file for row in block)
            }
        return truths.issuperset(_numbers(total))

    def _heading(self, line: str) -> str | None:
        path = self.facts.resolve(line[:-1], self.folder) if line.endswith(":") else None
        return path if path is not None and self.facts.is_folder(path) else None

    def _row(self, line: str, folder: str) -> list[Row] | None:
        line = unlabelled(line)
        if self.expects.contents:
            line = file_of_line(line, self.facts, folder) or line
        for name, others in _splits(line):
            row = self._named(name, others, folder)
            if row is not None:
                return [row]
        if self.expects.attributes:
            return None
        rows = [self._named(word, (), folder) for word in line.split()]
        return [row for row in rows if row is not None] if None not in rows else None

    def _named(self, name: str, others: tuple[str, ...], folder: str) -> Row | None:
        """A row about the entry of that name, which may be quoted, or marked by a sign of its type."""
        quoted = QUOTED.fullmatch(name)
        for bare in (name, quoted[2] if quoted else name.replace("\\ ", " "), name[:-1]):
            path = self.facts.resolve(bare, folder)
            if path is not None:
                break
        if path is None or (others and not (self.expects.extras or self.expects.attributes)):
            return None
        if bare == name[:-1] and not self._is_marked(path, name[-1]):
            return None
        details = self.details(path, others)
        if details is None:
            return None
        return Row(path, bare if self.expects.paths == "printed" else path, details)

    def _is_marked(self, path: str, sign: str) -> bool:
        """Whether that is the sign of its type that `ls -F` writes behind its name."""
        is_type = self.facts.values(path, "type").intersection(MARKS.get(sign, ()))
        return bool(is_type) and (sign != "*" or any("x" in mode for mode in self.facts.values(path, "mode")))

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
        has_mode = not self.facts.values(path, "mode").isdisjoint(others)
        if not has_mode:  # a lone number is a size, or nothing
            sizes = self.facts.values(path, "size") | self.facts.values(path, "usage")
            true = {word for word in true if not word.isdecimal() or word in sizes}.union(*truths.values())
        false = [word for word in others if _bare(word) not in true]
        # Of `ls -i`, whose number no tree fixes.
        if false and false == [others[0]] and false[0].isdecimal() and (truths or has_mode):
            false = []
        return tuple(details) if not false else None


def details_of(text: str, file: str, expects: Expectation, facts: Facts) -> tuple[str, ...] | None:
    """What a text says of the one file that was asked for, and whose name it leaves out."""
    named = [facts.resolve(name, facts.working_directory) for name in expects.folders]
    words = tuple(word for word in text.split() if word not in ("total", "-"))
    if file not in named or not words or "\n" in text.strip():
        return None
    return Listing(facts.working_directory, expects, facts).details(file, words)


def unlabelled(line: str) -> str:
    """`SUM FILE` for `MD5(FILE)= SUM`."""
    label = LABELLED.fullmatch(line)
    return f"{label[2]} {label[1] or ''}".strip() if label else line


def _numbers(total: str) -> tuple[str, ...]:
    return tuple(word for word in total.split() if word[0].isdecimal())


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
    yield from ((line.strip(), ()), (line, ()))
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
