"""Utilities that list files -> what they print: names, and further columns. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from asmeant.languages.bash.answers import (
    FILES,
    FIND_DIRECTIVE,
    LONG,
    ROWS,
    STAT_DIRECTIVE,
    STAT_FORMATS,
    TEXT,
    VALUE,
    folders_of,
    is_several,
    operands,
)
from asmeant.languages.bash.command import Argument, Call
from asmeant.records import AnswerKind, Expectation


def formatted(text: str, base: Expectation, formats: dict[str, str], names: str) -> Expectation:
    directive = STAT_DIRECTIVE if formats is STAT_FORMATS else FIND_DIRECTIVE
    letters = [match[1] for match in directive.finditer(text) if match[1] and match[1] != "%"]
    attributes = [
        "time" if len(letter) == 2 else formats.get(letter, "") for letter in letters if letter not in names
    ]
    bare = re.sub(directive, "", text).strip(" \t:;,|-()'\"")
    if bare or not all(attributes) or not any(letter in names for letter in letters):
        return replace(ROWS, spacing=True)
    cut = any(letter in "fPhH" for letter in letters)
    kind: AnswerKind = "files with attributes" if attributes else "files"
    return replace(
        base, kind=kind, attributes=tuple(dict.fromkeys(attributes)), paths="printed" if cut else "any"
    )


def _ls(call: Call, _before: Expectation | None) -> Expectation:
    flags = {name for flag in call.flags for name in (flag.known.names if flag.known else (flag.name,))}
    ordered = bool(
        flags
        & {"-t", "-S", "-X", "-v", "-r", "-u", "-c", "-U", "--sort"}
        - ({"-u", "-c"} if "-l" in flags else set())
    )
    base = replace(FILES, folders=folders_of(call), ordered=ordered)
    columns = [name for flag, names in LS_COLUMNS.items() if flag in flags for name in names]
    if not columns:
        return base
    return replace(base, kind="files with attributes", attributes=tuple(dict.fromkeys(columns)))


LS_COLUMNS = {"-l": LONG, "-o": LONG, "-g": LONG, "-n": LONG, "-s": ("usage",), "-i": ("inode",)}


def _tree(call: Call, _before: Expectation | None) -> Expectation:
    flags = {flag.name for flag in call.flags}
    if flags & {"-J", "-X", "-H"}:
        return TEXT
    columns = tuple(name for flag, name in TREE_COLUMNS.items() if flag in flags)
    kind: AnswerKind = "files with attributes" if columns else "files"
    ordered = bool(flags & {"-t", "-c", "-r", "-U", "-v", "--sort"})
    folders = folders_of(call) or (".",)
    return replace(
        FILES, kind=kind, attributes=tuple(dict.fromkeys(columns)), ordered=ordered, folders=folders
    )


TREE_COLUMNS = {"-p": "mode", "-u": "owner", "-g": "group", "-s": "size", "-h": "size", "-D": "time"}


def _stat(call: Call, _before: Expectation | None) -> Expectation:
    option = call.flag("-c", "--format", "--printf")
    word = next((word for word in option.arguments if isinstance(word, Argument)), None) if option else None
    if word is None:
        return replace(ROWS, sure=False)
    answer = formatted(word.value, replace(FILES, folders=folders_of(call)), STAT_FORMATS, "nN")
    if answer.kind == "lines in any order" and len(re.findall(r"%[a-zA-Z]", word.value)) == 1:
        return VALUE if not is_several(operands(call)) else ROWS
    return answer


def _du(call: Call, _before: Expectation | None) -> Expectation:
    return replace(
        FILES, kind="files with attributes", attributes=("usage",), folders=folders_of(call),
        units=False, totals=call.flag("-c", "--total") is not None,
    )  # fmt: skip


LISTERS: dict[str, Callable[[Call, Expectation | None], Expectation]] = {
    "ls": _ls, "dir": _ls, "vdir": _ls, "stat": _stat, "du": _du, "tree": _tree,
}  # fmt: skip
