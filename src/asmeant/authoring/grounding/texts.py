"""A call of a utility -> what it searches for in files: words, columns, members, numbers of lines. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from asmeant.authoring.grounding.places import NAMED
from asmeant.authoring.grounding.words import sizes, values, words
from asmeant.languages.bash.command import Call
from asmeant.languages.bash.patterns import Dialect, regex_example

SEPARATED = {"cut": "-d", "sort": "-t", "awk": "-F", "column": "-s", "join": "-t", "paste": "-d"}
# They count the characters of a line. Others count lines.
COUNTING_CHARACTERS = ("uniq", "fold", "fmt", "cut")
MOST_COUNTED, MOST_BYTES = 2000, 4 << 20
_SED = re.compile(r"s([/|#,:@!%])((?:\\.|(?!\1).)*)\1|(?:^|[;{\s,])/((?:\\.|[^/])+)/")
_AWK = re.compile(r"/((?:\\.|[^/\s])+)/|\"([^\"\\]+)\"")


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is searched for in lines."""

    regex: str
    dialect: Dialect = "basic"

    def example(self, random: Random) -> str:
        return regex_example(self.regex, self.dialect, random)


def looked_for(call: Call) -> Iterator[Text]:
    if call.name == "find":
        return
    regexes = [word.value for word in words(call) if word.type == "Regex" or word.name == "program"]
    extended: Dialect = "extended" if call.flag("-E", "-P") or call.name in ("awk", "perl") else "basic"
    for value in (*regexes, *values(call, "-e", "--source")):
        if call.name in ("sed", "perl", "rename"):
            for match in _SED.finditer(value):
                yield Text(match[2] or match[3], "extended" if call.name != "sed" else extended)
        elif call.name in ("awk", "gawk", "mawk"):
            for match in _AWK.finditer(value):
                yield Text(match[1] or match[2], "extended" if match[1] else "fixed")
        elif value:
            yield Text(value, "fixed" if call.flag("-F") else extended)


def reads_no_file(call: Call) -> bool:
    """Whether grep reads the output of the command before it, such as file names."""
    return call.name == "grep" and not any(word.type in NAMED for word in call.arguments)


def separators(call: Call) -> Iterator[str]:
    separating = values(call, SEPARATED[call.name]) if call.name in SEPARATED else []
    if call.name == "tr":
        separating += [word.value for word in call.arguments[:1]]
    yield from (value for value in separating if len(value) == 1)


def members(call: Call) -> Iterator[str]:
    """Names that are extracted from archives."""
    if call.name in ("tar", "unzip") and not call.flag("-c"):
        for word in call.arguments:
            if word.name != "archive" and word.is_literal and word.value and ".." not in word.value:
                yield word.value.strip("/")


def counts(call: Call) -> tuple[int, ...]:
    """The numbers of lines, or of characters of each line, that are selected."""
    if call.name == "find":
        return ()
    counting = (
        word.value for word in words(call) if word.type in ("Quantity", "Number") or word.name == "program"
    )
    numbers = (int(digits) for value in counting for digits in re.findall(r"\d{1,4}", value))
    return tuple(number for number in numbers if 0 < number <= MOST_COUNTED)


def byte_counts(call: Call) -> Iterator[int]:
    """The numbers of bytes that are selected."""
    if call.name != "find":
        typed = (word.value for word in words(call) if word.type == "Size")
        yield from (size for size, _ in sizes(typed, "c") if size <= MOST_BYTES)


def sorts_numbers(call: Call) -> bool:
    """Whether it matters to it that 9 is less than 10."""
    return call.name == "sort" and call.flag("-n", "-g", "-h", "-V") is not None
