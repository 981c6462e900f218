"""Pair -> constants that differ between intent and command. They are reported, not corrected.

Constants differ if each side has one of the same kind that the other side lacks: the intent has `a.txt` and
the command `b.txt`. A constant on one side only is normal: commands are more explicit than intents.
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
# A command may express a number of the intent in other units of time or size.
_FACTORS = (1, 7, 12, 24, 30, 31, 60, 365, 512, 1000, 1024, 1440, 3600, 10080, 86400)


@dataclass(frozen=True, slots=True)
class Difference:
    """Constants of one kind that are on one side only."""

    kind: Kind
    intent: tuple[str, ...]
    command: tuple[str, ...]


def differences(intent: str, command: str) -> Iterator[Difference]:
    try:
        command_constants = list(_arguments(command))
    except BashSyntaxError:
        return
    intent_constants = list(_constants_of_intent(intent))
    for kind in ("file", "number", "text"):
        only_in_intent = [
            value
            for other_kind, value in intent_constants
            if other_kind == kind and not _in_command(other_kind, value, command)
        ]
        only_in_command = [
            value
            for other_kind, value in command_constants
            if other_kind == kind and not _in_intent(other_kind, value, intent)
        ]
        if (
            only_in_intent
            and only_in_command
            and not (kind == "number" and _related(only_in_intent, only_in_command))
        ):
            yield Difference(
                kind, tuple(dict.fromkeys(only_in_intent)), tuple(dict.fromkeys(only_in_command))
            )


def _constants_of_intent(intent: str) -> Iterator[tuple[Kind, str]]:
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
    # "the file a in b" is b/a: the names of a path may be separate.
    names = [name for name in re.split(r"[/*]", _core(value)) if name]
    return all(name in intent.lower() for name in names)


def _digits(value: str) -> int:
    match = re.search(r"\d+", value)
    return int(match[0]) if match else -1


def _numbers(text: str) -> set[int]:
    return {int(digits) for digits in re.findall(r"\d{1,18}", text)}


def _related(ours: list[str], theirs: list[str]) -> bool:
    left, right = map(_digits, ours), [_digits(value) for value in theirs]
    # 0 and 1 are usually bounds that only the command needs ("-mtime 0" for "the last 24 hours").
    return max(right) <= 1 or all(
        any(_converts(our_number, their_number) for their_number in right) for our_number in left
    )


def _converts(first: int, second: int) -> bool:
    near = {first - 1, first, first + 1}
    scaled = {number * factor for number in near for factor in _FACTORS}
    return second in scaled or any(second * factor in near for factor in _FACTORS)
