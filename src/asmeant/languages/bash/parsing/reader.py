"""A source and the position up to which it was read. All parsing functions take a Reader and advance it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import NoReturn, TypeAlias

from asmeant.errors import DataError
from asmeant.languages.bash.syntax import (
    ArithmeticExpansion,
    Command,
    CommandList,
    CommandSubstitution,
    Redirection,
)

Expansion: TypeAlias = ArithmeticExpansion | CommandSubstitution

DEEPEST = 200
# Parsing a level takes up to ten Python frames, and writing it more. The interpreter allows a thousand
# frames: for more levels than this, the limit is raised.
SHALLOW, FRAMES_OF_DEEPEST = 60, 12_000

BLANKS = re.compile(r"(?:[ \t]+|\\\n)*")
COMMENT = re.compile(r"#[^\n]*")
NEXT_TOKEN = re.compile(r";;&|;;|;&|&&|\|\||\|&|[^\s;&|<>()]{1,30}|.", re.DOTALL)
# Characters that end a reserved word. `<(` and `>(` do not: they continue a word.
NAME_END = r"(?=[ \t\n;&|()]|[<>](?!\()|\\\n|\Z)"


def line_and_column(source: str, offset: int) -> tuple[int, int]:
    """The line and column of an offset, both from 1."""
    return source.count("\n", 0, offset) + 1, offset - (source.rfind("\n", 0, offset) + 1) + 1


def place(source: str, offset: int) -> str:
    line, column = line_and_column(source, offset)
    return f"line {line}, column {column}"


class BashSyntaxError(DataError):
    """The source is not Bash. `offset` counts characters from 0, `line` and `column` from 1."""

    def __init__(self, source: str, offset: int, found: str, expected: str) -> None:
        self.source = source
        self.offset = offset
        self.found = found
        self.expected = expected
        self.line, self.column = line_and_column(source, offset)
        super().__init__(f"Not Bash at {place(source, offset)}: found {found}, expected {expected}.")

    def __reduce__(self) -> tuple[type[BashSyntaxError], tuple[str, int, str, str]]:
        return BashSyntaxError, (self.source, self.offset, self.found, self.expected)


class Reader:
    """`commands` and `command` parse a list and one command: words need them for `$(...)`."""

    __slots__ = (
        "at",
        "command",
        "commands",
        "depth",
        "expansions",
        "opened",
        "pending",
        "source",
        "substituting",
    )

    def __init__(
        self,
        source: str,
        commands: Callable[[Reader], CommandList],
        command: Callable[[Reader], Command],
        depth: int,
    ) -> None:
        self.source = source
        self.at = 0
        self.commands = commands
        self.command = command
        self.depth = depth
        self.opened = -1  # where the first token of the latest $(...) on its line is
        self.substituting = False  # inside $(...): a here-document may end with its parenthesis
        self.pending: list[Redirection] = []  # whose here-documents begin after this line
        # `$((` may have to be parsed twice, as arithmetic and as commands. Its nested expansions are parsed
        # once, because the time would otherwise double with each level.
        self.expansions: dict[int, tuple[Expansion, int]] = {}

    def skip_blanks(self) -> str:
        """Skip blanks and comments. Returns the first character of the next token on this line, if any."""
        source = self.source
        at = BLANKS.match(source, self.at).end()  # type: ignore[union-attr]
        following = source[at : at + 1]
        if following == "#":
            at = COMMENT.match(source, at).end()  # type: ignore[union-attr]
            following = source[at : at + 1]
        self.at = at
        return following

    def deeper(self) -> None:
        """Enter a nested level. An error ends all reading, so only successful reads leave the level again."""
        self.depth += 1
        if self.depth > SHALLOW and sys.getrecursionlimit() < FRAMES_OF_DEEPEST:
            sys.setrecursionlimit(FRAMES_OF_DEEPEST)
        if self.depth > DEEPEST:
            raise BashSyntaxError(
                self.source, self.at, "more of them", f"at most {DEEPEST} levels of nesting"
            )

    def fail(self, expected: str, at: int | None = None) -> NoReturn:
        offset = self.at if at is None else at
        match = NEXT_TOKEN.match(self.source, offset)
        found = "the end" if match is None else "a newline" if match[0] == "\n" else f"'{match[0]}'"
        raise BashSyntaxError(self.source, offset, found, expected)
