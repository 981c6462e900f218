"""A command -> mutants of it, each wrong in one way. Pure.

A file tree is good if it distinguishes a reference from these: a missing predicate or flag, another number,
another depth, letters of another case, `head` instead of `tail`, `>` instead of `>>`, a missing stage of a
pipeline.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from asmeant.languages.bash.command import Argument, Call, Flag, Node, Pipe, children
from asmeant.languages.bash.normal import normal
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.understanding import understand

SWAPPED = {"head": "tail", "tail": "head", "grep": "grep -v", "sort": "sort -r"}
FREED = {"-iname": "-name", "-iregex": "-regex", "-ipath": "-path", "-iwholename": "-wholename"}
COUNTED = {"Quantity", "Number", "Size", "Timespan"}
# Removing these makes no difference: find's defaults, and flags that only confirm or report.
SILENT_IN_FIND = {"-print", "-print0", "-H", "-P", "-depth"}
SILENT = {"--verbose", "--null", "--force", "--no-run-if-empty", "--interactive"}


@dataclass(frozen=True, slots=True)
class Mutant:
    kind: str
    command: str


@dataclass(frozen=True, slots=True)
class _Edit:
    kind: str
    start: int
    end: int
    text: str = ""


def mutants(command: str) -> list[Mutant]:
    """Distinct mutants that are not just another spelling. Raises BashSyntaxError if it is not Bash."""
    by_normal_form = {normal(command): Mutant("", command)}
    for edit in _edits(understand(command), command):
        text = (command[: edit.start] + edit.text + command[edit.end :]).strip()
        try:
            by_normal_form.setdefault(normal(text), Mutant(edit.kind, text))
        except BashSyntaxError:
            continue
    return list(by_normal_form.values())[1:]


def _edits(node: Node, command: str) -> Iterator[_Edit]:
    if isinstance(node, Argument):  # quoted text has no positions of its own
        return
    if isinstance(node, Pipe):
        for place, stage in enumerate(node.commands):
            if place:
                yield _Edit("stage", node.commands[place - 1].end, stage.end)
    if isinstance(node, Call) and node.name:
        yield from _of_call(node, command)
    for child in children(node):
        yield from _edits(child, command)


def _of_call(call: Call, command: str) -> Iterator[_Edit]:
    swapped = SWAPPED.get(call.name, "")
    added = swapped.partition(" ")[2]
    if swapped and call.written is not None and not (added and call.flag(added)):
        yield _Edit("utility", call.written.start, call.written.end, swapped)
    for redirection in call.redirections:
        operator = {">": ">>", ">>": ">"}.get(redirection.operator)
        if operator is not None and redirection.fd in ("", "1"):
            start = redirection.start
            yield _Edit("redirection", start, start + len(redirection.operator), operator)
    for flag in call.flags:
        yield from _of_flag(call, flag, command)
    if call.name == "find":
        if call.flag("-maxdepth") is None:
            after = max((word.end for word in call.arguments), default=call.start + 4)
            yield _Edit("depth", after, after, " -maxdepth 1 ")
        for word in call.arguments:
            if word.is_literal:
                yield _Edit("directory", word.start, word.end, f"{word.value.rstrip('/') or ''}/sub")


def _of_flag(call: Call, flag: Flag, command: str) -> Iterator[_Edit]:
    words = [word for word in flag.arguments if isinstance(word, Argument)]
    commanded = any(isinstance(word, Call) for word in flag.arguments)
    start, end = _span(flag, command)
    if not _is_silent(call, flag) and not commanded and start < end:
        yield _Edit("predicate" if call.name == "find" else "flag", start, end)
    if flag.name in FREED:
        yield _Edit("case", flag.start, flag.start + len(flag.name), FREED[flag.name])
    for word in words:
        yield from _of_number(word)
        if word.type == "Pattern" and word.is_literal and flag.name not in FREED:
            upper = re.sub("[a-z]", lambda letter: letter[0].upper(), word.text, count=1)
            yield _Edit("name", word.start, word.end, upper)


def _is_silent(call: Call, flag: Flag) -> bool:
    if call.name == "find":
        return flag.name in SILENT_IN_FIND
    return not SILENT.isdisjoint((flag.name, *(flag.known.names if flag.known else ())))


def _span(flag: Flag, command: str) -> tuple[int, int]:
    """The position of a flag with its arguments; within a bundle, that of its letter: the `n` of `-nr`."""
    end = max([flag.end, *(word.end for word in flag.arguments)])
    letter = command.find(flag.name[-1], flag.start, end)
    if not flag.bundled or letter < 0:
        return flag.start, end
    if not flag.arguments:
        return letter, letter + 1
    return (flag.start if command[flag.start : letter] == "-" else letter), end


def _of_number(word: Argument) -> Iterator[_Edit]:
    number = re.fullmatch(r"([+-]?)(\d+)(\w*)", word.text)
    if number is None or word.type not in COUNTED:
        return
    sign, digits, unit = number.groups()
    yield _Edit("number", word.start, word.end, f"{sign}{int(digits) + 1}{unit}")
    if sign:
        yield _Edit("sign", word.start, word.end, f"{'-' if sign == '+' else '+'}{digits}{unit}")
