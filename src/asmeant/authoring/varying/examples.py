"""Assertion <-> Example: the arguments of a call and the expected answer.

Only assertions of the form `f(arguments) == value` with literal values can be parsed: a transformation must
know every value that it rewrites.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from asmeant.languages import python
from asmeant.records import Check

# A value that Python's literals can represent: numbers, strings, and collections of them.
Value = Any


@dataclass(frozen=True, slots=True)
class Example:
    """One call. With `through`, the answer is passed to that built-in function before it is compared."""

    arguments: tuple[Value, ...]
    answer: Value
    through: str = ""


Examples = tuple[Example, ...]


def read_check(check: Check) -> tuple[str, Examples] | None:
    """The function that a check calls, and its examples. None if a probe has another form."""
    calls = [_read(probe) for probe in check.probes]
    names = {call[0] for call in calls if call}
    if not calls or None in calls or len(names) != 1:
        return None
    return names.pop(), tuple(call[1] for call in calls if call)


def _read(probe: str) -> tuple[str, Example] | None:
    tree = python.parse(probe.strip())
    match tree.body if tree else []:
        case [
            ast.Assert(
                test=ast.Compare(
                    left=ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]),
                    ops=[ast.Eq()],
                    comparators=[answer],
                )
            )
        ]:
            try:
                values = tuple(ast.literal_eval(argument) for argument in arguments)
                return name, Example(values, ast.literal_eval(answer))
            except (ValueError, TypeError, SyntaxError, RecursionError):
                return None
        case _:
            return None


def write_check(name: str, entry: str, examples: Iterable[Example]) -> Check:
    return Check(name, tuple(_write(entry, example) for example in examples))


def _write(entry: str, example: Example) -> str:
    call = f"{entry}({', '.join(map(written, example.arguments))})"
    left = f"{example.through}({call})" if example.through else call
    return f"assert {left} == {written(example.answer)}"


def written(value: Value) -> str:
    """The value as source text. The elements of a set are sorted, so that equal sets give the same text."""
    match value:
        case set() | frozenset() if value:
            elements = "{" + ", ".join(sorted(map(written, value))) + "}"
            return elements if isinstance(value, set) else f"frozenset({elements})"
        case dict():
            return "{" + ", ".join(f"{written(key)}: {written(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(written, value)) + "]"
        case tuple():
            return "(" + ", ".join(map(written, value)) + (",)" if len(value) == 1 else ")")
        case _:
            return repr(value)


def same(left: Value, right: Value) -> bool:
    """Whether two values are equal and have the same types throughout: True is not 1."""
    return type(left) is type(right) and _meaning(left) == _meaning(right)


def _meaning(value: Value) -> object:
    """A value as nested tuples of type and content. The order of a dictionary and of a set does not count."""
    match value:
        case dict():
            return dict, frozenset((_meaning(key), _meaning(item)) for key, item in value.items())
        case set() | frozenset():
            return type(value), frozenset(map(_meaning, value))
        case list() | tuple():
            return type(value), tuple(map(_meaning, value))
        case _:
            return type(value), repr(value)


def meaning(examples: Iterable[Example]) -> object:
    """A canonical form of a set of examples. Two sets with the same form accept the same programs."""
    return tuple(
        (example.through, _meaning(example.arguments), _meaning(example.answer)) for example in examples
    )
