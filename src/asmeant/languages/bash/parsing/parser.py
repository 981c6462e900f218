"""Source -> Script, or a BashSyntaxError with the position of the error.

Errors that Bash itself reports only at run time (an invalid name, wrong arithmetic, the contents of
backquotes) are not errors here, either. `shopt -s extglob` is off, as in a fresh Bash.
"""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing.commands import command, command_list
from asmeant.languages.bash.parsing.moving import moved
from asmeant.languages.bash.parsing.reader import DEEPEST, BashSyntaxError, Reader
from asmeant.languages.bash.parsing.redirections import here_documents
from asmeant.languages.bash.syntax import CommandList, Script

# A newline after a backslash; and the text to skip before it: quotes, comments, other escapes.
CONTINUED = re.compile(r"(\\\n)|'[^']*'|\"(?:[^\"\\]|\\.)*+\"|(?<![^\s;&|()])#[^\n]*|\\.", re.DOTALL)


def parse(source: str) -> Script:
    nul = source.find("\0")
    if nul >= 0:
        raise BashSyntaxError(source, nul, "a NUL character", "text: no command can have one")
    try:
        body = read(source)
    except BashSyntaxError:
        if "\\\n" not in source:
            raise
        joined = read_joined(source)
        if joined is None:
            raise
        body = joined
    return Script(0, len(source), source, body)


def parses(source: str) -> bool:
    try:
        parse(source)
    except BashSyntaxError:
        return False
    return True


def read(source: str) -> CommandList:
    reader = Reader(source, command_list, command, depth=0)
    try:
        body = command_list(reader)
    except RecursionError:  # The caller was already deeply nested.
        raise BashSyntaxError(
            source, reader.at, "more of them", f"at most {DEEPEST} levels of nesting"
        ) from None
    if reader.at < len(source):
        reader.fail("a command, an operator or the end")
    here_documents(reader)
    return body


def read_joined(source: str) -> CommandList | None:
    """The second attempt, for a line that is continued within a reserved word or an operator."""
    cuts = [match.start() for match in CONTINUED.finditer(source) if match[1]]
    texts: list[str] = []
    offsets: list[int] = []
    for start, end in zip([0, *(cut + 2 for cut in cuts)], [*cuts, len(source)], strict=True):
        texts.append(source[start:end])
        offsets.extend(range(start, end))
    try:
        return moved(read("".join(texts)), [*offsets, len(source)], source)
    except BashSyntaxError:
        return None
