"""A use of a utility -> what it wants to find in files: words, columns, members, so many lines. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from asmeant.authoring.grounding.measures import bytes_in, numbers
from asmeant.authoring.grounding.places import NAMED, flag_words
from asmeant.languages.bash.command import Call, Flag
from asmeant.languages.bash.patterns import Dialect

EXTENDED = ("-E", "-P", "--extended-regexp", "--perl-regexp", "--regexp-extended")
SEPARATED: Mapping[str, tuple[str, ...]] = {
    "cut": ("-d", "--delimiter"),
    "sort": ("-t", "--field-separator"),
    "awk": ("-F", "--field-separator"),
    "column": ("-s", "--separator"),
    "join": ("-t",),
    "paste": ("-d", "--delimiters"),
}
MOST_LINES, LONGEST_LINE, MOST_BYTES = 2000, 300, 4 << 20
_SED = re.compile(r"s([/|#,:@!%])((?:\\.|(?!\1).)*)\1|(?:^|[;{\s,])/((?:\\.|[^/])+)/")
_AWK = re.compile(r"/((?:\\.|[^/\s])+)/|\"([^\"\\]+)\"")


@dataclass(frozen=True, slots=True)
class Text:
    """What is looked for in lines."""

    regex: str
    dialect: Dialect = "basic"


def looked_for(call: Call) -> Iterator[Text]:
    if call.name == "find":
        return
    words = [word.value for word in call.arguments if word.type == "Regex" or word.name == "program"]
    words += [
        word.value
        for flag in call.flags
        for word in flag_words(flag)
        if word.type == "Regex" or flag.name in ("-e", "--expression", "--source")
    ]
    extended: Dialect = "extended" if call.flag(*EXTENDED) or call.name in ("awk", "perl") else "basic"
    for value in words:
        if call.name in ("sed", "perl", "rename"):
            for match in _SED.finditer(value):
                yield Text(match[2] or match[3], "extended" if call.name != "sed" else extended)
        elif call.name in ("awk", "gawk", "mawk"):
            for match in _AWK.finditer(value):
                yield Text(match[1] or match[2], "extended" if match[1] else "fixed")
        elif value:
            yield Text(value, "fixed" if _is_fixed(call) else extended)


def reads_no_file(call: Call) -> bool:
    """Whether grep searches what is said before it, names of files perhaps."""
    return call.name == "grep" and not any(word.type in NAMED for word in call.arguments)


def _is_fixed(call: Call) -> bool:
    return call.flag("-F", "--fixed-strings") is not None or (
        call.written is not None and call.written.value == "fgrep"
    )


def separators(call: Call) -> Iterator[str]:
    yield from (value for value in _values(call, SEPARATED) if len(value) == 1)
    if call.name == "tr" and call.arguments and len(call.arguments[0].value) == 1:
        yield call.arguments[0].value


def members(call: Call) -> Iterator[str]:
    """Names that are taken out of archives."""
    if call.name in ("tar", "unzip") and not call.flag("-c", "--create"):
        for word in call.arguments:
            if word.name != "archive" and word.is_literal and word.value and ".." not in word.value:
                yield word.value.strip("/")


def line_counts(call: Call) -> Iterator[int]:
    """So many lines are counted off."""
    if call.name in COUNTING:
        words = (word for flag in call.flags for word in flag_words(flag))
        counts = (n for word in words if word.type in ("Quantity", "Number") for n in numbers(word.value))
        yield from (count for count in counts if count <= MOST_LINES)
    elif call.name in ("sed", "awk"):
        program = next((word.value for word in call.arguments if word.name == "program"), "")
        yield from (int(digits) for digits in re.findall(r"\b\d{1,3}\b", program))


COUNTING = ("head", "tail", "split", "grep", "sort", "cut")
WIDTHS: Mapping[str, tuple[str, ...]] = {
    "uniq": ("-w", "--check-chars", "-s", "--skip-chars"),
    "fold": ("-w", "--width"),
    "fmt": ("-w", "--width"),
    "cut": ("-c", "--characters", "-b", "--bytes"),
}
BYTES: Mapping[str, tuple[str, ...]] = {
    "split": ("-b", "--bytes", "-C", "--line-bytes"),
    "head": ("-c", "--bytes"),
    "tail": ("-c", "--bytes"),
}
NUMERIC = {"-n", "--numeric-sort", "-g", "--general-numeric-sort", "-h", "--human-numeric-sort", "-V"}


def widths(call: Call) -> Iterator[int]:
    digits = (n for value in _values(call, WIDTHS) for n in re.findall(r"\d+", value))
    yield from (int(n) for n in digits if 0 < int(n) <= LONGEST_LINE)


def byte_counts(call: Call) -> Iterator[int]:
    """So many bytes are counted off."""
    counts = (count for value in _values(call, BYTES) for count in bytes_in(value))
    yield from (count for count in counts if count <= MOST_BYTES)


def _values(call: Call, names_by_utility: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The arguments of a utility's flags of these names."""
    for flag in call.flags:
        if _names(flag) & set(names_by_utility.get(call.name, ())):
            yield from (word.value for word in flag_words(flag))


def _names(flag: Flag) -> set[str]:
    return {flag.name, *(flag.known.names if flag.known else ())}


def sorts_numbers(call: Call) -> bool:
    """Whether it makes a difference to it that 9 is less than 10."""
    return call.name == "sort" and any(_names(flag) & NUMERIC for flag in call.flags)
