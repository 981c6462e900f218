"""Needs -> the contents of a file: lines that match, lines that nearly match, and archives. Pure."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import posixpath
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress
from random import Random

from asmeant.authoring.grounding.needs import Needs
from asmeant.authoring.grounding.texts import Text

WORDS = ("apple", "Banana", "cherry", "damson", "elder", "Fig", "grape", "hazel", "iris", "Juniper")
COLOURS = ("red", "blue", "Green", "red", "black")
SEPARATORS = (" ", ",", ":", "\t", ";")
LEAST_LINES, MOST_LINES, LONGEST_NAME = 6, 10, 255
# Lines that files have in common: each has some of them.
SHARED = 6
SQUEEZED: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
}
SHORT = {".z": ".gz", ".tgz": ".tar.gz", ".tbz2": ".tar.bz2", ".tbz": ".tar.bz2", ".txz": ".tar.xz"}
ZIPS = (".zip", ".jar", ".war", ".ear")


def content(path: str, needs: Needs, random: Random, others: Sequence[str] = ()) -> bytes:
    """The contents of a file with this name. `others` are paths that a list of files can contain."""
    text = _text(needs, random, others)
    names = dict.fromkeys((*needs.members, "packed/first.txt", "packed/second.txt", "third.log"))
    return _packed(
        path.lower()[-LONGEST_NAME:], text, {name: text[number:] for number, name in enumerate(names)}
    )


# ── lines ──────────────────────────────────────────────────────────────────────────────────────────


def _text(needs: Needs, random: Random, others: Sequence[str]) -> bytes:
    if needs.lists_files and others:
        return "".join(f"{other}\n" for other in others).encode()
    lines = [_row(needs, random) for _ in range(random.randint(LEAST_LINES, MOST_LINES))]
    lines += [_row(needs, Random(number)) for number in random.sample(range(SHARED), 4)]
    lines += random.sample(lines, 3)  # some twice
    if random.random() < 0.7:  # one that is long
        lines.append((needs.separators or " ")[0].join(random.choices(WORDS, k=14)))
    for text in needs.texts:
        # One of three searched files has no match.
        matching = _matching(text, (needs.separators or " ")[0], random) if random.random() < 0.7 else ()
        for line in (*matching, *_nearly_matching(text, needs.minds("case"), random)):
            is_kept = (letter.isprintable() or letter == "\t" for letter in line)
            place = random.choice((0, random.randint(0, len(lines)), len(lines)))  # `head -1` sees some
            lines.insert(place, "".join(compress(line, is_kept)))
    for width in needs.widths:
        lines += _around(width, needs, random)
    if random.random() < 0.5:
        lines.insert(random.randint(1, len(lines)), "")
    while len(lines) < needs.lines + 4:
        lines.append(_row(needs, random))
    if needs.is_sorted:
        lines = sorted(line for line in lines if line)
    return ("\n".join(lines) + "\n").encode()


def _around(width: int, needs: Needs, random: Random) -> Iterator[str]:
    """Lines with a common prefix of this length, and of one character less and more."""
    row = " ".join(_row(needs, random) for _ in range(width // 6 + 1))
    for length in (width - 1, width, width + 1):
        yield from (row[:length] + letter for letter in "pq")


def _row(needs: Needs, random: Random) -> str:
    separator = random.choice(needs.separators or (SEPARATORS[:1] if needs.has_numbers else SEPARATORS))
    columns = [random.choice(WORDS), str(random.choice((1, 2, 7, 10, 33, 250))), random.choice(COLOURS)]
    more = [f"{random.randint(0, 99)}.{random.randint(0, 9)}", f"x{random.randint(1, 9)}"]
    columns += more[: random.randint(0, 2)]
    if needs.has_numbers and random.random() < 0.5:
        del columns[0]
    if needs.minds("backslashes") and random.random() < 0.7:
        columns[-1] = f"{columns[-1][:1]}\\{columns[-1][1:]}"
    return random.choice(("", "", "", "  ")) + separator.join(columns)


def _matching(text: Text, separator: str, random: Random) -> Iterator[str]:
    """Lines in which the text occurs. Each has its own number, which shows its file."""
    for _ in range(3):
        example, number = text.example(random), random.randint(100, 9999)
        begins, ends = text.regex.startswith("^"), text.regex.endswith("$")
        before = "" if begins else random.choice((f"see {number} ", "", f"{number}: "))
        after = "" if ends else separator.join(random.choice((("", f"{number}", "here"), ("", f"{number}"))))
        yield f"{before}{example}{after}"


def _nearly_matching(text: Text, minds_case: bool, random: Random) -> Iterator[str]:
    """Lines that nearly match: truncated, in another case, within a word."""
    example = text.example(random)
    yield f"{example[: max(1, len(example) // 2)]} {random.randint(100, 9999)}"
    if minds_case:
        yield f"{example.swapcase()} {random.randint(100, 9999)}"
    if random.random() < 0.5:
        yield f"un{example}ed{random.randint(100, 9999)}"


# ── archives ───────────────────────────────────────────────────────────────────────────────────────


def _packed(name: str, text: bytes, members: Mapping[str, bytes]) -> bytes:
    """The text, or an archive with these members, depending on the extension."""
    stem, ending = posixpath.splitext(name)
    if ending in SHORT:
        return _packed(stem + SHORT[ending], text, members)
    if ending in SQUEEZED:
        return SQUEEZED[ending](_packed(stem, text, members))
    stream = io.BytesIO()
    if ending == ".tar":
        with tarfile.open(fileobj=stream, mode="w") as archive:
            for path, data in members.items():
                member = tarfile.TarInfo(path)
                member.size, member.mtime = len(data), 1_700_000_000
                archive.addfile(member, io.BytesIO(data))
    elif ending in ZIPS:
        with zipfile.ZipFile(stream, "w") as zipped:
            for path, data in members.items():
                zipped.writestr(zipfile.ZipInfo(path), data)
    return stream.getvalue() or text
