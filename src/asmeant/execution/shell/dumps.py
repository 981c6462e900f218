"""A dump, as `od`, `hexdump` and `xxd` print it -> the bytes that it shows, and in which forms. Pure."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

OFFSET = re.compile(r"([0-9a-f]{6,16})(:?)(?= |$)", re.MULTILINE)
PICTURE = re.compile(r"(.*?)  +(?:\|(.*)\||>(.*)<)")
# Of `od -c`, in which each byte takes four columns.
ESCAPES = {"": " ", r"\0": "\0", r"\a": "\a", r"\b": "\b", r"\f": "\f", r"\n": "\n", r"\r": "\r",
           r"\t": "\t", r"\v": "\v"}  # fmt: skip
FORMS = frozenset({"hex", "octal", "binary", "characters"})
# How a cell is written, in which base, and with how many digits for a byte.
BIG = {"binary": (r"[01]{8}", 2, 8), "hex": (r"([0-9a-f]{2})+", 16, 2), "octal": (r"[0-3][0-7]{2}", 8, 3)}
LITTLE = {"hex": (r"([0-9a-f]{2}){1,2}|[0-9a-f]{8}", 16, 2), "octal": (r"[0-3][0-7]{2}|[01][0-7]{5}", 8, 3)}
MOST_BYTES, MOST_COLUMNS = 1 << 20, 1000


@dataclass(frozen=True, slots=True)
class Dump:
    """`forms`: of FORMS; and `offset`, where each row says where it begins. `word`: bytes of one cell."""

    content: bytes
    forms: frozenset[str]
    word: int = 1


def read_dump(text: str) -> Dump | None:
    """None where it is no dump: offsets of rows, and what stands beside the bytes, have to be true."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not 0 < max(map(len, lines), default=0) <= MOST_COLUMNS:
        return None
    # Seven digits are those of `od`, in any base, and of `hexdump`.
    first = OFFSET.match(lines[0])
    dumps = set()
    for base in (8, 10, 16) if first and len(first[1]) == 7 else (16,):
        with suppress(ValueError):
            dumps.add(_with_offsets(lines, base))
    if not dumps and "*" not in lines:
        with suppress(ValueError):
            rows = [_row(line, is_big=True) for line in lines]
            forms = FORMS.intersection(*(row.forms for row in rows))
            dumps.add(Dump(b"".join(row.content for row in rows), forms))
    return dumps.pop() if len(dumps) == 1 else None


def _with_offsets(lines: list[str], base: int) -> Dump:
    """Raises ValueError for what are no rows with offsets in that base."""
    content, forms, row = b"", FORMS | {"offset"}, Dump(b"", FORMS)
    for before, line in zip(["", *lines], lines, strict=False):
        if line == "*":  # the row before it again, up to the next offset
            continue
        offset = OFFSET.match(line)
        if offset is None:
            raise ValueError("a row has no offset")
        start = int(offset[1], base)
        if before == "*" and row.content and start <= MOST_BYTES:
            content += row.content * ((start - len(content)) // len(row.content))
        if line == offset[0]:  # where it ends; what is beyond that filled a word, or a row
            rest = content[start:]
            if line is not lines[-1] or start > len(content) or (len(rest) >= row.word and rest.strip()):
                raise ValueError("it does not end there")
            return Dump(content[:start], forms)
        if start != len(content):
            raise ValueError("a row does not begin there")
        row = _row(line[offset.end() :], is_big=offset[2] == ":")
        content, forms = content + row.content, forms & (row.forms | {"offset"})
    return Dump(content, forms)


def _row(text: str, is_big: bool) -> Dump:
    """The bytes of one row. A picture of them may stand at its end. Raises ValueError for any other text."""
    framed = PICTURE.fullmatch(text)
    body, _, picture = text.lstrip().partition("  ") if is_big else (text, "", "")
    if framed:
        body, picture = framed[1], framed[2] or framed[3]
    row, characters = _cells(body.split(), is_big), _characters(text)
    if row is not None:
        shown = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row.content)
        is_shown = picture.strip() == shown.strip() if picture else characters == row.content
        if is_shown or not picture:
            return Dump(row.content, row.forms | ({"characters"} if is_shown else set()), row.word)
    if characters is None:
        raise ValueError("a row shows no bytes")
    return Dump(characters, frozenset({"characters"}))


def _cells(cells: list[str], is_big: bool) -> Dump | None:
    """Bytes or words; in a word that is not `big` the last byte comes first."""
    for form, (pattern, base, digits) in (BIG if is_big else LITTLE).items():
        if all(re.fullmatch(pattern, cell) for cell in cells):
            order: Literal["big", "little"] = "big" if is_big else "little"
            words = [int(cell, base).to_bytes(len(cell) // digits, order) for cell in cells]
            return Dump(b"".join(words), frozenset({form}), max(map(len, words), default=1))
    return None


def _characters(text: str) -> bytes | None:
    """What `od -c` and `hexdump -c` print."""
    cells = [text[place : place + 4].strip(" ") for place in range(0, len(text), 4)]
    letters = [ESCAPES.get(cell, cell) for cell in cells]
    if not all(
        letter.isascii() and re.fullmatch(r".|[0-3][0-7]{2}", letter, re.DOTALL) for letter in letters
    ):
        return None
    return bytes(int(letter, 8) if len(letter) == 3 else ord(letter) for letter in letters)
