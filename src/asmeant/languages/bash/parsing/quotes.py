"""`'...'` and `$'...'` -> their values. They have no expansions."""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing.reader import Reader, place
from asmeant.languages.bash.syntax import AnsiQuoted, SingleQuoted

ANSI = re.compile(r"\$'((?:[^'\\]|\\.)*+)'", re.DOTALL)
ESCAPE = re.compile(
    r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|c(.)|(.))", re.DOTALL
)
LETTERS = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}
LARGEST = 0x10FFFF


def single_quoted(reader: Reader) -> SingleQuoted:
    source, start = reader.source, reader.at
    end = source.find("'", start + 1)
    if end < 0:
        reader.fail(f"a single quote to match the one at {place(source, start)}", at=len(source))
    reader.at = end + 1
    return SingleQuoted(start, end + 1, source[start + 1 : end])


def ansi_quoted(reader: Reader) -> AnsiQuoted:
    source, start = reader.source, reader.at
    match = ANSI.match(source, start)
    if match is None:
        reader.fail(f"a single quote to match the one at {place(source, start + 1)}", at=len(source))
    reader.at = match.end()
    return AnsiQuoted(start, reader.at, ESCAPE.sub(_resolved, match[1]))


def _resolved(match: re.Match[str]) -> str:
    octal, byte, short, long, control, other = match.groups()
    if octal:
        return chr(int(octal, 8) & 0xFF)
    if control:
        return chr(ord(control.upper()) & 0x1F)
    if other:
        return LETTERS.get(other, other if other in "\\'\"?" else "\\" + other)
    code = int(byte or short or long, 16)
    return chr(code) if code <= LARGEST else match[0]
