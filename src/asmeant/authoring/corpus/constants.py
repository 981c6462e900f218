"""Pair -> constants that differ between intent and command. Found, never mended: a person must say how.

A constant counts as different when one side has one of a kind that the other lacks, and the other has one
of that kind, too, that is missing here: the intent says `a.txt` and the command `b.txt`. A constant that only
one side names is usual: a command has to say more than a person does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from asmeant.languages.bash import BashSyntaxError, parse, walk
from asmeant.languages.bash.syntax import SimpleCommand
from asmeant.languages.natural import intent_tokens

Kind = Literal["file", "number", "text"]

_NUMBER = re.compile(r"[+-]?(\d+)(?:[A-Za-z]{0,5}|%)")
_FILE = re.compile(r"[\w.*?~+-]*/[\w./*?~+-]*|[\w*?-][\w*?+-]*\.[A-Za-z]\w{0,5}|\*?\.\w+")
_QUOTED_FILE = re.compile(r"[\w.*?~+-]+")
# What a number of the intent may have become: other units of time and size, octal and inclusive bounds.
_FACTORS = (1, 7, 12, 24, 30, 31, 60, 365, 512, 1000, 1024, 1440, 3600, 10080, 86400)


@dataclass(frozen=True, slots=True)
class Difference:
    """Constants of one kind that only one side has."""

    kind: Kind
    intent: tuple[str, ...]
    command: tuple[str, ...]


def differences(intent: str, command: str) -> Iterator[Difference]:
    try:
        words = list(_arguments(command))
    except BashSyntaxError:
        return
    said = list(_said(intent))
    for kind in ("file", "number", "text"):
        here = [value for found, value in said if found == kind and not _in_command(found, value, command)]
        there = [value for found, value in words if found == kind and not _in_intent(found, value, intent)]
        if here and there and not (kind == "number" and _related(here, there)):
            yield Difference(kind, tuple(dict.fromkeys(here)), tuple(dict.fromkeys(there)))


def _said(intent: str) -> Iterator[tuple[Kind, str]]:
    for token in intent_tokens(intent):
        # "files/directories" is two words.
        if token.is_constant and (token.is_quoted or not re.fullmatch(r"[A-Za-z]+/[A-Za-z]+", token.value)):
            yield from _classified(token.value, quoted=token.is_quoted)


def _arguments(command: str) -> Iterator[tuple[Kind, str]]:
    for node in walk(parse(command)):
        if isinstance(node, SimpleCommand):
            for word in node.words[1:]:
                value = word.unquoted
                if not value.startswith("-") and word.literal is not None:
                    yield from _classified(value, quoted=word.text[:1] in ("'", '"'))


def _classified(value: str, quoted: bool) -> Iterator[tuple[Kind, str]]:
    if _NUMBER.fullmatch(value):
        yield "number", value
    elif _FILE.fullmatch(value) and value.strip("*./~"):
        yield "file", value
    elif quoted and _QUOTED_FILE.fullmatch(value) and any(map(str.isalpha, value)):
        yield "text", value


def _core(value: str) -> str:
    return value.lower().strip("\"'`*./~^$ ")


def _in_command(kind: Kind, value: str, command: str) -> bool:
    return _digits(value) in _numbers(command) if kind == "number" else _core(value) in command.lower()


def _in_intent(kind: Kind, value: str, intent: str) -> bool:
    if kind == "number":
        return _digits(value) in _numbers(intent)
    # "the file a in b" is b/a: the parts of a path may stand apart.
    parts = [part for part in re.split(r"[/*]", _core(value)) if part]
    return all(part in intent.lower() for part in parts)


def _digits(value: str) -> int:
    found = re.search(r"\d+", value)
    return int(found[0]) if found else -1


def _numbers(text: str) -> set[int]:
    return {int(found) for found in re.findall(r"\d{1,18}", text)}


def _related(here: list[str], there: list[str]) -> bool:
    left, right = map(_digits, here), [_digits(value) for value in there]
    # 0 and 1 are mostly bounds that a command needs ("-mtime 0" for "the last 24 hours").
    return max(right) <= 1 or all(any(_converts(one, other) for other in right) for one in left)


def _converts(one: int, other: int) -> bool:
    near = {one - 1, one, one + 1}
    scaled = {number * factor for number in near for factor in _FACTORS}
    return other in scaled or any(other * factor in near for factor in _FACTORS)
