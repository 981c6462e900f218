"""Typed command tree -> text.

The base of templates and normal forms: everything except flags and arguments.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from asmeant.languages.bash.command import (
    Argument,
    Assigned,
    Block,
    Call,
    Command,
    Flag,
    Inner,
    Logic,
    Operator,
    Pipe,
    Redirected,
    Sequence,
)

# Keywords before which a list of commands needs a separator.
AFTER_COMMANDS = frozenset({"do", "then", "elif", "else", "fi", "done", "}"})
# Operators after which quotes would change the meaning.
UNQUOTED = frozenset({"((", "=~"})
ESCAPED = {"(": "\\(", ")": "\\)", ";": "\\;", "<": "\\<", ">": "\\>"}


class Writer(ABC):
    """Tokens of a tree. Subclasses say how flags and arguments are written."""

    def text(self, node: Command) -> str:
        return " ".join(self.command(node))

    def command(self, node: Command) -> Iterator[str]:
        match node:
            case Call():
                yield from self.call(node)
            case Pipe():
                yield from ([node.timed] if node.timed else [])
                yield from ["!"] if node.negated else []
                yield from self.joined(node.commands, node.operators)
            case Logic():
                yield from self.joined(node.commands, node.operators)
            case Sequence():
                yield from self.sequence(node)
            case Block():
                yield from self.block(node)

    def joined(self, commands: tuple[Command, ...], operators: tuple[str, ...]) -> Iterator[str]:
        for number, command in enumerate(commands):
            yield from operators[number - 1 : number]
            yield from self.command(command)

    def sequence(self, node: Sequence) -> Iterator[str]:
        last = len(node.commands) - 1
        for number, (command, separator) in enumerate(zip(node.commands, node.separators, strict=True)):
            yield from self.command(command)
            if separator == "&":
                yield "&"
            elif number < last:
                yield ";"

    def block(self, node: Block) -> Iterator[str]:
        open_list = False
        before = ""
        for item in node.pieces:
            if isinstance(item, Operator):
                before = item.text
                if open_list and item.text in AFTER_COMMANDS:
                    yield ";"
                yield item.text
                open_list = False
            elif isinstance(item, Argument):
                yield from self.unquoted(item) if before in UNQUOTED else self.argument(item)
            else:
                tokens = list(self.sequence(item))
                yield from tokens
                open_list = bool(tokens) and tokens[-1] != "&"
        for redirection in node.redirections:
            yield from self.redirected(redirection)

    def call(self, node: Call) -> Iterator[str]:
        for assignment in node.assignments:
            yield self.assigned(assignment)
        if node.name:
            yield from self.utility(node)
        for redirection in node.redirections:
            yield from self.redirected(redirection)

    def utility(self, node: Call) -> Iterator[str]:
        yield node.name
        for part in node.parts:
            yield from self.part(part)

    def part(self, part: Flag | Argument | Operator | Call) -> Iterator[str]:
        match part:
            case Flag():
                yield from self.flag(part)
            case Argument():
                yield from self.argument(part)
            case Operator():
                yield ESCAPED.get(part.text, part.text)
            case Call():
                yield from self.call(part)

    def inner(self, node: Inner) -> str:
        return f"{node.kind}{self.text(node.body)})"

    def redirected(self, node: Redirected) -> Iterator[str]:
        target = " ".join(self.argument(node.target))
        if node.operator in (">&", "<&"):
            yield f"{node.fd}{node.operator}{target}"
        else:
            yield from (f"{node.fd}{node.operator}", target)

    def assigned(self, node: Assigned) -> str:
        value = "" if node.value is None else " ".join(self.argument(node.value))
        return f"{node.name}{'+' if node.append else ''}={value}"

    def unquoted(self, node: Argument) -> Iterator[str]:
        """The text of arithmetic, or of a regular expression of [[ ]]."""
        yield from self.argument(node)

    @abstractmethod
    def flag(self, node: Flag) -> Iterator[str]: ...

    @abstractmethod
    def argument(self, node: Argument) -> Iterator[str]: ...
