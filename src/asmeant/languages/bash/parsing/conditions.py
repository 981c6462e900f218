"""What stands in [[ ]] -> Condition."""

from __future__ import annotations

import re

from asmeant.languages.bash.parsing.reader import NAME_END, Reader
from asmeant.languages.bash.parsing.steps import skip_newlines
from asmeant.languages.bash.parsing.words import word
from asmeant.languages.bash.syntax import Condition, Grouped, Logical, Not, Question, Word

UNARY = re.compile(r"-[abcdefghknoprstuvwxzGLNORS]" + NAME_END)
BINARY = re.compile(r"(?:==|!=|=~|=|-(?:eq|ne|lt|le|gt|ge|ef|nt|ot))" + NAME_END + "|[<>](?!\\()")
NOT = re.compile("!" + NAME_END)
CLOSING = re.compile(r"\]\]" + NAME_END)
ROLES = {"==": "pattern", "=": "pattern", "!=": "pattern", "=~": "regex"}


def condition(reader: Reader) -> Condition:
    found = disjunction(reader)
    match = CLOSING.match(reader.source, reader.at)
    if match is None:
        reader.fail("']]', '&&' or '||'")
    reader.at = match.end()
    return found


def disjunction(reader: Reader) -> Condition:
    return chain(reader, "||")


def chain(reader: Reader, operator: str) -> Condition:
    read = term if operator == "&&" else conjunction
    operands = [read(reader)]
    while reader.source.startswith(operator, reader.at):
        reader.at += 2
        operands.append(read(reader))
    if len(operands) == 1:
        return operands[0]
    return Logical(operands[0].start, operands[-1].end, operator, tuple(operands))


def conjunction(reader: Reader) -> Condition:
    return chain(reader, "&&")


def term(reader: Reader) -> Condition:
    """One operand. The reader is at the token after it then."""
    skip_newlines(reader)
    negations: list[int] = []
    while NOT.match(reader.source, reader.at):
        negations.append(reader.at)
        reader.at += 1
        skip_newlines(reader)
    operand: Condition = grouped(reader) if reader.source.startswith("(", reader.at) else question(reader)
    # A newline after a lone word is an error: Bash still expects an operator there.
    if isinstance(operand, Question) and not operand.operator:
        reader.skip_blanks()
    else:
        skip_newlines(reader)
    for start in reversed(negations):
        operand = Not(start, operand.end, operand)
    return operand


def grouped(reader: Reader) -> Grouped:
    start = reader.at
    reader.deeper()
    reader.at += 1
    inner = disjunction(reader)
    skip_newlines(reader)
    if not reader.source.startswith(")", reader.at):
        reader.fail("')', '&&' or '||'")
    reader.at += 1
    reader.depth -= 1
    return Grouped(start, reader.at, inner)


def question(reader: Reader) -> Question:
    source, start = reader.source, reader.at
    unary = UNARY.match(source, start)
    if unary is not None:
        reader.at = unary.end()
        operand = needed(reader, "")
        return Question(start, operand.end, unary[0], (operand,))
    left = needed(reader, "")
    reader.skip_blanks()
    binary = BINARY.match(source, reader.at)
    if binary is None:
        return Question(start, left.end, "", (left,))
    reader.at = binary.end()
    right = needed(reader, ROLES.get(binary[0], ""))
    return Question(start, right.end, binary[0], (left, right))


def needed(reader: Reader, role: str) -> Word:
    reader.skip_blanks()
    operand = None if CLOSING.match(reader.source, reader.at) else word(reader, role)
    if operand is None:
        reader.fail("a word to test")
    return operand
