"""Pair, other pairs -> those that say the same: the same intent, the same code, or both. Pure."""

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
    """A pair that is there already."""

    id: str
    intent: str
    code: str


def duplicates(
    intent: str, code: str, others: Iterable[KnownPair], code_language: str = "python"
) -> Iterator[Remark]:
    """A remark for each pair with the same meaning. Layout, quotes and order of flags make no difference."""
    intent_form, code_form = normalised_intent(intent), _normal_code(code, code_language)
    for other in others:
        shared = [
            *(["intent"] if intent_form and normalised_intent(other.intent) == intent_form else []),
            *(["code"] if code_form and _normal_code(other.code, code_language) == code_form else []),
        ]
        if shared:
            message = f"'{other.id}' has the same {' and '.join(shared)}: {other.intent}"
            yield Remark("duplicate", 0, len(intent), message)


def _normal_code(code: str, code_language: str) -> str:
    """Without layout and comments; code that cannot be read is compared by its words."""
    if code_language == "bash":
        try:
            return normal(code)
        except BashSyntaxError:
            return " ".join(code.split())
    tree = python.parse(python.dedent(code))
    return ast.unparse(tree) if tree else " ".join(code.split())
