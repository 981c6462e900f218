"""What is wrong with a text, where, and what to write instead."""

from __future__ import annotations

import re
from dataclasses import dataclass

# The maximum length of a description, in characters. Longer ones are not read, and would slow down the rules.
LONGEST_INTENT = 4000
# The same for code.
LONGEST_CODE = 20_000


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on the text from `start` to `end`. A remark on the whole text covers all of it.

    `proposal` is the whole text with this problem corrected; empty if a person must write it.
    """

    rule: str
    start: int
    end: int
    message: str
    proposal: str = ""


def too_long(text: str, most: int) -> Remark | None:
    """A remark on a text that is too long to examine, such as a file that was pasted by mistake."""
    if len(text) <= most:
        return None
    return Remark("too long", most, len(text), f"This has {len(text):,} letters. Use at most {most:,}.")


def without(text: str, start: int, end: int) -> str:
    """The text without the part from `start` to `end`, with blanks, commas and capitals corrected."""
    before, after = text[:start].rstrip(), text[end:]
    if after.lstrip()[:1] in (",", "、") and (not before or before[-1] in ".!?。"):
        after = after.lstrip()[1:]
    after = after.lstrip()
    if before.endswith(",") and after.startswith(","):
        before = before[:-1]
    if not before or before[-1] in ".!?。":
        after = after[:1].upper() + after[1:]
    elif not after or after[0] in ".!?。":
        before = before.rstrip(",、 ")
    if after[:1].isalpha() and after[:1].lower() not in "aeiou":
        before = re.sub(r"\b([Aa])n$", r"\1", before)  # "an iterative function" becomes "a function"
    gap = " " if before and after and needs_blank(before[-1], after[0]) else ""
    return f"{before}{gap}{after}"


def needs_blank(left: str, right: str) -> bool:
    """Whether words are separated there: not before punctuation, and not between Japanese letters."""
    return right not in ".,;:!?)。、" and not (is_japanese(left) or is_japanese(right))


def is_japanese(letter: str) -> bool:
    return "\u3000" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"
