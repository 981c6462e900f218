"""Value -> the same value in another form: the conversions that arguments and answers share."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from asmeant.authoring.varying.examples import Value, written
from asmeant.authoring.varying.transformations import exactly


@dataclass(frozen=True, slots=True)
class Conversion:
    """`there` and `back`: both raise TypeError or ValueError for an unsuitable value."""

    name: str
    there: Callable[[Value], Value]
    back: Callable[[Value], Value]

    @property
    def reversed(self) -> Conversion:
        first, second = self.name.split(" to ", 1)
        return Conversion(f"{second} to {first}", self.back, self.there)


def _number(text: Value) -> Value:
    """The number in a text. Texts with leading zeros, which would be lost, are rejected."""
    value = ast.literal_eval(exactly(text, str))
    return exactly(value, int, float)


def _as_read(value: Value) -> Value:
    """The collection that a text represents, such as '[(1, 2)]'."""
    return exactly(ast.literal_eval(exactly(value, str)), list, tuple, dict, set)


def _deeply(kind: type, value: Value) -> Value:
    if isinstance(value, (list, tuple)):
        return kind(_deeply(kind, element) for element in value)
    return value


def _only(value: Value) -> Value:
    (element,) = exactly(value, list)
    return element


def _characters(value: Value) -> Value:
    return "".join(_texts_of_one_letter(value))


def _texts_of_one_letter(value: Value) -> Value:
    if any(len(exactly(element, str)) != 1 for element in exactly(value, list)):
        raise ValueError("not single characters")
    return value


LIST_TO_TUPLE = Conversion(
    "list to tuple", lambda value: tuple(exactly(value, list)), lambda value: list(exactly(value, tuple))
)
NESTED_LIST_TO_TUPLE = Conversion(
    "nested list to tuple",
    lambda value: _deeply(tuple, exactly(value, list)),
    lambda value: _deeply(list, exactly(value, tuple)),
)
# The elements must be in order, or the list could not be restored from the set.
SET_TO_LIST = Conversion(
    "set to list", lambda value: sorted(exactly(value, set)), lambda value: set(exactly(value, list))
)
NUMBER_TO_TEXT = Conversion("number to text", lambda value: str(exactly(value, int, float)), _number)
TEXT_TO_LITERAL = Conversion("text to collection", _as_read, written)
VALUE_TO_LIST = Conversion("value to list", lambda value: [value], _only)
LETTERS_TO_TEXT = Conversion("letters to text", _characters, lambda value: list(exactly(value, str)))
WORDS_TO_TEXT = Conversion(
    "words to text",
    lambda value: " ".join(exactly(element, str) for element in exactly(value, list)),
    lambda value: exactly(value, str).split(" "),
)
DICT_TO_PAIRS = Conversion(
    "dict to pairs",
    lambda value: list(exactly(value, dict).items()),
    lambda value: dict(exactly(pair, tuple) for pair in exactly(value, list)),
)

CONVERSIONS = (
    LIST_TO_TUPLE,
    LIST_TO_TUPLE.reversed,
    NESTED_LIST_TO_TUPLE,
    NESTED_LIST_TO_TUPLE.reversed,
    SET_TO_LIST,
    SET_TO_LIST.reversed,
    NUMBER_TO_TEXT,
    NUMBER_TO_TEXT.reversed,
    TEXT_TO_LITERAL,
    VALUE_TO_LIST,
    VALUE_TO_LIST.reversed,
    LETTERS_TO_TEXT,
    LETTERS_TO_TEXT.reversed,
    WORDS_TO_TEXT,
    WORDS_TO_TEXT.reversed,
    DICT_TO_PAIRS,
    DICT_TO_PAIRS.reversed,
)
