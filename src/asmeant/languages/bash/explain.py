"""Typed command tree -> explanation: one line, then part by part, then the dangers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from asmeant.languages.bash.command import (
    Argument,
    Assigned,
    Block,
    Call,
    Flag,
    Inner,
    Logic,
    Node,
    Operator,
    Pipe,
    Redirected,
    Sequence,
    children,
)
from asmeant.languages.bash.conditions import CONDITIONS, TESTS
from asmeant.languages.bash.dangers import Danger, dangers
from asmeant.languages.bash.normal import Long, Normal
from asmeant.languages.bash.phrases import BLOCKED, KEYWORDS, flag_in_words, in_bsd_letters, summary
from asmeant.languages.bash.subcommands import subcommand
from asmeant.languages.bash.template import template_of
from asmeant.languages.bash.understanding import understand

REDIRECTED = {
    "<": "read from it",
    ">": "write the output into it",
    ">|": "write the output into it, whatever is there",
    ">>": "add the output to it",
    "<>": "open it for reading and writing",
    "&>": "write output and errors into it",
    "&>>": "add output and errors to it",
    "<<<": "read this text",
    "<<": "read the lines below",
    "<<-": "read the lines below, without tabs at their beginning",
    ">&": "send the output to where that one goes",
    "<&": "read from where that one reads",
}


OPERATORS = {
    "|": "its output goes on to",
    "|&": "its output and errors go on to",
    "&&": "if that succeeds",
    "||": "if that fails",
    "--": "no more flags",
    "!": "not",
    "-not": "not",
    "-or": "or",
    "-and": "and",
    "(": "together",
    ",": "and then",
}


MERGED = {"2>&1": "send errors to where the output goes", "1>&2": "send the output to where errors go"}
MERGED[">&2"] = MERGED["1>&2"]
SETTINGS = {
    "pipefail": "a pipe fails where any of its commands does",
    "errexit": "end at the first command that fails",
    "nounset": "a variable that is not set is an error",
    "xtrace": "print each command before it runs",
    "noclobber": "never overwrite a file with >",
}
WORDS = {"set": SETTINGS, "parallel": {":::": "for each of the words that follow"}}


@dataclass(frozen=True, slots=True)
class Line:
    """One part. `depth` is its nesting level, `role` its type or its part in the command."""

    depth: int
    start: int
    end: int
    text: str
    role: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Explanation:
    summary: str
    template: str
    normal: str
    long: str
    lines: tuple[Line, ...]
    dangers: tuple[Danger, ...]


def explain(source: str) -> Explanation:
    """Explains a command. Raises BashSyntaxError if it is not Bash."""
    tree = understand(source)
    return Explanation(
        summary=_sentence(summary(tree)),
        template=template_of(tree),
        normal=Normal().text(tree),
        long=Long().text(tree),
        lines=tuple(_lines(tree, 0)),
        dangers=tuple(dangers(tree)),
    )


def _sentence(text: str) -> str:
    return (text[:1].upper() + text[1:] + ".") if text else "Nothing to do."


# Part by part --------------------------------------------------------------------------------------------


def _lines(node: Node, depth: int) -> Iterator[Line]:
    match node:
        case Call():
            yield from _call_lines(node, depth)
        case Pipe() | Logic():
            for number, command in enumerate(node.commands):
                for operator in node.operators[number - 1 : number]:
                    meaning = OPERATORS.get(operator, "")
                    yield Line(depth, command.start, command.start, operator, "operator", meaning)
                yield from _lines(command, depth)
        case Sequence():
            for command in node.commands:
                yield from _lines(command, depth)
        case Block():
            yield from _block_lines(node, depth)
        case Inner():
            meaning = "the commands in it" if node.kind == "script" else "the output of"
            yield Line(depth, node.start, node.end, node.kind, "commands", meaning)
            yield from _lines(node.body, depth + 1)
        case _:
            yield _line(node, depth)
            for argument in children(node):
                yield from _nested(argument, depth + 1)


def _block_lines(node: Block, depth: int) -> Iterator[Line]:
    yield Line(depth, node.start, node.end, node.kind, "block", BLOCKED[node.kind])
    parts = (*node.pieces, *node.redirections)
    for part, after in zip(parts, (*parts[1:], None), strict=True):
        if not isinstance(part, Operator):
            yield from _lines(part, depth + 1)
        elif node.kind == "condition":
            yield from _condition_line(part, depth + 1)
        elif part.text in KEYWORDS and isinstance(after, Sequence):
            meaning = KEYWORDS[part.text][0]
            yield Line(depth, after.start, after.start, part.text, "operator", meaning)


def _line(node: Flag | Argument | Operator | Assigned | Redirected, depth: int) -> Line:
    match node:
        case Flag():
            text = " ".join([node.name, *map(_text, node.arguments)])
            text = text.replace(" ", "", 1) if node.name == "-" else text
            runs = any(isinstance(argument, Call) for argument in node.arguments)
            meaning = node.known.does if runs and node.known is not None else flag_in_words(node)
            return Line(depth, node.start, node.end, text, "flag", meaning)
        case Argument():
            return Line(depth, node.start, node.end, node.text, node.type, node.name)
        case Operator():
            return Line(depth, node.start, node.end, node.text, "operator", OPERATORS.get(node.text, ""))
        case Assigned():
            value = "" if node.value is None else node.value.text
            return Line(depth, node.start, node.end, f"{node.name}={value}", "assignment", "set a variable")
        case Redirected():
            joined = node.operator in (">&", "<&")
            text = f"{node.fd}{node.operator}{'' if joined else ' '}{node.target.text}"
            meaning = MERGED.get(text, REDIRECTED[node.operator])
            return Line(depth, node.start, node.end, text, "redirection", meaning)


def _call_lines(node: Call, depth: int) -> Iterator[Line]:
    for assignment in node.assignments:
        yield from _lines(assignment, depth)
    if node.name:
        meaning = node.known.does if node.known is not None else "a program that we know nothing of"
        written = "" if node.written is None else node.written.text
        yield Line(depth, node.start, node.end, written or node.name, "utility", meaning)
    meanings = _meanings(node)
    for part in (*node.parts, *node.redirections):
        for line in _lines(part, depth + 1):
            yield replace(line, meaning=meanings.get(line.text, line.meaning)) if meanings else line


def _meanings(node: Call) -> Mapping[str, str]:
    """The meanings of words for this utility: subcommands with their flags, settings of the shell."""
    description = subcommand(node)
    if description is not None:
        return {description.name.split()[0]: description.does, **description.flags}
    if node.name in TESTS:
        return CONDITIONS
    if node.name == "ps":
        letters = (word.value for word in node.arguments if word.type == "Option")
        return {word: ", ".join(in_bsd_letters(word)) for word in letters}
    return WORDS.get(node.name, {})


def _condition_line(node: Operator, depth: int) -> Iterator[Line]:
    if node.text in CONDITIONS:
        yield Line(depth, node.start, node.end, node.text, "operator", CONDITIONS[node.text])


def _nested(node: Node, depth: int) -> Iterator[Line]:
    """The commands within an argument; the argument itself is in the line above."""
    if isinstance(node, Argument):
        for inner in node.inner:
            yield from _lines(inner, depth)
    elif not isinstance(node, Operator):
        yield from _lines(node, depth)


def _text(node: Argument | Call | Operator) -> str:
    return "..." if isinstance(node, Call) else node.text
