"""Needs -> what is in a file: lines of which some are looked for and some narrowly not; archives. Pure."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from random import Random

from asmeant.authoring.grounding.needs import Needs
from asmeant.authoring.grounding.texts import Text
from asmeant.languages.bash.patterns import regex_example

WORDS = ("apple", "Banana", "cherry", "damson", "elder", "Fig", "grape", "hazel", "iris", "Juniper")
COLOURS = ("red", "blue", "Green", "red", "black")
SEPARATORS = (" ", ",", ":", "\t", ";")
LEAST_LINES, MOST_LINES = 6, 10
# Lines that files have in common: each has some of so many.
SHARED = 6
SQUEEZED: dict[str, Callable[[bytes], bytes]] = {
    "gz": lambda data: gzip.compress(data, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
}
TARS = {".tar": "", ".tar.gz": "gz", ".tgz": "gz", ".tar.bz2": "bz2", ".tbz2": "bz2", ".tbz": "bz2"}
TARS |= {".tar.xz": "xz", ".txz": "xz"}
ZIPS = (".zip", ".jar", ".war", ".ear")
ALONE = {".gz": "gz", ".z": "gz", ".bz2": "bz2", ".xz": "xz", ".lzma": "lzma"}


def content(path: str, wanted: Needs, random: Random, others: Sequence[str] = ()) -> bytes:
    """What a file of that name holds. `others` are paths that a list of files can name."""
    text = _text(wanted, random, others)
    name = path.lower()
    for ending, kind in TARS.items():
        if name.endswith(ending):
            return _tarred(text, kind, wanted.members)
    if name.endswith(ZIPS):
        return _zipped(text, wanted.members)
    for ending, kind in ALONE.items():
        if name.endswith(ending):
            return SQUEEZED[kind](text)
    return text


# ── lines ──────────────────────────────────────────────────────────────────────────────────────────


def _text(wanted: Needs, random: Random, others: Sequence[str]) -> bytes:
    if wanted.lists_files and others:
        return "".join(f"{other}\n" for other in others).encode()
    lines = [_row(wanted, random) for _ in range(random.randint(LEAST_LINES, MOST_LINES))]
    lines += [_row(wanted, Random(number)) for number in random.sample(range(SHARED), 4)]
    lines += random.sample(lines, 3)  # some twice
    lines.append((wanted.separators or " ")[0].join(random.choices(WORDS, k=14)))  # one that is long
    for text in wanted.texts:
        # Of three files that are searched, one has nothing of it.
        if random.random() < 0.7:
            for line in _found(text, (wanted.separators or " ")[0], random):
                lines.insert(random.randint(0, len(lines)), line)
        for line in _missed(text, wanted.minds("case"), random):
            lines.insert(random.randint(0, len(lines)), line)
    for width in wanted.widths:
        lines += _around(width, wanted, random)
    if random.random() < 0.5:
        lines.insert(random.randint(1, len(lines)), "")
    while len(lines) < wanted.lines + 4:
        lines.append(_row(wanted, random))
    if wanted.is_sorted:
        lines = sorted(line for line in lines if line)
    return ("\n".join(lines) + "\n").encode()


def _around(width: int, wanted: Needs, random: Random) -> Iterator[str]:
    """Lines that begin alike up to so many characters, and one less and one more."""
    row = " ".join(_row(wanted, random) for _ in range(width // 6 + 1))
    for length in (width - 1, width, width + 1):
        yield from (row[:length] + letter for letter in "pq")


def _row(wanted: Needs, random: Random) -> str:
    separator = random.choice(wanted.separators or (SEPARATORS[:1] if wanted.has_numbers else SEPARATORS))
    columns = [random.choice(WORDS), str(random.choice((1, 2, 7, 10, 33, 250))), random.choice(COLOURS)]
    columns += [f"{random.randint(0, 99)}.{random.randint(0, 9)}", f"x{random.randint(1, 9)}"][
        : random.randint(0, 2)
    ]
    if wanted.has_numbers and random.random() < 0.5:
        del columns[0]
    return random.choice(("", "", "", "  ")) + separator.join(columns)


def _found(text: Text, separator: str, random: Random) -> Iterator[str]:
    """Lines in which it is found. Each has a number of its own, so that it shows from which file it is."""
    for _ in range(3):
        example, number = regex_example(text.regex, text.dialect, random), random.randint(100, 9999)
        begins, ends = text.regex.startswith("^"), text.regex.endswith("$")
        before = "" if begins else random.choice((f"see {number} ", "", f"{number}: "))
        after = "" if ends else separator.join(random.choice((("", f"{number}", "here"), ("", f"{number}"))))
        yield _on_one_line(f"{before}{example}{after}")


def _missed(text: Text, minds_case: bool, random: Random) -> Iterator[str]:
    """Close to it: cut short, in other letters, within a word."""
    example = regex_example(text.regex, text.dialect, random)
    yield _on_one_line(f"{example[: max(1, len(example) // 2)]} {random.randint(100, 9999)}")
    if minds_case:
        yield _on_one_line(f"{example.swapcase()} {random.randint(100, 9999)}")
    if random.random() < 0.5:
        yield _on_one_line(f"un{example}ed{random.randint(100, 9999)}")


def _on_one_line(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable() or letter == "\t")


# ── archives ───────────────────────────────────────────────────────────────────────────────────────


def _members(members: Sequence[str]) -> list[str]:
    return [*dict.fromkeys((*members, "packed/first.txt", "packed/second.txt", "third.log"))]


def _tarred(text: bytes, kind: str, members: Sequence[str]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for number, name in enumerate(_members(members)):
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(text[number:]), 1_700_000_000
            archive.addfile(member, io.BytesIO(text[number:]))
    return SQUEEZED[kind](stream.getvalue()) if kind else stream.getvalue()


def _zipped(text: bytes, members: Sequence[str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number, name in enumerate(_members(members)):
            archive.writestr(zipfile.ZipInfo(name), text[number:])
    return stream.getvalue()
