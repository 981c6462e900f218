"""A glob or a regular expression -> texts that it matches. Pure; what does not match is not given."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

# What a star may stand for.
FILLINGS = ("alpha", "beta2", "gamma", "", "delta_x", "epsilon")
LONGEST = 1000
_CLASSES = {
    "alpha": "a-zA-Z", "digit": "0-9", "alnum": "a-zA-Z0-9", "upper": "A-Z", "lower": "a-z", "space": " \\t",
    "blank": " \\t", "punct": "!-/:-@", "xdigit": "0-9a-f", "word": "\\w", "graph": "!-~", "print": " -~",
    "cntrl": "\\x01-\\x1f",
}  # fmt: skip
_POSIX = re.compile(r"\[:(\w+):\]")
_GLOB = re.compile(r"\[(!|\^)?(\]?[^\]]*)\]|\\(.)|\*+|\?|[^\[\\*?]+|\[")


def glob_examples(pattern: str, most: int = 3, tag: str = "") -> tuple[str, ...]:
    """Names that a pattern of file names matches, each once; with another tag others, where it can be."""
    found = dict.fromkeys(_filled(pattern, filling + tag) for filling in FILLINGS)
    plain = _POSIX.sub(lambda kind: _CLASSES.get(kind[1], "a"), pattern)
    plain = re.sub(r"\\(.)", r"[\1]", plain)  # Python's patterns know no backslash
    good = [name for name in found if name.strip(".") and "/" not in name and fnmatchcase(name, plain)]
    return tuple(good[:most])


def _filled(pattern: str, filling: str) -> str:
    def one(found: re.Match[str]) -> str:
        text = found[0]
        if found[3]:
            return found[3]
        if text.startswith("[") and len(text) > 1:
            members = _POSIX.sub(lambda kind: _CLASSES.get(kind[1], "a")[:1], found[2])
            return (
                next((letter for letter in "zqxk7" if letter not in members), "z")
                if found[1]
                else members[:1]
            )
        return filling if text.startswith("*") else "x" if text == "?" else text

    return _GLOB.sub(one, pattern)


def is_glob(text: str) -> bool:
    return any(letter in text for letter in "*?[")


# ── regular expressions ────────────────────────────────────────────────────────────────────────────


def regex_examples(regex: str, extended: bool = False, fixed: bool = False, most: int = 2) -> tuple[str, ...]:
    """Texts in which a regular expression is found: none where ours cannot make one."""
    if fixed:
        return (regex,) if regex else ()
    python = to_python(regex, extended)
    found = []
    for turn in range(most):
        try:
            text = "".join(_Maker(python, turn).alternatives())
            if re.search(python, text) and text.isprintable() and text:
                found.append(text)
        except (re.error, ValueError, IndexError, OverflowError, RecursionError):
            continue
    return tuple(dict.fromkeys(found))


def to_python(regex: str, extended: bool) -> str:
    """The same in Python's dialect: POSIX classes, and in basic ones the other meaning of a backslash."""
    regex = _POSIX.sub(lambda kind: _CLASSES.get(kind[1], "a"), regex)
    regex = regex.replace("\\<", "\\b").replace("\\>", "\\b").replace("\\`", "\\A")
    if extended:
        return regex
    pieces = re.split(r"(\[\^?\]?[^\]]*\]|\\.)", regex)
    return "".join(_basic(piece) for piece in pieces)


def _basic(piece: str) -> str:
    if len(piece) == 2 and piece[0] == "\\":
        return piece[1] if piece[1] in "(){}|+?" else piece
    return piece if piece.startswith("[") else re.sub(r"([(){}|+?])", r"\\\1", piece)


class _Maker:
    """Reads a regular expression from left to right, and writes a text that it matches."""

    def __init__(self, regex: str, turn: int) -> None:
        self.regex, self.turn, self.at = regex, turn, 0

    def alternatives(self) -> Iterator[str]:
        branches = [list(self.sequence())]
        while self.peek() == "|":
            self.at += 1
            branches.append(list(self.sequence()))
        yield from branches[self.turn % len(branches)]

    def sequence(self) -> Iterator[str]:
        while self.at < len(self.regex) and self.peek() not in "|)":
            text, times = self.atom(), self.times()
            if len(text) * times > LONGEST:
                raise ValueError("too long to be of use")
            yield text * times

    def peek(self) -> str:
        return self.regex[self.at : self.at + 1]

    def atom(self) -> str:
        letter = self.regex[self.at]
        self.at += 1
        if letter == "(":
            self.at += 2 if self.regex.startswith("?:", self.at) else 0
            inner = "".join(self.alternatives())
            self.at += 1
            return inner
        if letter == "[":
            return self.members()
        if letter == "\\":
            self.at += 1
            return {
                "w": "w",
                "d": "4",
                "s": " ",
                "b": "",
                "t": "\t",
                "A": "",
                "W": "-",
                "D": "d",
                "S": "s",
            }.get(self.regex[self.at - 1], self.regex[self.at - 1])
        return "" if letter in "^$" else "xy"[self.turn % 2] if letter == "." else letter

    def members(self) -> str:
        end = self.regex.index("]", self.at + (2 if self.peek() == "^" else 1))
        inside, self.at = self.regex[self.at : end], end + 1
        if inside.startswith("^"):
            return next(letter for letter in "qk7z-" if not re.match(f"[{inside[1:]}]", letter))
        return inside.replace("\\", "")[0] if not inside.startswith("\\w") else "w"

    def times(self) -> int:
        letter = self.peek()
        if letter and letter in "*+?":
            self.at += 1
            return 1 + (self.turn if letter != "?" else 0)
        if letter == "{":
            end = self.regex.index("}", self.at)
            count, self.at = self.regex[self.at + 1 : end].partition(",")[0], end + 1
            return int(count or 1)
        return 1
