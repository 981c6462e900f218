"""Kinds of answers that commands print, and the files that they name."""

from __future__ import annotations

import posixpath
import re

from asmeant.languages.bash.command import Argument, Call
from asmeant.records import Expectation

TEXT = Expectation("text")
LINES = Expectation("lines")
NOTHING = Expectation("nothing", ordered=False, spacing=False)
STATUS = Expectation("status")
NUMBER = Expectation("number", spacing=False)
COUNT = Expectation("number", spacing=False, attributes=("count",))  # for example of lines: never `4.0K`
VALUE = Expectation("value", spacing=False)
FILES = Expectation("files", ordered=False, spacing=False, paths="any", extras=True)
ROWS = Expectation("lines in any order", ordered=False, spacing=False)
BY_FILE = Expectation("lines by file", ordered=False, extras=True)
LONG = ("mode", "links", "owner", "group", "size", "time")
FORMATS = {"m": "mode", "M": "mode", "u": "owner", "U": "owner", "g": "group", "G": "group", "s": "size",
           "n": "links", "y": "type", "Y": "type", "l": "target", "k": "usage", "b": "usage", "i": "inode",
           "t": "time", "a": "time", "c": "time"}  # fmt: skip
STAT_FORMATS = {"a": "mode", "A": "mode", "U": "owner", "u": "owner", "G": "group", "g": "group", "s": "size",
                "h": "links", "F": "type", "y": "time", "Y": "time", "x": "time", "X": "time", "b": "usage",
                "i": "inode"}  # fmt: skip
CHECKSUMS = {f"{name}sum": name for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")}
# In `find -printf`, `%TY` is a part of a time; in `stat --format`, `%A` is a mode.
FIND_DIRECTIVE = re.compile(r"%[-+ 0#]*\d*(?:\.\d+)?([ACT].|[a-zA-Z%])|\\.")
STAT_DIRECTIVE = re.compile(r"%[-+ 0#]*\d*(?:\.\d+)?([a-zA-Z%])|\\.")


def operands(call: Call) -> tuple[Argument, ...]:
    """The files that a call reads."""
    return tuple(word for word in call.arguments if word.type in ("File", "Path", "Directory"))


def is_several(words: tuple[Argument, ...]) -> bool:
    return (
        len(words) > 1
        or any(set(word.text) & set("*?[{$`") and not word.is_literal for word in words)
        or any(has_glob(word) for word in words)
    )


def has_glob(word: Argument) -> bool:
    bare = re.sub(r"\\.|'[^']*'|\"(?:\\.|[^\"\\])*\"", "", word.text)
    return re.search(r"[*?]|\[[^\]]+\]|\{[^}]*,[^}]*\}", bare) is not None


def folders_of(call: Call) -> tuple[str, ...]:
    """The folders that a call searches: the names that it prints may begin with them."""
    folders: dict[str, None] = {}
    for word in operands(call):
        if not word.value or re.search(r"[$`]", word.value):
            continue
        fixed = re.split(r"[*?\[{]", word.value)[0] if has_glob(word) else word.value
        if fixed == word.value:
            folders[fixed] = None
        above = posixpath.dirname(fixed.rstrip("/") if fixed == word.value else fixed)
        if above:
            folders[above] = None
    return tuple(folders)
