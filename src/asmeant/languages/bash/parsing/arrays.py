"""`name=value`, `name[i]+=value`, `name=(x y)` -> Assignment."""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing.expansions import enclosed
from asmeant.languages.bash.parsing.reader import Reader
from asmeant.languages.bash.parsing.steps import skip_newlines
from asmeant.languages.bash.parsing.words import word, word_parts
from asmeant.languages.bash.syntax import ArrayLiteral, Assignment, Literal, Part, Word

ASSIGNED = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)(?:(\+?)=|\[)")
EQUALS = re.compile(r"(\+?)=")


def assignment(reader: Reader) -> Assignment | Word | None:
    """The assignment at the current position. A name with a subscript may turn out to be a word."""
    source, start = reader.source, reader.at
    match = ASSIGNED.match(source, start)
    if match is None:
        return None
    name, subscript, reader.at = match[1], None, match.end()
    if source[reader.at - 1] == "[":
        subscript = enclosed(reader, "[", "]")
        equals = EQUALS.match(source, reader.at)
        if equals is None:
            return word_from(reader, start)
        reader.at = equals.end()
    append = source[reader.at - 2] == "+"
    value = assigned(reader)
    return Assignment(start, reader.at, name, subscript, append, value)


def assigned(reader: Reader) -> Word | ArrayLiteral | None:
    if not reader.source.startswith("(", reader.at):
        return word(reader, "value")
    array = array_literal(reader)
    rest = word_parts(reader, "value")
    if not rest:
        return array
    return Word(array.start, reader.at, reader.source[array.start : reader.at], (array, *rest))


def array_literal(reader: Reader) -> ArrayLiteral:
    start = reader.at
    reader.deeper()
    reader.at += 1
    elements: list[Word | Assignment] = []
    while True:
        following = skip_newlines(reader)
        if following == ")":
            break
        element = indexed(reader) if following == "[" else word(reader)
        if element is None:
            reader.fail("a word of the array, or ')'")
        elements.append(element)
    reader.at += 1
    reader.depth -= 1
    return ArrayLiteral(start, reader.at, tuple(elements))


def indexed(reader: Reader) -> Assignment | Word | None:
    """`[subscript]=value` in an array."""
    source, start = reader.source, reader.at
    reader.at += 1
    subscript = enclosed(reader, "[", "]")
    equals = EQUALS.match(source, reader.at)
    if equals is None:
        return word_from(reader, start)
    reader.at = equals.end()
    value = word(reader, "value")
    return Assignment(start, reader.at, "", subscript, bool(equals[1]), value)


def word_from(reader: Reader, start: int) -> Word:
    """The word that begins at `start`. Text that the reader has already passed is literal."""
    begin = Literal(start, reader.at, reader.source[start : reader.at])
    rest = word_parts(reader, "")
    return Word(start, reader.at, reader.source[start : reader.at], (begin, *rest))


def array_word(reader: Reader) -> Word | None:
    """An argument of `declare` and similar commands: a word that may end in an array."""
    source, start = reader.source, reader.at
    match = ASSIGNED.match(source, start)
    if match is None or not source.startswith("(", match.end()) or source[match.end() - 1] == "[":
        return word(reader)
    reader.at = match.end()
    parts: list[Part] = [Literal(start, match.end(), match[0]), array_literal(reader)]
    parts.extend(word_parts(reader, "value"))
    return Word(start, reader.at, source[start : reader.at], tuple(parts))
