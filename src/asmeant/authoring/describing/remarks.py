"""What is wrong with a text, where, and what to write instead."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on the text from `start` to `end`. A remark on the whole text covers all of it.

    `proposal` is the whole text with this one thing put right; empty where a person must write it.
    """

    rule: str
    start: int
    end: int
    message: str
    proposal: str = ""


def without(text: str, start: int, end: int) -> str:
    """The text without what stands from `start` to `end`, with its blanks, commas and capital put right."""
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
    gap = " " if before and after and needs_blank(before[-1], after[0]) else ""
    return f"{before}{gap}{after}"


def needs_blank(left: str, right: str) -> bool:
    """Whether words are separated there: not before punctuation, and not between Japanese letters."""
    return right not in ".,;:!?)。、" and not (is_japanese(left) or is_japanese(right))


def is_japanese(letter: str) -> bool:
    return "\u3000" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"
