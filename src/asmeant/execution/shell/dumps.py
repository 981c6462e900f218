"""A dump, as `od`, `hexdump` and `xxd` print it -> the bytes that it shows, and in which forms. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

OFFSET = re.compile(r"([0-9a-f]{6,16})(:?)(?= |$)", re.MULTILINE)
PICTURE = re.compile(r"(.*?)  +(?:\|(.*)\||>(.*)<)")
# Of `od -c`, in which each byte takes four columns.
ESCAPES = {"": " ", r"\0": "\0", r"\a": "\a", r"\b": "\b", r"\f": "\f", r"\n": "\n", r"\r": "\r",
           r"\t": "\t", r"\v": "\v"}  # fmt: skip
FORMS = frozenset({"hex", "octal", "binary", "characters"})
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
    if max(map(len, lines), default=0) > MOST_COLUMNS:
        return None
    # Seven digits are those of `od`, in any base, and of `hexdump`.
    bases = (8, 10, 16) if lines and (first := OFFSET.match(lines[0])) and len(first[1]) == 7 else (16,)
    dumps = {dump for base in bases if (dump := _with_offsets(lines, base)) is not None}
    if not dumps and "*" not in lines:
        return _bare(lines)
    return dumps.pop() if len(dumps) == 1 else None


def _bare(lines: list[str]) -> Dump | None:
    rows = [row for line in lines if (row := _row(line, is_big=True)) is not None]
    if not lines or len(rows) < len(lines):
        return None
    return Dump(b"".join(row.content for row in rows), FORMS.intersection(*(row.forms for row in rows)))


def _with_offsets(lines: list[str], base: int) -> Dump | None:
    content, forms, row, repeated = b"", FORMS | {"offset"}, Dump(b"", FORMS), False
    for line in lines:
        if line == "*":  # the row before it again, up to the next offset
            repeated = True
            continue
        offset = OFFSET.match(line)
        start = _number(offset[1], base) if offset else -1
        if repeated and row.content and 0 < start - len(content) <= MOST_BYTES:
            content += row.content * ((start - len(content)) // len(row.content))
        if offset is None or start < 0:
            return None
        if line == offset[0]:  # where it ends; what is beyond that filled a word, or a row
            more = content[start:]
            ends = line is lines[-1] and start <= len(content)
            return (
                Dump(content[:start], forms) if ends and (len(more) < row.word or not more.strip()) else None
            )
        if start != len(content):
            return None
        following = _row(line[offset.end() :], is_big=offset[2] == ":")
        if following is None:
            return None
        row, repeated = following, False
        content, forms = content + row.content, forms & (row.forms | {"offset"})
    return Dump(content, forms) if lines else None


def _number(digits: str, base: int) -> int:
    try:
        return int(digits, base)
    except ValueError:
        return -1


def _row(text: str, is_big: bool) -> Dump | None:
    """The bytes of one row. A picture of them may stand at its end."""
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
    return Dump(characters, frozenset({"characters"})) if characters is not None else None


def _cells(cells: list[str], is_big: bool) -> Dump | None:
    """Bytes or words; in a word that is not `big` the last byte comes first."""
    widths = {len(cell) for cell in cells}
    if is_big and all(re.fullmatch(r"[01]{8}", cell) for cell in cells):
        return Dump(bytes(int(cell, 2) for cell in cells), frozenset({"binary"}))
    if all(re.fullmatch(r"([0-9a-f]{2})+", cell) for cell in cells) and (is_big or widths <= {2, 4, 8}):
        words = [bytes.fromhex(cell) for cell in cells]
        content = b"".join(word if is_big else word[::-1] for word in words)
        return Dump(content, frozenset({"hex"}), max(widths, default=2) // 2)
    if all(re.fullmatch(r"[0-3][0-7]{2}|[01][0-7]{5}", cell) for cell in cells):
        content = b"".join(int(cell, 8).to_bytes(len(cell) // 3, "little") for cell in cells)
        return Dump(content, frozenset({"octal"}), max(widths) // 3)
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
