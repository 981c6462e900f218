"""Intent -> its slots: names and literals, which are the same in every language and occur in the code.

A slot is text in quotes of any kind, and text that looks like code: a path, a file name, a flag, a call, a
name with an underscore or a dot, a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["name", "text", "number"]
MASK = "x"

# A quote opens if no Latin letter precedes it, and closes if none follows: so "don't" has none. Japanese has
# no blanks between words, so its letters may be on both sides.
_BEFORE, _AFTER = r"(?<![A-Za-z0-9_\\])", r"(?![A-Za-z0-9_])"
_PATTERN = re.compile(
    rf"""
      `(?P<backticks>[^`]+)`
    | “(?P<curly>[^”]+)” | ‘(?P<single_curly>[^’]+)’ | «(?P<angles>[^»]+)» | 「(?P<corners>[^」]+)」
    | {_BEFORE}''(?P<two>[^']+)''{_AFTER}
    | {_BEFORE}"(?P<double>(?:\\.|[^"\\])+)"{_AFTER}
    | {_BEFORE}'(?P<single>(?:\\.|[^'\\])+)'{_AFTER}
    | {_BEFORE}(?P<bare>
          [A-Za-z][A-Za-z0-9+.-]*://[^\s"'`<>、。]+[A-Za-z0-9/]         # an address
        | ~?(?:/[A-Za-z0-9_.*?+-]+)+/?                                   # a path
        | --?[A-Za-z][A-Za-z0-9-]*                                       # a flag
        | \*\.[A-Za-z0-9]+                                               # a pattern of file names
        | [A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)+(?:\(\))?   # a.b, a.b(), notes.txt
        | [A-Za-z_][A-Za-z0-9_]*\(\)                                     # f()
        | [A-Za-z]+_[A-Za-z0-9_]+ | _[A-Za-z0-9_]+                       # snake_case
        | \d+(?:[.,]\d+)*(?:[kKMGTPb]B?)?(?![A-Za-z0-9_])                # 10, 1.5, 10M
      )
    """,
    re.VERBOSE,
)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
_NUMBER = re.compile(r"[-+]?\d[\d.,]*[kKMGTPb]?B?")


@dataclass(frozen=True, slots=True)
class Slot:
    """The text from `start` to `end` in an intent, including quotes; `value` is without them."""

    value: str
    start: int
    end: int
    kind: Kind


def slots(intent: str) -> list[Slot]:
    """The slots in the order of the intent, without overlaps."""
    return list(_slots(intent))


def _slots(intent: str) -> Iterator[Slot]:
    for match in _PATTERN.finditer(intent):
        value = match[match.lastgroup or 0]
        yield Slot(value, match.start(), match.end(), _kind(value))


def _kind(value: str) -> Kind:
    if _NAME.fullmatch(value):
        return "name"
    return "number" if _NUMBER.fullmatch(value) else "text"


def masked(intent: str, intent_slots: Sequence[Slot] | None = None) -> str:
    """The intent with an x instead of each slot: the same for intents that differ only in names.

    An x is not a word of any language, so that it has no meaning for an encoder.
    """
    selected = slots(intent) if intent_slots is None else intent_slots
    return replaced(intent, [MASK] * len(selected), selected)


def replaced(intent: str, texts: Sequence[str], intent_slots: Sequence[Slot]) -> str:
    """The intent with a text in place of each slot."""
    texts_and_slots, position = [], 0
    for slot, text in zip(intent_slots, texts, strict=True):
        texts_and_slots += [intent[position : slot.start], text]
        position = slot.end
    return "".join([*texts_and_slots, intent[position:]])


def transfer(code: str, source: Sequence[Slot], target: Sequence[Slot]) -> str:
    """Code for an intent with the slots `source`, with those of another intent in their place.

    Slots of the same kind are paired in order. The remaining ones are paired regardless of their kind, and
    those without a partner are not changed. All are replaced at once, so that no value is replaced twice.
    """
    pairs = {slot.value: replacement.value for slot, replacement in _paired(source, target)}
    if not pairs:
        return code
    longest_first = sorted(pairs, key=len, reverse=True)
    pattern = re.compile("|".join(_bounded(value) for value in longest_first))
    return pattern.sub(lambda match: pairs[match[0]], code)


def _paired(source: Sequence[Slot], target: Sequence[Slot]) -> Iterator[tuple[Slot, Slot]]:
    sources, targets = _distinct(source), _distinct(target)
    for kind in ("name", "text", "number"):
        ours = [slot for slot in sources if slot.kind == kind]
        theirs = [slot for slot in targets if slot.kind == kind]
        for ours_slot, theirs_slot in zip(ours, theirs, strict=False):
            yield ours_slot, theirs_slot
            sources.remove(ours_slot)
            targets.remove(theirs_slot)
    yield from zip(sources, targets, strict=False)


def _distinct(intent_slots: Sequence[Slot]) -> list[Slot]:
    return list({slot.value: slot for slot in reversed(intent_slots)}.values())[::-1]


def _bounded(value: str) -> str:
    """A pattern for the value as a whole name, not within a longer name."""
    first = r"(?<![A-Za-z0-9_])" if value[:1].isalnum() or value[:1] == "_" else ""
    last = r"(?![A-Za-z0-9_])" if value[-1:].isalnum() or value[-1:] == "_" else ""
    return first + re.escape(value) + last
