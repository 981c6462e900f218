"""Shared steps of the command parsers: newlines, reserved words, redirections at the end."""

from __future__ import annotations

import re
from collections.abc import Callable

from asmeant.languages.bash.parsing.reader import NAME_END, Reader
from asmeant.languages.bash.parsing.redirections import here_documents, redirection
from asmeant.languages.bash.syntax import CommandList, Compound, Redirection

RESERVED = re.compile(r"(?:[a-z]+|[{}])" + NAME_END)


def expect(reader: Reader, *wanted: str) -> str:
    """Read one of these reserved words."""
    match = RESERVED.match(reader.source, reader.at)
    if match is None or match[0] not in wanted:
        reader.fail(" or ".join(f"'{word}'" for word in wanted))
    reader.at = match.end()
    return match[0]


def some_commands(reader: Reader) -> CommandList:
    body = reader.commands(reader)
    if not body.items:
        reader.fail("a command")
    return body


def redirections(reader: Reader) -> tuple[Redirection, ...]:
    """The redirections after a compound command. A word after them is an error."""
    nodes: list[Redirection] = []
    at = reader.at
    reader.skip_blanks()
    while (next_redirection := redirection(reader)) is not None:
        nodes.append(next_redirection)
        at = reader.at
        reader.skip_blanks()
    if nodes and RESERVED.match(reader.source, reader.at):
        reader.fail("an operator or a newline after the redirection")
    reader.at = at
    return tuple(nodes)


def finish(reader: Reader, start: int, kind: Callable[..., Compound], *rest: object) -> Compound:
    nodes = redirections(reader)
    return kind(start, reader.at, nodes, *rest)


def skip_newlines(reader: Reader) -> str:
    """Skip blanks, comments and newlines, and read the here-documents that start there."""
    while (following := reader.skip_blanks()) == "\n":
        reader.at += 1
        if reader.pending:
            here_documents(reader)
    return following
