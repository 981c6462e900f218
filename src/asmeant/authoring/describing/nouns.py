"""Text after words such as "using" -> its noun phrases:

"the heap queue algorithm and a lambda function". Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from asmeant.authoring.describing.wording import Wording
from asmeant.languages.natural.slots import Slot, slots

MOST_TOKENS = 16
_WORD = re.compile(r"[^\W_](?:[\w'’/&+-]*\w)?|[&,]|[*+/%^|=<>-]{1,3}(?=\s)")  # an operator is one token


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or a slot without its quotes."""

    text: str
    start: int
    end: int
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class Noun:
    """One noun phrase, such as "the heap queue algorithm"; `complement` follows its "of"."""

    tokens: tuple[Token, ...]
    complement: tuple[Token, ...] = ()

    @property
    def end(self) -> int:
        return (*self.tokens, *self.complement)[-1].end


def read_nouns(intent: str, start: int, words: Wording) -> list[Noun]:
    """The noun phrases from `start` on, up to a word that cannot be in a noun phrase."""
    nouns: list[Noun] = []
    tokens: list[Token] = []
    complement: list[Token] = []
    for token in islice(read_tokens(intent, start), MOST_TOKENS):
        if _ends_means(intent, token, tokens, complement, words):
            break
        if token.slot is None and words.links.fullmatch(token.text):
            nouns += [Noun(tuple(tokens), tuple(complement))] if tokens else []
            tokens, complement = [], []
        elif complement or (token.slot is None and tokens and words.of.fullmatch(token.text)):
            complement.append(token)
        else:
            tokens.append(token)
    return [*nouns, Noun(tuple(tokens), tuple(complement))] if tokens else nouns


def _ends_means(
    intent: str, token: Token, tokens: Sequence[Token], complement: Sequence[Token], words: Wording
) -> bool:
    """Whether the phrase ends: at a preposition or the like, or at an article after a noun."""
    if token.slot is not None:
        return False
    if words.stops.fullmatch(token.text):
        return not _begins_technique(intent, token, words)
    return not complement and _has_noun(tokens, words) and words.articles.fullmatch(token.text) is not None


def _begins_technique(intent: str, token: Token, words: Wording) -> bool:
    """Whether it is the "for" of "for loops"."""
    match = words.techniques.match(intent, token.start)
    return match is not None and match.end() > token.end


def _has_noun(tokens: Sequence[Token], words: Wording) -> bool:
    return not all(words.articles.fullmatch(token.text) for token in tokens)


def read_tokens(intent: str, start: int) -> Iterator[Token]:
    """Words and slots up to the end of the clause."""
    by_start = slots_by_start(intent)
    position = start
    while position < len(intent):
        if position in by_start:
            slot = by_start[position]
            yield Token(slot.value, slot.start, slot.end, slot)
            position = slot.end
        elif word := _WORD.match(intent, position):
            yield Token(word[0], word.start(), word.end())
            position = word.end()
        elif intent[position].isspace():
            position += 1
        else:
            return


@lru_cache(maxsize=16)  # Every phrase of a text needs the same slots.
def slots_by_start(intent: str) -> Mapping[int, Slot]:
    """The slots of a text by their start."""
    return {slot.start: slot for slot in slots(intent)}
