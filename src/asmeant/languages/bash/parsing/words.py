"""Characters -> Word: all characters up to a blank or an operator."""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing.braces import with_braces
from asmeant.languages.bash.parsing.expansions import backquoted, dollar, double_quoted, enclosed, substituted
from asmeant.languages.bash.parsing.quotes import single_quoted
from asmeant.languages.bash.parsing.reader import Reader
from asmeant.languages.bash.syntax import Glob, Literal, Part, ProcessSubstitution, Tilde, Word

# A word without expansions and quotes. `(` is for functions and arrays.
SIMPLE = re.compile(r"[^ \t\n;&|<>()$`\"'\\*?\[{~#][^ \t\n;&|<>()$`\"'\\*?\[{]*(?=[ \t\n;&|)]|\Z)")
ORDINARY_TEXT = re.compile(r"[^ \t\n;&|<>()$`\"'\\*?\[~+@!]+")
TILDE = re.compile(r"~([A-Za-z0-9._+-]*)(?=[/ \t\n;&|<>()]|\Z)")
TILDE_IN_VALUE = re.compile(r"~([A-Za-z0-9._+-]*)(?=[/: \t\n;&|<>()]|\Z)")
BRACKET = re.compile(r"\[[!^]?\]?(?:\[:[a-z]+:\]|[^] \t\n;&|<>()$`\"'\\]|\\[^\n])*+(\])?")
OPERATORS = frozenset(" \t\n;&|<>()")


def word(reader: Reader, role: str = "") -> Word | None:
    """The word here, or None if none begins. The role changes how it is parsed.

    `value`: of an assignment, with tildes after colons, too. `pattern`: after == in [[ ]], extended.
    `regex`: after =~, where parentheses and their contents belong to the word.
    """
    source, start = reader.source, reader.at
    match = SIMPLE.match(source, start)
    if match is not None and not role:
        reader.at = end = match.end()
        text = match[0]
        return Word(start, end, text, (Literal(start, end, text),))
    parts = word_parts(reader, role)
    end = reader.at
    if end == start:
        return None
    text = source[start:end]
    if "{" in text and "}" in text and ("," in text or ".." in text):
        parts = with_braces(parts, source)
    return Word(start, end, text, tuple(parts))


def word_parts(reader: Reader, role: str) -> list[Part]:
    source, start = reader.source, reader.at
    parts: list[Part] = []
    values: list[str] = []
    begin = at = start
    unclosed = level = 0  # no bracket closes before `unclosed`; `level` parentheses of a regex are open
    while True:
        match = ORDINARY_TEXT.match(source, at)
        if match is not None:
            values.append(match[0])
            at = match.end()
        character = source[at : at + 1]
        if character == "\\":
            escaped = source[at + 1 : at + 2]
            if escaped != "\n":
                values.append(escaped or "\\")
            at += 1 + len(escaped)
            continue
        part: Part | None = None
        reader.at = at
        if character == "[" and at >= unclosed:
            part, unclosed = bracket(source, at)
        elif character == "~":
            part = tilde(reader, role, start)
        elif character and character != "[":
            part = special(reader, character, role)
        if part is None and character and (level or not ends(character, role)):
            level += (role == "regex") * ((character == "(") - (character == ")"))
            values.append(character)
            at += 1
            continue
        if at > begin:
            parts.append(Literal(begin, at, "".join(values)))
        if part is None:
            if level:
                reader.fail("')' to close the group of the regular expression")
            reader.at = at
            return parts
        parts.append(part)
        values.clear()
        begin = at = part.end


def ends(character: str, role: str) -> bool:
    return character in OPERATORS and not (role == "regex" and character in "(|")


def bracket(source: str, at: int) -> tuple[Glob | None, int]:
    """The pattern `[...]` here, and the offset before which there is no other, to scan nothing twice."""
    match = BRACKET.match(source, at)
    if match is None or not match[1]:
        return None, at if match is None else match.end()
    return Glob(at, match.end(), match[0]), 0


def special(reader: Reader, character: str, role: str) -> Part | None:
    """The part that begins with a special character, or None if it is an ordinary one."""
    if character == '"':
        return double_quoted(reader)
    if character == "'":
        return single_quoted(reader)
    if character == "$":
        return dollar(reader)
    if character == "`":
        return backquoted(reader, quoted=False)
    source, at = reader.source, reader.at
    parenthesis = source.startswith("(", at + 1)
    if parenthesis and character in "<>":
        return process_substitution(reader)
    if parenthesis and role == "pattern" and character in "*?+@!":
        reader.at += 2
        enclosed(reader, "(", ")")
        return Glob(at, reader.at, source[at : reader.at])
    if character in "*?":
        reader.at += 1
        return Glob(at, at + 1, character)
    return None


def process_substitution(reader: Reader) -> ProcessSubstitution:
    start = reader.at
    reader.deeper()
    reader.at += 2
    body = substituted(reader)
    reader.depth -= 1
    return ProcessSubstitution(start, reader.at, reader.source[start], body)


def tilde(reader: Reader, role: str, start: int) -> Tilde | None:
    at = reader.at
    if role == "value":
        match = (
            TILDE_IN_VALUE.match(reader.source, at) if at == start or reader.source[at - 1] == ":" else None
        )
    else:
        match = TILDE.match(reader.source, at) if at == start else None
    if match is None:
        return None
    reader.at = match.end()
    return Tilde(at, reader.at, match[1])
