"""Glob or regular expression -> texts that it matches, and similar names that it does not match. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from random import Random
from typing import Literal

Dialect = Literal["basic", "extended", "emacs", "fixed"]

# What may replace a star, and a dot or a question mark.
FILLINGS = ("alpha", "beta2", "gamma", "delta_x", "report", "old", "v1")
LETTERS = "abcxyz127"
CLASSES = {
    "alpha": "aKz", "digit": "0479", "alnum": "aZ5", "upper": "AQZ", "lower": "abz", "space": " ",
    "blank": " ", "punct": "!,;", "xdigit": "3af", "word": "ab_9", "graph": "a#7", "print": "a b",
    "cntrl": "\t",
}  # fmt: skip
ESCAPES = {"d": "digit", "w": "word", "s": "space", "W": "punct", "D": "alpha", "S": "alnum"}
_CLASS = re.compile(r"\[:(\w+):\]")
_SET = r"\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]"
_GLOB_TOKEN = re.compile(rf"{_SET}|\\.|\*+|\?|[^\[\\*?]+|\[|\\", re.DOTALL)
MOST_REPEATS = 40
# Longer patterns are truncated.
LONGEST = 1000


# ── globs ──────────────────────────────────────────────────────────────────────────────────────────


def is_glob(text: str) -> bool:
    return any(letter in text for letter in "*?[")


def glob_example(pattern: str, random: Random) -> str:
    """A name that the pattern matches. A star is never replaced by an empty text."""
    return "".join(_filled(text, random) for text in _GLOB_TOKEN.findall(pattern[:LONGEST]))


def _filled(text: str, random: Random) -> str:
    if len(text) > 1 and text[0] == "[":
        return _one_of(text, random)
    if len(text) == 2 and text[0] == "\\":
        return text[1]
    if text[0] == "*":
        return random.choice(FILLINGS)
    return random.choice(LETTERS) if text == "?" else text


def _one_of(text: str, random: Random) -> str:
    """A letter of a bracket expression."""
    inner, negated = text[1:-1], text[1] in "!^"
    inner = inner[1:] if negated else inner
    class_letters = "".join(CLASSES.get(name, "a") for name in _CLASS.findall(inner))
    inner = _CLASS.sub("", inner)
    ranges = "".join(
        first if first == last else first + chr((ord(first) + ord(last)) // 2) + last
        for first, last in re.findall(r"(.)-(.)", inner)
    )
    members = class_letters + ranges + re.sub(r".-.", "", inner)
    if not negated:
        return random.choice(members) if members else "a"
    members_pattern = re.compile(f"[{re.escape(members)}]|{_ranges(inner)}") if members else None
    return next(
        (letter for letter in "kq7_ZM-.,x " if not members_pattern or not members_pattern.match(letter)), "k"
    )


def _ranges(inner: str) -> str:
    ranges = [
        f"[{re.escape(first)}-{re.escape(last)}]"
        for first, last in re.findall(r"(.)-(.)", inner)
        if first <= last
    ]
    return "|".join(ranges) or "(?!)"


def near_misses(pattern: str, name: str, minds_case: bool) -> Iterator[str]:
    """Names similar to `name` that the pattern does not match. Other case is tried only if case matters."""
    undotted = name.replace(".", "")
    literals = [text for text in _GLOB_TOKEN.findall(pattern[:LONGEST]) if text[0] not in "*?[\\."]
    parts = (
        [name.replace(text, "other", 1) for text in literals] if len(literals) > 1 or is_glob(pattern) else []
    )
    for close in (name.swapcase(), f"{name}~", f"x{name}", undotted, f"{name}.bak", name[:-1], *parts):
        differs = minds_case or close.lower() != name.lower()
        if differs and close.strip(".") and not fnmatchcase(close, _CLASS.sub(r"a-z0-9", pattern)):
            yield close


# ── regular expressions ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str  # text any set open close or repeat skip
    text: str = ""
    least: int = 1
    most: int = 1


def regex_example(regex: str, dialect: Dialect, random: Random) -> str:
    """A text that the expression matches, as far as we can parse it. Anchors are ignored."""
    if dialect == "fixed" or len(regex) > LONGEST:
        return regex[:LONGEST]
    try:
        return _Maker(list(_tokens(regex, dialect)), random).alternatives()
    except RecursionError:  # too many nested brackets
        return ""


# Tokens in one spelling for all dialects: those special after a backslash, and those special without one.
_ALONE = {"extended": "(){}|+?", "emacs": "+?", "basic": ""}
_KINDS = {"(": "open", ")": "close", "|": "or"}
_BRACKET = re.compile(_SET)
# What may follow the opening bracket of a group.
_GROUP = re.compile(r"\?(?:<?[=!]|:|P?<\w+>|[a-z]*)")
_REPEATS = {"*": (0, 3), "+": (1, 3), "?": (0, 1)}


def _tokens(regex: str, dialect: Dialect) -> Iterator[_Token]:
    at = 0
    while at < len(regex):
        match = _BRACKET.match(regex, at)
        if match:
            yield _Token("set", match[0])
            at = match.end()
            continue
        escaped = regex[at] == "\\" and at + 1 < len(regex)
        letter = regex[at + escaped]
        at += 1 + escaped
        is_operator = letter in "(){}|+?" and (letter in _ALONE[dialect]) is not escaped
        if is_operator and letter == "{":
            at, token = _counted(regex, at)
            yield token
            continue
        if is_operator and letter == "(" and regex.startswith("?", at):
            at += len(_GROUP.findall(regex, at)[0])
        yield _token(letter, is_operator, escaped)


def _token(letter: str, is_operator: bool, escaped: bool) -> _Token:
    if is_operator and letter in _KINDS:
        return _Token(_KINDS[letter])
    if (is_operator and letter in "+?") or (letter == "*" and not escaped):
        return _Token("repeat", letter, *_REPEATS[letter])
    if escaped:
        return _escape(letter)
    return _Token({".": "any", "^": "skip", "$": "skip"}.get(letter, "text"), letter)


def _counted(regex: str, at: int) -> tuple[int, _Token]:
    match = re.compile(r"(\d*)(,?)(\d*)\\?\}").match(regex, at)
    if not match:
        return at, _Token("text", "{")
    least = int(match[1] or 0)
    most = int(match[3]) if match[3] else least + 2 if match[2] else least
    return match.end(), _Token("repeat", "{", min(least, MOST_REPEATS), min(most, MOST_REPEATS))


def _escape(letter: str) -> _Token:
    if letter in ESCAPES:
        return _Token("set", f"[[:{ESCAPES[letter]}:]]")
    if letter in "<>bBAzZK`'123456789":
        return _Token("skip")
    return _Token("text", {"t": "\t", "n": " "}.get(letter, letter))


class _Maker:
    """Reads tokens from left to right, and writes a text that they match."""

    def __init__(self, tokens: list[_Token], random: Random) -> None:
        self.tokens, self.random, self.at = tokens, random, 0

    def alternatives(self) -> str:
        branches = [self.sequence()]
        while self.at < len(self.tokens) and self.tokens[self.at].kind == "or":
            self.at += 1
            branches.append(self.sequence())
        return self.random.choice(branches)

    def sequence(self) -> str:
        regex = ""
        while self.at < len(self.tokens) and self.tokens[self.at].kind not in ("or", "close"):
            token = self.tokens[self.at]
            start, self.at = self.at, self.at + 1
            text = self.one(token)
            after = self.tokens[self.at] if self.at < len(self.tokens) else _Token("skip")
            if after.kind == "repeat" and start < self.at:
                self.at += 1
                times = self.random.randint(after.least, max(after.least, after.most))
                text = self.repeated(token, text, times)
            regex += text
        return regex

    def one(self, token: _Token) -> str:
        if token.kind == "open":
            text = self.alternatives()
            self.at += 1  # past the closing bracket
            return text
        if token.kind == "any":
            return self.random.choice(LETTERS)
        if token.kind == "set":
            return _one_of(token.text, self.random)
        return token.text if token.kind == "text" else ""

    def repeated(self, token: _Token, text: str, times: int) -> str:
        if token.kind == "any" and times:
            return self.random.choice(FILLINGS) if times < MOST_REPEATS else text * times
        return text * times
