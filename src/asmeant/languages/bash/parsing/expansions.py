"""`$...` and backquotes -> the parts of a word that Bash replaces when it runs."""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing.moving import moved, unescaped
from asmeant.languages.bash.parsing.quotes import ansi_quoted, single_quoted
from asmeant.languages.bash.parsing.reader import BashSyntaxError, Expansion, Reader, place
from asmeant.languages.bash.syntax import (
    ArithmeticExpansion,
    CommandList,
    CommandSubstitution,
    DoubleQuoted,
    Literal,
    ParameterExpansion,
    Part,
    Word,
)

PARAMETER = re.compile(r"\$(?:\{([A-Za-z_][A-Za-z_0-9]*)\}|([A-Za-z_][A-Za-z_0-9]*|[0-9@*#?$!-]))")
NAME = r"[A-Za-z_][A-Za-z_0-9]*|[0-9]+|[@*#?$!-]"
# `#` and `!` are a prefix before a name and a name before anything else: ${#list}, ${#}, ${#-}, ${#:-x}.
BRACED = re.compile(rf"(?:([#!])(?={NAME})(?!#\}}|[-?:@*#]..)({NAME})(?=[\[}}@*:/%^,#=?+-])|({NAME}))")
OPERATOR = re.compile(r":[-=?+]|//|/[#%]?|##?|%%?|\^\^?|,,?|@|\*(?=\})|[-=?+:]")
BACKQUOTED = re.compile(r"`((?:[^`\\]|\\.)*+)`", re.DOTALL)

UNBROKEN = re.compile(r'([^"\\$`]*)"')
QUOTED = re.compile(r'[^"\\$`]+')
# What can be something else than itself between two brackets, by what closes them.
ORDINARY_TEXT = {
    closer: re.compile(rf"[^\\$`\"'{re.escape(opener + closer)}]+")
    for opener, closer in ("()", "[]", ("", "}"), ("", ";"))
}


def dollar(reader: Reader, quoted: bool = False) -> Part | None:
    """What begins with the `$` here, or None for a `$` that is only that."""
    source, start = reader.source, reader.at
    match = PARAMETER.match(source, start)
    if match is not None:
        reader.at = end = match.end()
        braced = match[1]
        return ParameterExpansion(start, end, braced or match[2], braced=braced is not None)
    following = source[start + 1 : start + 2]
    if following == "(":
        return parenthesised(reader)
    if following == "{":
        return parameter(reader, quoted)
    if following == "[":
        reader.at += 2
        expression = enclosed(reader, "[", "]")
        return ArithmeticExpansion(start, reader.at, expression)
    if quoted:
        return None
    if following == "'":
        return ansi_quoted(reader)
    if following == '"':
        return double_quoted(reader, localised=True)
    return None


def parenthesised(reader: Reader) -> Expansion:
    """`$(...)` or `$((...))`."""
    start = reader.at
    if start in reader.expansions:
        node, reader.at = reader.expansions[start]
        return node
    reader.deeper()
    if reader.source.startswith("((", start + 1):
        node = arithmetic_or_commands(reader)
    else:
        reader.at = start + 2
        body = substituted(reader)
        node = CommandSubstitution(start, reader.at, body)
    reader.depth -= 1
    reader.expansions[start] = node, reader.at
    return node


def substituted(reader: Reader) -> CommandList:
    """The commands up to and with a `)`, which may be none."""
    outer = reader.pending, reader.substituting
    reader.pending, reader.substituting = [], True
    reader.skip_blanks()
    reader.opened = reader.at
    body = reader.commands(reader)
    if reader.source[reader.at : reader.at + 1] != ")":
        reader.fail("')'")
    reader.at += 1
    reader.pending, reader.substituting = outer
    return body


def arithmetic_or_commands(reader: Reader) -> Expansion:
    """Arithmetic comes first. Bash reads on to the closing parenthesis, whatever it turns out to be."""
    start = reader.at
    reader.at += 3
    expression = enclosed(reader, "(", ")")
    if reader.source.startswith(")", reader.at):
        reader.at += 1
        return ArithmeticExpansion(start, reader.at, expression)
    enclosed(reader, "(", ")")
    end = reader.at
    reader.at = start + 2
    depth = reader.depth
    try:
        body: CommandList | None = substituted(reader)
    except BashSyntaxError:
        body, reader.depth = None, depth
    if reader.at != end:
        body, reader.at = None, end
    return CommandSubstitution(start, end, body)


def enclosed(reader: Reader, opener: str, closer: str, quoted: bool = False) -> Word:
    """All up to the closer that matches as one word; the reader is after the closer then."""
    source, start, ordinary_text = reader.source, reader.at, ORDINARY_TEXT[closer]
    parts: list[Part] = []
    values: list[str] = []
    begin = at = start
    level = 0
    while True:
        match = ordinary_text.match(source, at)
        if match is not None:
            values.append(match[0])
            at = match.end()
        character = source[at : at + 1]
        if not character:
            reader.fail(
                f"'{closer}' to match the '{opener or '{'}' at {place(source, start - 1)}", at=len(source)
            )
        closing = character == closer and level == 0
        reader.at = at
        # $'...' is one within ${...}, also where that is in double quotes.
        within = closer == "}" and source.startswith("$'", at)
        part = None if closing else quoted_or_expanded(reader, character, quoted and not within)
        if part is None and not closing:
            level += (character == opener) - (character == closer)
            escaped = source[at + 1 : at + 2] if character == "\\" else ""
            values.append("" if escaped == "\n" else escaped or character)
            at += 1 + len(escaped)
            continue
        if at > begin:
            parts.append(Literal(begin, at, "".join(values)))
        if part is None:
            reader.at = at + 1
            return Word(start, at, source[start:at], tuple(parts))
        parts.append(part)
        values.clear()
        begin = at = part.end


def double_quoted(reader: Reader, localised: bool = False) -> DoubleQuoted:
    source, start = reader.source, reader.at
    begin = start + 2 if localised else start + 1
    match = UNBROKEN.match(source, begin)
    if match is not None:
        reader.at = end = match.end()
        parts = (Literal(begin, end - 1, match[1]),) if match[1] else ()
        return DoubleQuoted(start, end, parts, localised)
    reader.at = begin
    reader.deeper()
    inner = quoted_parts(reader, QUOTED, '"')
    if reader.at == len(source):
        reader.fail(f"a double quote to match the one at {place(source, begin - 1)}")
    reader.at += 1
    reader.depth -= 1
    return DoubleQuoted(start, reader.at, inner, localised)


def quoted_parts(reader: Reader, ordinary_text: re.Pattern[str], escapable: str) -> tuple[Part, ...]:
    """Literals and expansions up to what `ordinary_text` does not match, or the end."""
    source = reader.source
    parts: list[Part] = []
    values: list[str] = []
    begin = at = reader.at
    while True:
        match = ordinary_text.match(source, at)
        if match is not None:
            values.append(match[0])
            at = match.end()
        character = source[at : at + 1]
        part: Part | None = None
        if character == "\\":
            escaped = source[at + 1 : at + 2]
            if escaped != "\n":
                values.append(escaped if escaped and escaped in escapable + "\\$`" else "\\" + escaped)
            at = min(at + 2, len(source))
            continue
        if character in ("$", "`") and character:
            reader.at = at
            part = (
                dollar(reader, quoted=True)
                if character == "$"
                else backquoted(reader, quoted=escapable == '"')
            )
        if part is None and character == "$":
            values.append("$")
            at += 1
            continue
        if at > begin:
            parts.append(Literal(begin, at, "".join(values)))
        if part is None:
            reader.at = at
            return tuple(parts)
        parts.append(part)
        values.clear()
        begin = at = part.end


def quoted_or_expanded(reader: Reader, character: str, quoted: bool) -> Part | None:
    if character == "$":
        return dollar(reader, quoted)
    if character == "`":
        return backquoted(reader, quoted)
    if character == '"':
        return double_quoted(reader)
    if character == "'":
        return single_quoted(reader)
    return None


def parameter(reader: Reader, quoted: bool) -> ParameterExpansion:
    """`${...}` with anything in it."""
    source, start = reader.source, reader.at
    reader.deeper()
    reader.at += 2
    match = BRACED.match(source, reader.at)
    prefix, name, operator, subscript, argument = "", "", "", None, None
    if match is not None:
        prefix, name = match[1] or "", match[2] or match[3]
        reader.at = match.end()
        if source.startswith("[", reader.at):
            reader.at += 1
            subscript = enclosed(reader, "[", "]", quoted)
        operator_match = OPERATOR.match(source, reader.at)
        if operator_match is not None:
            operator, reader.at = operator_match[0], operator_match.end()
    if source.startswith("}", reader.at):
        reader.at += 1
    else:
        if not operator:
            prefix, name, subscript, reader.at = "", "", None, start + 2
        argument = enclosed(reader, "", "}", quoted)
    reader.depth -= 1
    return ParameterExpansion(start, reader.at, name, prefix, subscript, operator, argument, braced=True)


def backquoted(reader: Reader, quoted: bool) -> Expansion:
    """Bash reads the commands only when it runs them, without the backslashes that the quotes took."""
    start = reader.at
    if start in reader.expansions:
        node, reader.at = reader.expansions[start]
        return node
    match = BACKQUOTED.match(reader.source, start)
    if match is None:
        reader.fail("a closing backquote", at=len(reader.source))
    text, offsets = unescaped(reader.source, start + 1, match.end() - 1, quoted)
    reader.deeper()
    inner = Reader(text, reader.commands, reader.command, reader.depth)
    try:
        body: CommandList | None = moved(inner.commands(inner), offsets, reader.source)
        if inner.at < len(inner.source):
            body = None
    except BashSyntaxError:
        body = None
    reader.depth -= 1
    reader.at = match.end()
    node = CommandSubstitution(start, reader.at, body, backquoted=True)
    reader.expansions[start] = node, reader.at
    return node
