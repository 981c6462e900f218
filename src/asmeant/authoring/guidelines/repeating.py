"""Pair, other pairs -> its duplicates: the same intent, the same code, or both. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from asmeant.authoring.describing.remarks import Remark
from asmeant.languages import python
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash.normal import normal
from asmeant.languages.natural import normalised_intent


@dataclass(frozen=True, slots=True)
class KnownPair:
    """An existing pair."""

    id: str
    intent: str
    code: str


def duplicates(
    intent: str, code: str, others: Iterable[KnownPair], code_language: str = "python"
) -> Iterator[Remark]:
    """A remark for each equivalent pair. Layout, quotes and order of flags make no difference."""
    intent_form, code_form = normalised_intent(intent), _normal_code(code, code_language)
    for known_pair in others:
        shared = [
            *(["intent"] if intent_form and normalised_intent(known_pair.intent) == intent_form else []),
            *(["code"] if code_form and _normal_code(known_pair.code, code_language) == code_form else []),
        ]
        if shared:
            message = f"'{known_pair.id}' has the same {' and '.join(shared)}: {known_pair.intent}"
            yield Remark("duplicate", 0, len(intent), message)


def _normal_code(code: str, code_language: str) -> str:
    """Code without layout and comments; code that cannot be parsed is compared by its words."""
    if code_language == "bash":
        try:
            return normal(code)
        except BashSyntaxError:
            return " ".join(code.split())
    tree = python.parse(python.dedent(code))
    return ast.unparse(tree) if tree else " ".join(code.split())
