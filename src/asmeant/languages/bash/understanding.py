"""Source -> typed command tree. Works for all valid Bash: unknown words get the type Unknown."""

from __future__ import annotations

from dataclasses import dataclass, replace

from asmeant.languages.bash import flags as reading
from asmeant.languages.bash import syntax
from asmeant.languages.bash.blocks import BLOCKS
from asmeant.languages.bash.command import (
    Argument,
    Assigned,
    Call,
    Command,
    Inner,
    Logic,
    Pipe,
    Redirected,
    Sequence,
)
from asmeant.languages.bash.knowledge import utility
from asmeant.languages.bash.parsing.parser import parse
from asmeant.languages.bash.parsing.reader import BashSyntaxError

# Limits for nested scripts (`sh -c "sh -c ..."`) and nested calls (`sudo sudo ...`).
DEEPEST_SCRIPT = 4
DEEPEST_CALL = 20


def understand(source: str) -> Sequence:
    """The typed tree of a command line. Raises BashSyntaxError if it is not Bash."""
    body = parse(source).body
    try:
        return Understanding().sequence(body)
    except RecursionError:
        raise BashSyntaxError(source, 0, "too many of them", "fewer levels of nesting") from None


@dataclass(frozen=True, slots=True)
class Understanding:
    """`place` is the span of all nodes in a nested script whose positions in the source are not known."""

    place: tuple[int, int] | None = None
    depth: int = 0  # of scripts
    calls: int = 0  # of commands that run commands

    def span(self, start: int, end: int) -> tuple[int, int]:
        return self.place or (start, end)

    # Commands ---------------------------------------------------------------------------------------------

    def sequence(self, body: syntax.CommandList) -> Sequence:
        commands = tuple(self.command(item.command) for item in body.items)
        separators = tuple(item.separator.replace("\n", ";") for item in body.items)
        return Sequence(*self.span(body.start, body.end), commands, separators)

    def command(self, node: syntax.Command) -> Command:
        match node:
            case syntax.SimpleCommand():
                return self.simple(node)
            case syntax.Pipeline():
                commands = tuple(self.command(inner) for inner in node.commands)
                span = self.span(node.start, node.end)
                return Pipe(*span, commands, node.operators, node.negated, node.timed)
            case syntax.AndOr():
                commands = tuple(self.command(inner) for inner in node.commands)
                return Logic(*self.span(node.start, node.end), commands, node.operators)
        return BLOCKS[type(node)](self, node)

    def simple(self, node: syntax.SimpleCommand) -> Call:
        call = self.call(
            [reading.command_word(word) for word in node.words], *self.span(node.start, node.end)
        )
        return replace(
            call,
            assignments=tuple(self.assigned(assignment) for assignment in node.assignments),
            redirections=tuple(self.redirected(redirection) for redirection in node.redirections),
        )

    def call(self, words: list[reading.CommandWord], start: int, end: int) -> Call:
        """Words -> the use of a utility; the words may be those after -exec or xargs."""
        if not words:
            return Call(start, end, "", None, None)
        first, rest = words[0], words[1:]
        known = utility(first.value) if first.is_literal and self.calls < DEEPEST_CALL else None
        name = known.name if known is not None else first.value
        written = self.argument(first, "Program")
        parts, condition = reading.read(known, rest, replace(self, calls=self.calls + 1), written)
        return Call(start, end, name, written, known, parts, condition=condition)

    # Words ------------------------------------------------------------------------------------------------

    def argument(self, word: reading.CommandWord, kind: str, name: str = "") -> Argument:
        inner = self.inner(word) if word.has_inner else ()
        span = self.span(word.start, word.end)
        return Argument(*span, kind, word.text, word.value, name, inner, word.word, word.is_literal)

    def word(self, word: syntax.Word, kind: str) -> Argument:
        return self.argument(reading.command_word(word), kind)

    def inner(self, word: reading.CommandWord) -> tuple[Inner, ...]:
        inner_nodes: list[Inner] = []
        waiting: list[tuple[syntax.Node, bool]] = [(node, False) for node in reversed(word.parts)]
        while waiting:
            node, quoted = waiting.pop()
            if isinstance(node, syntax.CommandSubstitution):
                if node.body is not None:
                    span = self.span(node.start, node.end)
                    inner_nodes.append(Inner(*span, "$(", self.sequence(node.body), quoted))
            elif isinstance(node, syntax.ProcessSubstitution):
                span = self.span(node.start, node.end)
                inner_nodes.append(Inner(*span, f"{node.direction}(", self.sequence(node.body)))
            else:
                quoted = quoted or isinstance(node, syntax.DoubleQuoted)
                waiting.extend((child, quoted) for child in reversed(list(syntax.children(node))))
        return tuple(inner_nodes)

    def script(self, word: reading.CommandWord) -> Argument:
        """A nested script, such as that of sh -c. If it is Bash, its commands are in `inner`."""
        argument = self.argument(word, "Script")
        if self.depth >= DEEPEST_SCRIPT:
            return argument
        value, text = word.value, word.text
        exact = self.place is None and text[1:-1] == value and text[:1] + text[-1:] in ("''", '""')
        # Leading spaces give every word its position in the source.
        padding = " " * (word.start + 1) if exact else ""
        place = None if exact else (argument.start, argument.end)
        try:
            within = Understanding(place, self.depth + 1, self.calls).sequence(parse(padding + value).body)
        except (BashSyntaxError, RecursionError):
            return argument
        inner = Inner(argument.start, argument.end, "script", within)
        return replace(argument, inner=(*argument.inner, inner) if not exact else (inner,))

    def assigned(self, node: syntax.Assignment) -> Assigned:
        value = None
        if isinstance(node.value, syntax.Word):
            value = self.word(node.value, "Text")
        elif node.value is not None:
            value = self.argument(reading.array_command_word(node.value), "Text")
        subscript = f"[{node.subscript.text}]" if node.subscript is not None else ""
        span = self.span(node.start, node.end)
        return Assigned(*span, node.name + subscript, value, node.append, "" if value is None else value.text)

    def redirected(self, node: syntax.Redirection) -> Redirected:
        kind = "File" if node.operator in ("<", ">", ">>", ">|", "<>", "&>", "&>>") else "Text"
        if node.operator in ("<&", ">&"):
            kind = "Number" if node.target.text.strip("-").isdigit() or node.target.text == "-" else "File"
        document = None if node.document is None else node.document.body.text
        target = self.word(node.target, kind)
        if node.document is not None and not node.document.quoted:
            target = replace(target, inner=self.inner(reading.command_word(node.document.body)))
        span = self.span(node.start, node.end)
        return Redirected(*span, node.operator, target, node.fd or "", document)
