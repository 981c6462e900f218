"""Intent -> its slots: names and literals, which are the same in every language and belong in the code.

A slot is what stands in quotes of any kind, and what is written as code: a path, a file name, a flag, a call,
a name with an underscore or a dot, a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["name", "text", "number"]
MASK = "x"

# A quote opens where no Latin letter stands before it, and closes where none follows: so "don't" has none.
# Japanese has no blanks between words, and its letters may stand at both sides.
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
    """What stands from `start` to `end` in an intent, quotes included; `value` is without them."""

    value: str
    start: int
    end: int
    kind: Kind


def slots(intent: str) -> list[Slot]:
    """In the order of the intent; none overlaps another."""
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
    """The intent with an x in the place of each slot: the same for intents that differ in names only.

    An x is no word of any language, so that it tells an encoder nothing.
    """
    chosen = slots(intent) if intent_slots is None else intent_slots
    return replaced(intent, [MASK] * len(chosen), chosen)


def replaced(intent: str, texts: Sequence[str], intent_slots: Sequence[Slot]) -> str:
    """The intent with a text in the place of each slot."""
    written, position = [], 0
    for slot, text in zip(intent_slots, texts, strict=True):
        written += [intent[position : slot.start], text]
        position = slot.end
    return "".join([*written, intent[position:]])


def transfer(code: str, source: Sequence[Slot], target: Sequence[Slot]) -> str:
    """Code written for an intent with the slots `source`, with those of another intent in their place.

    Slots of the same kind are paired in their order; what is left over is paired whatever its kind is, and
    what then has no partner stays. All are replaced at once, so that no value is replaced twice.
    """
    pairs = {one.value: other.value for one, other in _paired(source, target)}
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
        for one, other in zip(ours, theirs, strict=False):
            yield one, other
            sources.remove(one)
            targets.remove(other)
    yield from zip(sources, targets, strict=False)


def _distinct(intent_slots: Sequence[Slot]) -> list[Slot]:
    return list({slot.value: slot for slot in reversed(intent_slots)}.values())[::-1]


def _bounded(value: str) -> str:
    """A name within a longer name is another name."""
    first = r"(?<![A-Za-z0-9_])" if value[:1].isalnum() or value[:1] == "_" else ""
    last = r"(?![A-Za-z0-9_])" if value[-1:].isalnum() or value[-1:] == "_" else ""
    return first + re.escape(value) + last
