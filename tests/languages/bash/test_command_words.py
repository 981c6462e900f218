"""Words, and what is left of them after a flag."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.languages.bash.command_words import CommandWord, array_command_word, command_word, quoted
from asmeant.languages.bash.parsing.parser import parse
from asmeant.languages.bash.syntax import ArrayLiteral, SimpleCommand


def first_word(text: str) -> CommandWord:
    command = parse(text).commands[0]
    assert isinstance(command, SimpleCommand)
    return command_word(command.words[0])


@pytest.mark.parametrize(
    ("text", "value", "literal"),
    [
        ("a", "a", True),
        ("'a b'\"c\"\\d", "a bcd", True),
        ('"$x y"', "$x y", False),
        ("*.c", "*.c", False),
        ("$(ls)", "$(ls)", False),
    ],
)
def test_piece(text: str, value: str, literal: bool) -> None:
    found = first_word(text)
    assert (found.text, found.value, found.is_literal, found.has_inner) == (text, value, literal, not literal)


@pytest.mark.parametrize(
    ("text", "length", "rest", "value", "start"),
    [
        ("-k2,2", 2, "2,2", "2,2", 2),
        ("-d' '", 2, "' '", " ", 2),
        ("'-d '", 2, "' '", " ", 0),
        ("--x=$y", 4, "$y", "$y", 4),
    ],
)
def test_after(text: str, length: int, rest: str, value: str, start: int) -> None:
    found = first_word(text).after(length)
    assert (found.text, found.value, found.start, found.end) == (rest, value, start, len(text))


def test_array() -> None:
    command = parse("x=(a 'b c' [3]=d [4]+=e [5]=)").commands[0]
    assert isinstance(command, SimpleCommand)
    array = command.assignments[0].value
    assert isinstance(array, ArrayLiteral)
    assert array_command_word(array).text == "(a 'b c' [3]=d [4]+=e [5]=)"


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_quoted_is_one_word(value: str) -> None:
    assert shlex.split(quoted(value)) == [value]
    command = parse(f": {quoted(value)}").commands[0]  # alone it may be a reserved word
    assert isinstance(command, SimpleCommand)
    assert command_word(command.words[1]).value == value


def test_quotes_only_where_needed() -> None:
    assert [quoted(value) for value in ("a-b_c.d/e", "", "a b", "*", "it's")] == [
        "a-b_c.d/e",
        "''",
        "'a b'",
        "'*'",
        "'it'\\''s'",
    ]
    assert quoted("a\0b") == "a"
