"""Choice -> one sentence: where in the reply the code was, why it was chosen, and what was left out."""

from __future__ import annotations

from collections import Counter

from asmeant.prompts.extraction.answering import Choice
from asmeant.prompts.extraction.choosing import uses_of
from asmeant.prompts.extraction.kinds import definitions, is_import, is_main_guard, is_stub, is_test
from asmeant.prompts.extraction.units import Unit

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_KINDS = {
    "test": "tests",
    "stub": "stubs",
    "main block": "main blocks",
    "example": "examples",
    "definition": "definitions",
    "statement": "statements",
    "incomplete piece of code": "incomplete pieces of code",
}


def explain(choice: Choice) -> str:
    left_out = _left_out(choice)
    return f"{_place(choice)}: {choice.why}" + (f"; left out {left_out}" if left_out else "")


def _place(choice: Choice) -> str:
    kind = choice.fragment.section.kind
    if kind == "text":
        return "code in the text"
    if kind == "inline":
        return "code between backticks"
    blocks = [fragment for fragment in choice.all.fragments if fragment.section.kind == kind]
    name = "code block" if kind == "fence" else "tagged block"
    if len(blocks) == 1:
        return f"the only {name}"
    number = blocks.index(choice.fragment)
    ordinal = _ORDINALS[number] if number < len(_ORDINALS) else f"{number + 1}th"
    return f"the {ordinal} of {len(blocks)} {name}s"


def _left_out(choice: Choice) -> str:
    answer = frozenset[str]().union(*(unit.names.binds for unit in choice.kept))
    uses = uses_of(answer, choice.all)
    counts = Counter(kind for unit in choice.left_out if (kind := _kind(unit, uses)))
    phrases = [_counted(kind, counts[kind]) for kind in _KINDS if counts[kind]]
    return ", ".join(phrases[:-1]) + " and " + phrases[-1] if len(phrases) > 1 else "".join(phrases)


def _kind(unit: Unit, uses: set[Unit]) -> str:
    """What a unit that was left out is called. Imports are not mentioned."""
    if not unit.nodes:
        return "incomplete piece of code" if unit.names.binds else ""
    if is_main_guard(unit):
        return "main block"
    if is_test(unit):
        return "test"
    if is_stub(unit):
        return "stub"
    if unit in uses:
        return "example"
    return "" if is_import(unit) else "definition" if definitions(unit) else "statement"


def _counted(kind: str, count: int) -> str:
    article = "an" if kind[0] in "aei" else "a"
    return f"{article} {kind}" if count == 1 else f"{count} {_KINDS[kind]}"
