"""`while`, `until`, `for`, `select` and `case` -> compound commands.

Each reader gets the offset after the word that begins the command.
"""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing.expansions import enclosed
from asmeant.languages.bash.parsing.reader import Reader
from asmeant.languages.bash.parsing.steps import RESERVED, expect, finish, skip_newlines, some_commands
from asmeant.languages.bash.parsing.words import word
from asmeant.languages.bash.syntax import (
    ArithmeticFor,
    Case,
    CaseClause,
    CommandList,
    Compound,
    For,
    Select,
    While,
    Word,
)

TERMINATOR = re.compile(r";;&|;;|;&")


def loop(reader: Reader, at: int) -> Compound:
    start, reader.at = reader.at, at
    until = reader.source.startswith("until", start)
    condition = some_commands(reader)
    expect(reader, "do")
    body = some_commands(reader)
    expect(reader, "done")
    return finish(reader, start, While, condition, body, until)


def for_command(reader: Reader, at: int) -> Compound:
    start, reader.at = reader.at, at
    if reader.skip_blanks() == "(" and reader.source.startswith("((", reader.at):
        return arithmetic_for(reader, start)
    name, words, body = named_loop(reader)
    return finish(reader, start, For, name, words, body)


def select_command(reader: Reader, at: int) -> Compound:
    start, reader.at = reader.at, at
    name, words, body = named_loop(reader)
    return finish(reader, start, Select, name, words, body)


def named_loop(reader: Reader) -> tuple[str, tuple[Word, ...] | None, CommandList]:
    reader.skip_blanks()
    name = word(reader)
    if name is None:
        reader.fail("the name of a variable")
    words: list[Word] | None = None
    if reader.skip_blanks() == ";":
        reader.at += 1
        braces = True
    else:
        skip_newlines(reader)
        match = RESERVED.match(reader.source, reader.at)
        braces = match is not None and match[0] == "in"
        if match is not None and match[0] == "in":
            reader.at = match.end()
            words = items(reader)
    skip_newlines(reader)
    return name.text, None if words is None else tuple(words), loop_body(reader, braces)


def items(reader: Reader) -> list[Word]:
    words: list[Word] = []
    reader.skip_blanks()
    while (item := word(reader)) is not None:
        words.append(item)
        reader.skip_blanks()
    if reader.source[reader.at : reader.at + 1] not in (";", "\n"):
        reader.fail("a word, ';' or a newline")
    if reader.source[reader.at] == ";":
        reader.at += 1
    return words


def loop_body(reader: Reader, braces: bool) -> CommandList:
    opened = expect(reader, "do", "{") if braces else expect(reader, "do")
    body = some_commands(reader)
    expect(reader, "done" if opened == "do" else "}")
    return body


def arithmetic_for(reader: Reader, start: int) -> Compound:
    reader.at += 2
    begin = reader.at
    whole = enclosed(reader, "(", ")")
    if not reader.source.startswith(")", reader.at):
        reader.fail("'))'")
    end = reader.at + 1
    expressions = separated(reader, begin, whole.end)
    reader.at = end
    if reader.skip_blanks() == ";":
        reader.at += 1
    skip_newlines(reader)
    body = loop_body(reader, braces=True)
    return finish(reader, start, ArithmeticFor, *expressions, body)


def separated(reader: Reader, begin: int, end: int) -> list[Word]:
    """The three expressions, each as a word. They are read once more, each up to its semicolon."""
    inner = Reader(reader.source[:end] + ";", reader.commands, reader.command, reader.depth)
    inner.at = begin
    expressions: list[Word] = []
    while inner.at <= end:
        expressions.append(enclosed(inner, "", ";"))
    if len(expressions) != 3:
        reader.fail("three expressions, with a semicolon between them", at=end)
    return expressions


def case_command(reader: Reader, at: int) -> Compound:
    start, reader.at = reader.at, at
    reader.skip_blanks()
    subject = word(reader)
    if subject is None:
        reader.fail("a word")
    skip_newlines(reader)
    expect(reader, "in")
    clauses: list[CaseClause] = []
    terminator = ";;"
    while True:
        skip_newlines(reader)
        match = RESERVED.match(reader.source, reader.at)
        if match is not None and match[0] == "esac":
            break
        if not terminator:
            reader.fail("';;' or 'esac'")
        clauses.append(case_clause(reader))
        terminator = clauses[-1].terminator
    reader.at = match.end()
    return finish(reader, start, Case, subject, tuple(clauses))


def case_clause(reader: Reader) -> CaseClause:
    start = reader.at
    if reader.source.startswith("(", start):
        reader.at += 1
    patterns: list[Word] = []
    while True:
        reader.skip_blanks()
        pattern = word(reader)
        if pattern is None:
            reader.fail("a pattern")
        patterns.append(pattern)
        following = reader.skip_blanks()
        if following == ")":
            break
        if following != "|" or reader.source.startswith("||", reader.at):
            reader.fail("')' or '|' after the pattern")
        reader.at += 1
    reader.at += 1
    body = reader.commands(reader)
    match = TERMINATOR.match(reader.source, reader.at)
    end = body.end
    if match is not None:
        reader.at = end = match.end()
    return CaseClause(start, end, tuple(patterns), body, match[0] if match else "")
