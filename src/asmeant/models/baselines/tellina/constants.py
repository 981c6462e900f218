"""An intent -> words and typed constants, which become arguments of the command.

Types are those of templates (`asmeant.languages.bash.knowledge`), and Extension for file name extensions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from asmeant.languages.natural import intent_tokens
from asmeant.languages.natural.intents import NUMBER_WORDS
from asmeant.languages.natural.stemming import stem

EXTENSION = "Extension"


@dataclass(frozen=True, slots=True)
class Constant:
    """`text` is as in the intent; `number` and `unit` are those of a quantity."""

    type: str
    text: str
    number: str = ""
    unit: str = ""


Word = str | Constant

_SIZE_UNIT = (
    r"(?:[kmgtp]i?b?|bytes?|blocks?|kilobytes?|megabytes?|gigabytes?|terabytes?|kbytes?|mbytes?|gbytes?)"
)
_TIME_UNIT = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)"
_COUNT = rf"(?:\d+(?:\.\d+)?|{'|'.join(NUMBER_WORDS)}|an?)"
# The first pattern that matches at a position is used.
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("Size", re.compile(rf"(?P<number>\d+(?:\.\d+)?)[\s-]?(?P<unit>{_SIZE_UNIT})\b", re.IGNORECASE)),
    ("Timespan", re.compile(rf"(?P<number>{_COUNT})[\s-]?(?P<unit>{_TIME_UNIT})\b", re.IGNORECASE)),
    ("Timespan", re.compile(rf"(?<=last )(?P<unit>{_TIME_UNIT})\b", re.IGNORECASE)),
    ("DateTime", re.compile(r"\d{4}-\d\d?-\d\d?(?:[ T]\d\d?:\d\d(?::\d\d)?)?|\d\d?/\d\d?/\d{4}|"
                            r"(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:,? \d{4})?\b",
                            re.IGNORECASE)),
    ("Permission", re.compile(r"(?<!\S)[ugoa]*[-+=][rwxst]+(?:,[ugoa]*[-+=][rwxst]+)*(?!\S)"
                              r"|(?<!\S)(?:[r-][w-][x-]){3}(?!\S)")),
)  # fmt: skip
_NUMBER = re.compile(r"[-+]?\d+")
_PERMISSION = re.compile(r"0?[0-7]{3,4}|[ugoa]*[-+=][rwxstX]+")
_FILE = stem("file")
_WORDS = re.compile(r"[A-Za-z]+(?:/[A-Za-z]+)+")
_EXTENSION = re.compile(r"\*?\.[A-Za-z][A-Za-z0-9]{0,5}")


def read_intent(intent: str, extensions: Collection[str] = ()) -> list[Word]:
    """The words of an intent by their stems, with constants in their places.

    `extensions` are words that are file name extensions if `file` follows: java files.
    """
    spans = sorted(_quantities(intent), key=lambda span: span[0])
    words: list[Word] = []
    for token in intent_tokens(intent):
        within = next((span for span in spans if span[0] <= token.start < span[1]), None)
        if within is not None and not token.is_quoted:
            if within[2] not in words[-1:]:
                words.append(within[2])
        elif token.is_quoted or (token.is_constant and not _is_prose(token.value)):
            words.append(_typed(token.value, token.is_quoted))
        else:
            words += [stem(word) for word in re.split(r"[-/]", token.value.lower()) if word.strip(".")]
    return list(_with_extensions(words, extensions))


def _is_prose(value: str) -> bool:
    """Whether it is a pair of words such as `files/directories`, or a full stop after a quoted constant."""
    return _WORDS.fullmatch(value) is not None or value == "."


def _quantities(intent: str) -> Iterator[tuple[int, int, Constant]]:
    spans: list[tuple[int, int]] = []
    for kind, pattern in _KINDS:
        for match in pattern.finditer(intent):
            start, end = match.span()
            if any(start < stop and first < end for first, stop in spans):
                continue
            spans.append((start, end))
            groups = match.groupdict()
            number = _digits(groups.get("number") or "1") if "unit" in groups else ""
            yield start, end, Constant(kind, match[0], number, (groups.get("unit") or "").lower())


def _digits(number: str) -> str:
    return "1" if number.lower() in ("a", "an") else NUMBER_WORDS.get(number.lower(), number)


def _typed(value: str, quoted: bool) -> Constant:
    if _NUMBER.fullmatch(value):
        return Constant("Number", value, value)
    if _PERMISSION.fullmatch(value) and not quoted:
        return Constant("Permission", value)
    if _EXTENSION.fullmatch(value):
        return Constant(EXTENSION, value, unit=value.lstrip("*."))
    if value.endswith("/") or value.startswith(("/", "~", "./", "../")):
        is_file = re.search(r"\.\w{1,5}$", value) is not None
        return Constant("File" if is_file else "Directory", value)
    if re.fullmatch(r"[\w.+@%-]+\.[A-Za-z]\w{0,5}", value):
        return Constant("File", value)
    return Constant("Regex", value)


def _with_extensions(words: list[Word], extensions: Collection[str]) -> Iterator[Word]:
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if isinstance(word, str) and word in extensions and following == _FILE:
            yield Constant(EXTENSION, word, unit=word)
        else:
            yield word


def symbol(word: Word) -> str:
    """The word as the encoder reads it: a constant by its type."""
    return f"<{word.type}>" if isinstance(word, Constant) else word
