"""Intent -> its words and constants; intent -> a normal form, the same for intents that say the same.

A *constant* must appear unchanged in the code: a quoted text, a path, a file name, a flag, a number with its
unit. Constants keep their case. All other tokens are English words: they are lower-cased, their spelling is
corrected, stop words are left out, and the rest is reduced to its stem.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from asmeant.languages.natural.spelling import respelt
from asmeant.languages.natural.stemming import stem

# Without "in" and "with", which make a difference ("files in a" and "files with a").
STOP_WORDS = frozenset({
    "a", "am", "an", "are", "be", "been", "being", "can", "could", "did", "do", "does", "had", "has",
    "have", "having", "he", "her", "him", "his", "i", "is", "it", "its", "itself", "just", "let", "may",
    "me", "might", "must", "my", "our", "please", "shall", "she", "should", "so", "such", "that", "the",
    "their", "them", "there", "these", "they", "this", "those", "too", "us", "very", "was", "we", "were",
    "will", "would", "you", "your", "yours",
})  # fmt: skip

NUMBER_WORDS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13",
    "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18",
    "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60",
    "seventy": "70", "eighty": "80", "ninety": "90", "hundred": "100", "thousand": "1000",
}  # fmt: skip

CURLY = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "‚": "'", "–": "-", "—": "-"})

# A quote opens at the start of a word and closes at the end of one, so "don't" has no quote. The length is
# limited, so that a text full of single quotes takes no time.
_TOKEN = re.compile(
    r"""
    (?<![\w\\]) (?P<quote>["'`])
        (?P<inside> (?: \\. | (?!(?P=quote))[^\\] | (?P=quote)(?=\w) ){1,500} )
        (?P=quote) (?!\w)
    | (?P<bare> \S+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_OPENING = re.compile(r"""(?<=[(\[{<,;:=/])["'`](?=\S)""")
# A word of another language: its case does not matter, either.
_FOREIGN = re.compile(r"(?=.*[^\x00-\x7F])[^\W\d_]+(?:['-][^\W\d_]+)*")
_WORD = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")
# A remark in parentheses. NL2Bash ignores it when it compares intents.
_REMARK = re.compile(r"""(?<![^\s.,;:])\([^()"'`]*\)(?=[\s.,;:!?]|$)""")
# Two words without a space after the comma.
_JOINED = re.compile(r"([A-Za-z]+)[,;:!?()&]+([A-Za-z]+)")
_OUTER = "()[]{}<>,;:!?\"'`"


@dataclass(frozen=True, slots=True)
class IntentToken:
    """A word or a constant, and its position. `value` is without surrounding quotes and punctuation."""

    value: str
    start: int
    end: int
    is_constant: bool
    is_quoted: bool = False


def intent_tokens(intent: str) -> Iterator[IntentToken]:
    """The words and constants of an intent, in order, without the punctuation around them."""
    position = 0
    while match := _TOKEN.search(intent, position):
        if match["inside"] is not None:
            start, end = match.span("inside")
            yield IntentToken(match["inside"], start, end, is_constant=True, is_quoted=True)
            position = match.end()
        else:
            position = _end_of_bare(intent, match.start(), match.end())
            yield from _bare_tokens(intent, match.start(), position)


def _end_of_bare(intent: str, start: int, end: int) -> int:
    """The end of a token without quotes. An opening quote ends it: in `(say "a b")` the space is quoted."""
    opening = _OPENING.search(intent, start + 1, end)
    return opening.start() if opening and intent.find(opening[0], opening.end()) > 0 else end


def _bare_tokens(intent: str, start: int, end: int) -> Iterator[IntentToken]:
    text = intent[start:end].lstrip(_OUTER)
    start = end - len(text)
    text = text.rstrip(_OUTER)
    # A full stop ends a sentence; in ".", ".." and "a/." it is a folder.
    if text.strip(".") and not text.endswith("/."):
        text = text.rstrip(_OUTER + ".")
    joined = _JOINED.fullmatch(text)
    if joined:
        for group in (1, 2):
            first, last = joined.span(group)
            yield IntentToken(joined[group], start + first, start + last, is_constant=False)
    elif text:
        yield IntentToken(text, start, start + len(text), is_constant=not _WORD.fullmatch(text))


def normalised_intent(intent: str) -> str:
    """The same text for intents that differ only in case, spelling, inflection or stop words."""
    text = intent.translate(CURLY)
    return " ".join(_normal_tokens(text)) or text.strip()


def _normal_tokens(intent: str) -> Iterator[str]:
    remarks = [remark.span() for remark in _REMARK.finditer(intent)]
    for token in intent_tokens(intent):
        if any(start < token.start and token.end < end for start, end in remarks):
            continue
        if token.is_constant:
            bare = token.value.lower() if _FOREIGN.fullmatch(token.value) else token.value
            yield f'"{token.value}"' if token.is_quoted else bare
            continue
        for word in token.value.lower().removesuffix("'s").split("-"):
            right = respelt(word)
            if right not in STOP_WORDS:
                yield NUMBER_WORDS.get(right) or stem(right)
