"""Reserved words and parentheses -> compound commands."""

from __future__ import annotations

import re
from collections.abc import Callable

from asmeant.languages.bash.parsing.conditions import condition
from asmeant.languages.bash.parsing.expansions import enclosed
from asmeant.languages.bash.parsing.loops import case_command, for_command, loop, select_command
from asmeant.languages.bash.parsing.reader import NAME_END, Reader
from asmeant.languages.bash.parsing.steps import expect, finish, skip_newlines, some_commands
from asmeant.languages.bash.parsing.words import word
from asmeant.languages.bash.syntax import (
    ArithmeticCommand,
    Branch,
    Command,
    Compound,
    Coprocess,
    DoubleBracket,
    FunctionDefinition,
    Group,
    If,
    Subshell,
)

COMPOUND = re.compile(r"(?:\(|(?:if|for|while|until|case|select|\[\[|\{)" + NAME_END + ")")
CLOSING = re.compile(r"(?:then|elif|else|fi|do|done|esac|in|\}|\]\]|!|function|coproc)" + NAME_END)
NO_COPROCESS = re.compile(r"(?:!|function|coproc)" + NAME_END)


# ( ) and (( )) ---------------------------------------------------------------------------------------


def parenthesised(reader: Reader) -> Compound:
    start = reader.at
    reader.deeper()
    command = arithmetic(reader) if reader.source.startswith("((", start) else None
    if command is None:
        reader.at = start + 1
        body = some_commands(reader)
        if not reader.source.startswith(")", reader.at):
            reader.fail("')'")
        reader.at += 1
        command = finish(reader, start, Subshell, body)
    reader.depth -= 1
    return command


def arithmetic(reader: Reader) -> Compound | None:
    """None if it turns out to be a subshell in a subshell."""
    start = reader.at
    reader.at += 2
    expression = enclosed(reader, "(", ")")
    if not reader.source.startswith(")", reader.at):
        return None
    reader.at += 1
    return finish(reader, start, ArithmeticCommand, expression)


# Reserved words: each reader gets the offset after the word that begins the command ------------------


def group(reader: Reader, at: int) -> Compound:
    start, reader.at = reader.at, at
    body = some_commands(reader)
    expect(reader, "}")
    return finish(reader, start, Group, body)


def if_command(reader: Reader, at: int) -> Compound:
    start, branches, otherwise, keyword = reader.at, [], None, "elif"
    while keyword == "elif":
        begin, reader.at = reader.at, at
        branch_condition = some_commands(reader)
        expect(reader, "then")
        body = some_commands(reader)
        branches.append(Branch(begin, body.end, branch_condition, body))
        begin = reader.at
        keyword = expect(reader, "elif", "else", "fi")
        at, reader.at = reader.at, begin if keyword == "elif" else reader.at
    if keyword == "else":
        otherwise = some_commands(reader)
        expect(reader, "fi")
    return finish(reader, start, If, tuple(branches), otherwise)


def double_bracket(reader: Reader, at: int) -> Compound:
    start, reader.at = reader.at, at
    return finish(reader, start, DoubleBracket, condition(reader))


# Functions and coprocesses ---------------------------------------------------------------------------


def function_command(reader: Reader, at: int) -> FunctionDefinition:
    start, reader.at = reader.at, at
    reader.skip_blanks()
    name = word(reader)
    if name is None:
        reader.fail("the name of a function")
    if reader.skip_blanks() == "(":
        after = reader.at + 1
        before, reader.at = reader.at, after
        if reader.skip_blanks() == ")":
            reader.at += 1
        else:
            reader.at = before
    body = function_body(reader)
    return FunctionDefinition(start, body.end, name.unquoted, body)


def function_body(reader: Reader) -> Command:
    skip_newlines(reader)
    if COMPOUND.match(reader.source, reader.at) is None:
        reader.fail("the body of a function: a compound command such as '{ ...; }'")
    return reader.command(reader)


def coprocess(reader: Reader, at: int) -> Coprocess:
    """`coproc command`, or `coproc name compound`."""
    start, reader.at = reader.at, at
    reader.skip_blanks()
    before, name = reader.at, None
    if COMPOUND.match(reader.source, reader.at) is None:
        if NO_COPROCESS.match(reader.source, reader.at):
            reader.fail("a command")
        name = word(reader)
        reader.skip_blanks()
        if COMPOUND.match(reader.source, reader.at) is None:
            if CLOSING.match(reader.source, reader.at):
                reader.fail("a compound command, or a word that is not reserved")
            name, reader.at = None, before
    command = reader.command(reader)
    return Coprocess(start, command.end, None if name is None else name.text, command)


READ: dict[str, Callable[[Reader, int], Command]] = {
    "{": group,
    "if": if_command,
    "while": loop,
    "until": loop,
    "for": for_command,
    "select": select_command,
    "case": case_command,
    "[[": double_bracket,
    "function": function_command,
    "coproc": coprocess,
}
