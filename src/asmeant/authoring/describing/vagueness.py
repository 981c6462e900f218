"""Task -> details that its intent leaves open, so that a right answer can only be guessed. Pure.

The reference and the first check determine what is expected; the intent must state it, too:

| rule | the intent does not say |
|---|---|
| `input type` | the type of an argument, such as a list of tuples |
| `result type` | that the result is a tuple, a dictionary or a set |
| `edge case` | which value is returned in a special case, such as -1 or "No" |
| `order` | how to sort, or in which order the elements of a set come |
| `precision` | to how many places a number is rounded |
| `unit` | in which unit a quantity is measured |
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from asmeant.authoring.describing.facilities import NOTHING, Facilities
from asmeant.authoring.describing.remarks import Remark
from asmeant.authoring.describing.wording import pattern, table
from asmeant.languages import python

RULES = ("input type", "result type", "edge case", "order", "precision", "unit")


def vague_remarks(intent: str, code: str = "", known: Facilities = NOTHING) -> Iterator[Remark]:
    """The remarks, by rule. Code that is not Python is ignored."""
    tree = python.parse(python.dedent(code))
    yield from _input_types(intent, known)
    yield from _result_type(intent, known)
    yield from _edge_cases(intent, tree)
    yield from _order(intent, tree)
    yield from _precision(intent, tree)
    yield from _units(intent)


def _whole(intent: str, rule: str, message: str) -> Remark:
    return Remark(rule, 0, len(intent), message)


@cache
def _words(*path: str) -> re.Pattern[str]:
    """A pattern for words of any language: Japanese has no blanks between them."""
    entry: Any = table()
    for key in path:
        entry = entry[key]
    spaced = [word for word in entry if not re.search("[\u3040-\u9fff°]", word)]
    joined = [word for word in entry if word not in spaced]
    patterns = [part.pattern for part in (pattern(spaced), pattern(joined, spaced=False))]
    return re.compile("|".join(patterns), re.IGNORECASE)


# ── types ──


def _input_types(intent: str, known: Facilities) -> Iterator[Remark]:
    """Each argument that is a string or a collection must be described as one."""
    for column in zip(*(example.arguments for example in known.examples), strict=False):
        name = type(column[0]).__name__
        if name in table()["types"] and not _mentions(intent, column[0]):
            shape = shape_of(column[0])
            yield _whole(intent, "input type", f"An argument is {shape}, and the intent does not say so.")


def _result_type(intent: str, known: Facilities) -> Iterator[Remark]:
    answers = [example.answer for example in known.examples]
    if answers and type(answers[0]).__name__ in ("tuple", "dict", "set"):
        shape = shape_of(answers[0])
        if not _mentions(intent, answers[0]):
            yield _whole(intent, "result type", f"The result is {shape}, and the intent does not say so.")


def _mentions(intent: str, value: Any) -> bool:
    return _words("types", type(value).__name__).search(intent) is not None


_NAMES = {"str": "text", "int": "number", "float": "number", "bool": "truth value", "dict": "dictionary"}


def shape_of(value: Any) -> str:
    """`a list of tuples`"""
    name = _NAMES.get(type(value).__name__, type(value).__name__)
    article = "an" if name[0] in "aeiou" else "a"
    elements = list(value) if isinstance(value, list | tuple | set) else []
    kinds = {_NAMES.get(type(item).__name__, type(item).__name__) for item in elements}
    return f"{article} {name} of {kinds.pop()}s" if len(kinds) == 1 else f"{article} {name}"


# ── edge cases ──


def _edge_cases(intent: str, tree: ast.Module | None) -> Iterator[Remark]:
    """Literal values that the reference returns in some cases, and strings that are its answers."""
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)] if tree else []
    values = [value for node in returned if (value := _special(node)) is not None]
    if len(returned) < 2:
        return
    for value in dict.fromkeys(values):
        if not _states(intent, value):
            message = f"The reference returns {value!r} in some case, and the intent does not mention it."
            yield _whole(intent, "edge case", message)


def _special(node: ast.expr | None) -> str | int | None:
    """A string, or a number that stands for "nothing found"."""
    match node:
        case ast.Constant(value=str() as text) if text.strip():
            return text
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
        case _:
            return None


def _states(intent: str, value: str | int) -> bool:
    """Whether every word of the value is in the intent, in any order: "Found a match"."""
    if isinstance(value, int):
        return re.search(rf"(?<![\d]){re.escape(str(value))}(?!\d)", intent) is not None
    return value.lower() in intent.lower()


# ── order, precision, units ──


def _order(intent: str, tree: ast.Module | None) -> Iterator[Remark]:
    sorting = _words("order", "sorting").search(intent)
    definite = _words("order", "definite").search(intent)
    if sorting and not definite and not _words("order", "sorted_input").search(intent):
        message = f"'{sorting[0]}' does not say in which direction: ascending or descending?"
        yield Remark("order", sorting.start(), sorting.end(), message)
    elif tree and any(_lists_a_set(node) for node in ast.walk(tree)):
        message = (
            "The result is a list made from a set, so that its order is undefined. Say which one counts."
        )
        yield _whole(intent, "order", message)


def _lists_a_set(node: ast.AST) -> bool:
    """`return list(set(...))`"""
    match node:
        case ast.Return(value=ast.Call(func=ast.Name(id="list"), args=[ast.Call(func=ast.Name(id="set"))])):
            return True
        case _:
            return False


def _precision(intent: str, tree: ast.Module | None) -> Iterator[Remark]:
    if tree is None or _words("precision", "words").search(intent):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="round"), args=[_, ast.Constant(value=int() as places)]):
                message = f"The reference rounds to {places} places, and the intent does not say so."
                yield _whole(intent, "precision", message)
                return


def _units(intent: str) -> Iterator[Remark]:
    for quantity in table()["units"]:
        named = _words("units", quantity, "named").search(intent)
        if named and not _words("units", quantity, "units").search(intent):
            message = f"'{named[0]}' can be measured in several units. Say which one counts."
            yield Remark("unit", named.start(), named.end(), message)
