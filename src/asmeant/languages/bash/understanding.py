"""Source -> typed command tree. Never fails on what is Bash: what we do not know becomes type Unknown."""

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

# Text that a shell reads may hold text that a shell reads, and sudo may run sudo. Nobody goes down further.
DEEPEST_SCRIPT = 4
DEEPEST_CALL = 20


def understand(source: str) -> Sequence:
    """The typed tree of a command line; raises BashSyntaxError if it is no Bash."""
    body = parse(source).body
    try:
        return Understanding().sequence(body)
    except RecursionError:
        raise BashSyntaxError(source, 0, "too many of them", "fewer levels of nesting") from None


@dataclass(frozen=True, slots=True)
class Understanding:
    """`place` is the span of all within a script whose characters cannot be found in the source."""

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
        call = self.call([reading.piece_of(word) for word in node.words], *self.span(node.start, node.end))
        return replace(
            call,
            assignments=tuple(self.assigned(assignment) for assignment in node.assignments),
            redirections=tuple(self.redirected(redirection) for redirection in node.redirections),
        )

    def call(self, words: list[reading.Piece], start: int, end: int) -> Call:
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

    def argument(self, piece: reading.Piece, kind: str, name: str = "") -> Argument:
        inner = self.inner(piece) if piece.has_inner else ()
        span = self.span(piece.start, piece.end)
        return Argument(*span, kind, piece.text, piece.value, name, inner, piece.word, piece.is_literal)

    def word(self, word: syntax.Word, kind: str) -> Argument:
        return self.argument(reading.piece_of(word), kind)

    def inner(self, piece: reading.Piece) -> tuple[Inner, ...]:
        found: list[Inner] = []
        waiting: list[tuple[syntax.Node, bool]] = [(part, False) for part in reversed(piece.parts)]
        while waiting:
            part, quoted = waiting.pop()
            if isinstance(part, syntax.CommandSubstitution):
                if part.body is not None:
                    span = self.span(part.start, part.end)
                    found.append(Inner(*span, "$(", self.sequence(part.body), quoted))
            elif isinstance(part, syntax.ProcessSubstitution):
                span = self.span(part.start, part.end)
                found.append(Inner(*span, f"{part.direction}(", self.sequence(part.body)))
            else:
                quoted = quoted or isinstance(part, syntax.DoubleQuoted)
                waiting.extend((child, quoted) for child in reversed(list(syntax.children(part))))
        return tuple(found)

    def script(self, piece: reading.Piece) -> Argument:
        """Text that a shell will read, such as that of sh -c: its commands are in `inner`, if it is Bash."""
        argument = self.argument(piece, "Script")
        if self.depth >= DEEPEST_SCRIPT:
            return argument
        value, text = piece.value, piece.text
        exact = self.place is None and text[1:-1] == value and text[:1] + text[-1:] in ("''", '""')
        # Blanks in front put every word where it is in the source.
        padding = " " * (piece.start + 1) if exact else ""
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
            value = self.argument(reading.piece_of_array(node.value), "Text")
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
            target = replace(target, inner=self.inner(reading.piece_of(node.document.body)))
        span = self.span(node.start, node.end)
        return Redirected(*span, node.operator, target, node.fd or "", document)
