"""Intent and Python code -> remarks on names and literals, by MCoNaLa's guidelines (section 2.2).

A name that must be supplied to the code is in backquotes, a string literal in quotes, and none is left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from asmeant.analysis.intent_names import QUOTED, given_names, has_word, names_of
from asmeant.authoring.describing.remarks import Remark
from asmeant.languages import python
from asmeant.languages.natural.slots import slots

# In English, Spanish and Russian. A name such as `a` cannot be distinguished from them without quotes.
ONE_LETTER_WORDS = frozenset("aeouyавикосуя")


def name_remarks(intent: str, code: str) -> Iterator[Remark]:
    if not intent.strip() or not code.strip():
        return
    names = given_names(code) or set()
    for name in sorted(names):
        yield from _on_name(intent, name)
    for text in dict.fromkeys(_texts(code)):
        yield from _on_literal(intent, text)
    for name in dict.fromkeys(names_of(intent)):
        if not has_word(code, name):
            start = intent.index(f"`{name}`")
            message = f"The intent names `{name}`, and the code does not have it."
            yield Remark("name not in the code", start, start + len(name) + 2, message)


def _on_name(intent: str, name: str) -> Iterator[Remark]:
    if any(has_word(quoted, name) for quoted in QUOTED.findall(intent)):
        return
    bare = re.search(rf"(?<![A-Za-z0-9_`]){re.escape(name)}(?![A-Za-z0-9_`])", intent)
    if bare is None or name in ONE_LETTER_WORDS:
        message = f"The code uses `{name}`, and the intent does not mention it."
        yield Remark("name not mentioned", 0, len(intent), message)
        return
    text = f"{intent[: bare.start()]}`{name}`{intent[bare.end() :]}"
    yield Remark("backquotes", bare.start(), bare.end(), f"Put the name in backquotes: `{name}`.", text)


def _texts(code: str) -> Iterator[str]:
    """String literals that a reader must know: with a letter or digit, and not docstrings or formats."""
    tree = python.parse(python.dedent(code))
    if tree is None:
        return
    skipped = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)} | {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in skipped:
            continue
        if any(map(str.isalnum, node.value)) and "\n" not in node.value:
            yield node.value


def _on_literal(intent: str, text: str) -> Iterator[Remark]:
    if any(text in slot.value and slot.end - slot.start > len(slot.value) for slot in slots(intent)):
        return  # a slot that is longer than its value has quotes
    start = intent.find(text)
    if start < 0:
        message = f"The code has the text {text!r}, and the intent does not mention it."
        yield Remark("literal not mentioned", 0, len(intent), message)
    elif not _within_word(intent, start, start + len(text)):
        quoted = f"{intent[:start]}'{text}'{intent[start + len(text) :]}"
        message = f"Put the literal in quotes: '{text}'."
        yield Remark("quotes", start, start + len(text), message, quoted)


def _within_word(text: str, start: int, end: int) -> bool:
    """Whether it is a part of a longer word."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return (before.isalnum() and before.isascii()) or (after.isalnum() and after.isascii())


def syntax_remarks(code: str) -> Iterator[Remark]:
    """The first syntax error. A fragment of a function is allowed."""
    if not code.strip() or given_names(code) is not None:
        return
    fault = python.first_fault(python.dedent(code))
    if isinstance(fault, SyntaxError) and fault.lineno:
        lines = code.splitlines(keepends=True)
        start = min(sum(map(len, lines[: fault.lineno - 1])) + max(0, (fault.offset or 1) - 1), len(code))
        message = f"Line {fault.lineno} is not Python: {fault.msg}."
        yield Remark("syntax", start, min(start + 1, len(code)), message)
    else:
        yield Remark("syntax", 0, len(code), "This is not Python.")
