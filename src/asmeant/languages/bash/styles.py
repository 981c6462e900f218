"""Words -> flags and arguments, for utilities with their own syntax."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from asmeant.languages.bash.command import Argument, Call, Condition, Flag, Operator, Part
from asmeant.languages.bash.command_words import CommandWord
from asmeant.languages.bash.flags import Reading
from asmeant.languages.bash.knowledge import KnownFlag, Slot, Utility
from asmeant.languages.bash.logic import condition

if TYPE_CHECKING:
    from asmeant.languages.bash.understanding import Understanding

FIND_OPERATORS = {"(": "(", ")": ")", "!": "!", "-not": "-not", ",": ","} | {
    "-a": "-and",
    "-and": "-and",
    "-o": "-or",
    "-or": "-or",
}
SYMBOLIC_MODE = re.compile(r"-[rwxXst]+([,+=-].*)?$")
TAR_BUNDLE = re.compile(r"[A-Za-z0-9]*[crtuxAd][A-Za-z0-9]*$")
BSD_OPTIONS = re.compile(r"[A-Za-z]+$")
EXPRESSION = re.compile(r"([a-z]{1,2})?[^\w\s.$*'\"-]")
RECORDS = frozenset({"A", "AAAA", "ANY", "AXFR", "CAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT"})
FILE_TESTS = frozenset(f"-{letter}" for letter in "abcdefghkprstuwxGLNOS")
TEST_OPERATORS = frozenset({"=", "==", "!=", "<", ">", "!", "(", ")", "-a", "-o", "]"}) | frozenset(
    {"-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"}
)

# find is -newerXY for letters that are not listed.
NEWER = re.compile(r"-newer[aBcm][aBcmt]$")


def find(
    known: Utility, words: Sequence[CommandWord], understanding: Understanding
) -> tuple[tuple[Part, ...], Condition | None]:
    parts: list[Part] = []
    at = 0
    while at < len(words):
        word = words[at]
        span = understanding.span(word.start, word.end)
        at += 1
        if word.value in FIND_OPERATORS and word.is_literal:
            parts.append(Operator(*span, FIND_OPERATORS[word.value]))
        elif not word.value.startswith("-") or len(word.value) == 1:
            parts.append(understanding.argument(word, "Path"))
        else:
            flag, at = _predicate(known, words, at - 1, understanding)
            parts.append(flag)
    return tuple(parts), condition(parts)


def _predicate(
    utility: Utility, words: Sequence[CommandWord], at: int, understanding: Understanding
) -> tuple[Flag, int]:
    word = words[at]
    name = word.value
    known = utility.flags.get(name)
    arguments: list[Argument | Call | Operator] = []
    if known is None and NEWER.match(name):
        kind = "DateTime" if name.endswith("t") else "File"
        known = KnownFlag((name,), (Slot(kind),), "newer than this")
    elif known is None and name[:2] == "-O" and name[2:].isdigit():
        known, name = utility.flags["-O"], "-O"
        arguments.append(understanding.argument(word.after(2), "Number"))
    at += 1
    for slot in () if known is None else known.slots:
        if slot.optional or at >= len(words):
            continue
        if slot.repeats:
            stop = _command(words, at)
            span = understanding.span(words[at].start, words[max(at, stop - 1)].end)
            arguments.append(understanding.call(list(words[at:stop]), *span))
            at = stop
            if at < len(words):
                end = understanding.span(words[at].start, words[at].end)
                arguments.append(Operator(*end, words[at].value))
                at += 1
        else:
            arguments.append(understanding.argument(words[at], slot.type, slot.name))
            at += 1
    span = understanding.span(word.start, words[at - 1].end)
    return Flag(*span, name, known, tuple(arguments), written=word.text), at


def _command(words: Sequence[CommandWord], at: int) -> int:
    """The end of the command of -exec: at `;`, at a `+` after {}, or at the end."""
    for number in range(at, len(words)):
        value, last = words[number].value, number == len(words) - 1
        if value == ";" or (value == "+" and number > at and (last or words[number - 1].value == "{}")):
            return number
    return len(words)


# Others --------------------------------------------------------------------------------------------------


def tar(known: Utility, words: Sequence[CommandWord], understanding: Understanding) -> list[Part]:
    """`tar cvf x.tar a` is `tar -c -v -f x.tar a`: letters take the words they need, in turn."""
    if not words or not TAR_BUNDLE.match(words[0].value):
        return Reading(known, understanding, list(words)).parts()
    bundle = words[0]
    span = understanding.span(bundle.start, bundle.end)
    rest = list(words[1:])
    flags: list[Part] = []
    for letter in bundle.value:
        flag = known.flags.get("-" + letter)
        arguments: tuple[Argument, ...] = ()
        if flag is not None and flag.slots and not flag.slots[0].optional and rest:
            arguments = (understanding.argument(rest.pop(0), flag.slots[0].type),)
        flags.append(Flag(*span, "-" + letter, flag, arguments, bundled=True))
    return [*flags, *Reading(known, understanding, rest).parts()]


def ps(known: Utility, words: Sequence[CommandWord], understanding: Understanding) -> list[Part]:
    """`ps aux` in BSD syntax, and `ps -aux`, which means the same."""
    parts: list[Part] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word.value.startswith("-aux"):
            span = understanding.span(word.start, word.end)
            parts += [
                Flag(*span, "-" + letter, known.flags.get("-" + letter), bundled=True)
                for letter in word.value[1:]
            ]
        elif BSD_OPTIONS.match(word.value):
            parts.append(understanding.argument(word, "Option"))
            if word.value[-1] in "oO" and at < len(words):
                parts.append(understanding.argument(words[at], "Format"))
                at += 1
        else:
            reading = Reading(known, understanding, list(words[at - 1 :]))
            return [*parts, *reading.parts()]
    return parts


def dd(known: Utility, words: Sequence[CommandWord], understanding: Understanding) -> list[Part]:
    parts: list[Part] = []
    for word in words:
        name, equals, _ = word.value.partition("=")
        operand = known.operands.get(name)
        if operand is None or not equals:
            parts.append(understanding.argument(word, "Unknown"))
            continue
        value = understanding.argument(word.after(len(name) + 1), operand.slots[0].type)
        parts.append(Flag(*understanding.span(word.start, word.end), name, operand, (value,)))
    return parts


def test(_known: Utility, words: Sequence[CommandWord], understanding: Understanding) -> list[Part]:
    parts: list[Part] = []
    file_next = False
    for number, word in enumerate(words):
        value, last = word.value, number == len(words) - 1
        is_test = value in FILE_TESTS or value in ("-n", "-z", "-v")
        if word.is_literal and (value in TEST_OPERATORS or (is_test and not last)):
            parts.append(Operator(*understanding.span(word.start, word.end), value))
            file_next = value in FILE_TESTS and (value != "-a" or number == 0)
        else:
            parts.append(understanding.argument(word, "File" if file_next else "Text"))
            file_next = False
    return parts


def chmod(known: Utility, words: Sequence[CommandWord], understanding: Understanding) -> list[Part]:
    """`chmod -x file`: the mode looks like a flag."""
    for number, word in enumerate(words):
        if not word.value.startswith("-"):
            break
        if SYMBOLIC_MODE.match(word.value):
            others = [*words[:number], *words[number + 1 :]]
            parts = Reading(known, understanding, others, slots=(Slot("File", repeats=True),)).parts()
            mode = understanding.argument(word, "Permission")
            before = sum(part.start < mode.start for part in parts)
            return [*parts[:before], mode, *parts[before:]]
    return Reading(known, understanding, list(words)).parts()


def rename(known: Utility, words: Sequence[CommandWord], understanding: Understanding) -> list[Part]:
    """There are two programs with this name: one takes an expression (s/a/b/), one takes two texts."""
    first = next((word for word in words if not word.value.startswith("-")), None)
    by_expression = first is not None and EXPRESSION.match(first.value)
    slots = (
        known.slots[::2] if by_expression else tuple(replace(slot, optional=False) for slot in known.slots)
    )
    return Reading(known, understanding, list(words), slots=slots).parts()


def dig(known: Utility, words: Sequence[CommandWord], understanding: Understanding) -> list[Part]:
    def with_type(part: Part) -> Part:
        if not isinstance(part, Argument):
            return part
        option = part.value.startswith("+")
        return replace(part, type="Option" if option else "Type" if part.value in RECORDS else "Hostname")

    return [with_type(part) for part in Reading(known, understanding, list(words)).parts()]


def date(known: Utility, words: Sequence[CommandWord], understanding: Understanding) -> list[Part]:
    """Digits without a format set the clock."""

    def with_type(part: Part) -> Part:
        sets = isinstance(part, Argument) and part.value[:1].isdigit()
        return replace(part, type="DateTime") if isinstance(part, Argument) and sets else part

    return [with_type(part) for part in Reading(known, understanding, list(words)).parts()]


STYLES: dict[str, Callable[[Utility, Sequence[CommandWord], Understanding], list[Part]]] = {
    "tar": tar,
    "ps": ps,
    "dd": dd,
    "test": test,
    "chmod": chmod,
    "rename": rename,
    "dig": dig,
    "date": date,
}
