"""What a person has typed -> remarks on it. Each check is a function of `asmeant.authoring` or of a language.

To add one, write a function of the texts of the form that yields remarks, and name it in CHECKS.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from asmeant.authoring.project import Item, Project
from asmeant.languages.bash import BashSyntaxError, parse

SNIPPETS = ("code1", "code2", "code3")
# Longer texts are not looked at while a person types.
LONGEST_CHECKED = 10_000
MOST_REMARKS = 30
MOST_COMPARED = 500


@dataclass(frozen=True, slots=True)
class FieldRemark:
    """On the text of a field, from `start` to `end`; both 0: on all of it.

    `rule` names it in words.toml: `message` is in English. `proposal` is the text of the field with this put
    right, where that is known.
    """

    field: str
    rule: str
    message: str
    start: int = 0
    end: int = 0
    proposal: str = ""


@dataclass(frozen=True, slots=True)
class Texts:
    """The fields of the form for writing."""

    intent: str
    intent_language: str
    code_language: str
    codes: Mapping[str, str]


Check = Callable[[Texts], Iterator[FieldRemark]]


def remarks_on(project: Project, item: Item, fields: Mapping[str, str]) -> Sequence[FieldRemark]:
    if sum(map(len, fields.values())) > LONGEST_CHECKED:
        return [FieldRemark("intent", "too long", "This is too long to be checked while you type.")]
    codes = {name: fields[name] for name in SNIPPETS if fields.get(name, "").strip()}
    texts = Texts(
        fields.get("intent", ""), fields.get("intent_language", ""), fields.get("code_language", ""), codes
    )
    remarks = [remark for check in CHECKS for remark in check(texts)]
    return [*remarks, *repeated(project, item, texts)][:MOST_REMARKS]


def syntax(texts: Texts) -> Iterator[FieldRemark]:
    """The verdict of the parser of the language."""
    for name, code in texts.codes.items():
        message = _bash_fault(code) if texts.code_language == "bash" else _python_fault(code)
        if message:
            yield FieldRemark(name, "syntax error", message)


def _bash_fault(code: str) -> str:
    try:
        parse(code)
    except BashSyntaxError as error:
        return str(error)
    return ""


def _python_fault(code: str) -> str:
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        return f"This is not Python{line}: {error.msg if isinstance(error, SyntaxError) else error}"
    return ""


def repeated(project: Project, item: Item, texts: Texts) -> Iterator[FieldRemark]:
    """Other items with the same intent and code, or the same code."""
    for name, code in texts.codes.items():
        longest = max(code.split(), key=len)
        for other in project.items(text=longest, limit=MOST_COMPARED):
            if other.id != item.id and other.code.split() == code.split():
                same = " ".join(other.intent.casefold().split()) == " ".join(texts.intent.casefold().split())
                what = "intent and code" if same else "code"
                yield FieldRemark(name, f"same {what}", f"Item {other.id} has the same {what}.")


CHECKS: tuple[Check, ...] = (syntax,)
