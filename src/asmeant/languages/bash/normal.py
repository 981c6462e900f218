"""Typed command tree -> its normal form: the same text for commands that differ only in notation.

Bundles of flags are split, flags have their first name and precede the arguments in alphabetical order (if
their order does not matter), only necessary quotes remain, backquotes become $( ), here-documents become
here-strings, egrep is grep -E, /bin/rm is rm, and find has a path. The long form has long names for flags,
and leaves them where they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from asmeant.languages.bash import syntax
from asmeant.languages.bash.command import Argument, Call, Flag, Operator, Part, Redirected, Sequence
from asmeant.languages.bash.command_words import quoted
from asmeant.languages.bash.parsing.parser import parse
from asmeant.languages.bash.parsing.reader import BashSyntaxError
from asmeant.languages.bash.understanding import Understanding, understand
from asmeant.languages.bash.writing import Writer

# Words of special characters that need no quotes.
BARE = frozenset({"{}", "!", "{", "}", "[", "]"})
OWN_ORDER = frozenset({"find", "test", "ps"})
QUOTES = re.compile(r'(\\*)"')

MOST_PASSES = 6
END = "\\;"


def normal(source: str) -> str:
    """The normal form of a command line. Raises BashSyntaxError if it is not Bash.

    It is repeated until nothing changes: the result may be parsed differently (`head -5 -5`).
    """
    for _ in range(MOST_PASSES):
        before, source = source, Normal().text(understand(source))
        if source == before:
            break
    return source


def long_form(source: str) -> str:
    """The command line with long flags. Raises BashSyntaxError if it is not Bash."""
    return Long().text(understand(source))


class Normal(Writer):
    def __init__(self) -> None:
        self.understood: dict[tuple[int, int], Sequence] = {}  # commands within words, by their position

    def utility(self, node: Call) -> Iterator[str]:
        if node.written is not None and node.known is None:
            # A quoted name may be a reserved word or look like an assignment, so it stays unchanged.
            literal = node.written.is_literal
            yield from (node.written.text,) if literal else self.argument(node.written)
            for part in node.parts:
                yield from self.part(part)
            return
        yield node.name
        if node.name == "find" and not node.arguments:
            leading = sum(isinstance(part, Flag) and part.name in ("-H", "-L", "-P") for part in node.parts)
            parts = (*node.parts[:leading], None, *node.parts[leading:])
        else:
            parts = self.ordered(node)
        for item in parts:
            yield from (".",) if item is None else self.part(item)

    def ordered(self, node: Call) -> tuple[Part | None, ...]:
        """Flags first, and `--` only if an argument could be mistaken for a flag."""
        known = node.known
        if known is None or known.style in OWN_ORDER or node.name == "set":
            return node.parts
        flags = list(node.flags)
        names = [_first_name(flag) for flag in flags]
        conflict = any(len(group.intersection(names)) > 1 for group in known.last_wins)
        in_place = node.name == "tar" and node.flag("-C", "--directory")  # for what is named after it
        if in_place or any(_lacks_argument(flag) for flag in flags):
            return node.parts
        if not known.ordered and not conflict:
            flags.sort(key=lambda flag: (_first_name(flag).lower(), _first_name(flag)))
        if known.style == "shell":  # Words after the script of -c are its arguments.
            flags.sort(key=lambda flag: _first_name(flag) == "-c")
        others = [part for part in node.parts if not isinstance(part, Flag | Operator)]
        ends = [part for part in node.parts if isinstance(part, Operator)]
        return (*flags, *(ends if any(map(_like_a_flag, others)) else ()), *others)

    def flag(self, node: Flag) -> Iterator[str]:
        name = self.name(node)
        arguments = [" ".join(self.part(argument)) for argument in node.arguments]
        if node.name == "-" and node.known is not None and node.known.slots:  # -5
            joined = f"{name}={arguments[0]}" if name.startswith("--") else f"{name} {arguments[0]}"
            yield joined if node.known.same_as else f"-{arguments[0]}"
        elif not arguments:
            yield name
        elif not name.startswith(("-", "+")):  # dd's if=
            yield f"{name}={arguments[0]}"
        elif name.startswith("--") and node.known is not None and node.known.separate:
            yield from (name, *arguments)
        elif name.startswith("--"):
            yield f"{name}={arguments[0]}"
            yield from arguments[1:]
        elif node.known is not None and node.known.slots and node.known.slots[0].optional:
            yield name + arguments[0]
        else:
            # If find runs another find, the first `\;` ends both.
            if len(arguments) > 1 and arguments[-1] == END and arguments[-2].endswith(END):
                arguments.pop()
            yield from (name, *arguments)
            if isinstance(node.arguments[-1], Call) and not arguments[-1].endswith(END):
                yield END

    def name(self, node: Flag) -> str:
        return _first_name(node)

    def argument(self, node: Argument) -> Iterator[str]:
        if node.value in BARE and node.is_literal:
            yield node.value
        elif node.is_literal:
            yield quoted(node.value)
        else:
            word = node.word or _word(node.text)
            if node.word is not None and node.word.start == node.start:  # its commands are parsed already
                self.understood |= {(inner.start, inner.end): inner.body for inner in node.inner}
            yield node.text if word is None else self.word(word)

    def unquoted(self, node: Argument) -> Iterator[str]:
        yield node.text.strip()

    def word(self, word: syntax.Word) -> str:
        """A word with expansions: in one pair of double quotes if all of them are quoted."""
        quoted_only = (syntax.Literal, syntax.SingleQuoted, syntax.AnsiQuoted, syntax.DoubleQuoted)
        if all(isinstance(part, quoted_only) for part in word.parts):
            return '"' + "".join(self.quoted_part(word, part) for part in word.parts) + '"'
        return "".join(self.bare_part(word, part) for part in word.parts)

    def bare_part(self, word: syntax.Word, part: syntax.Part) -> str:
        match part:
            case (
                syntax.Literal(value=value)
                | syntax.SingleQuoted(value=value)
                | syntax.AnsiQuoted(value=value)
            ):
                return quoted(value) if value else ""
            case syntax.DoubleQuoted(parts=parts):
                if all(isinstance(inner, syntax.Literal) for inner in parts):
                    value = "".join(inner.value for inner in parts if isinstance(inner, syntax.Literal))
                    return quoted(value) if value else ""
                return '"' + self.quoted_part(word, part) + '"'
        return self.expansion(word, part)

    def quoted_part(self, word: syntax.Word, part: syntax.Part) -> str:
        match part:
            case (
                syntax.Literal(value=value)
                | syntax.SingleQuoted(value=value)
                | syntax.AnsiQuoted(value=value)
            ):
                return "".join("\\" + letter if letter in '"$`\\' else letter for letter in value)
            case syntax.DoubleQuoted(parts=parts):
                return "".join(self.quoted_part(word, inner) for inner in parts)
        return self.expansion(word, part)

    def expansion(self, word: syntax.Word, part: syntax.Part) -> str:
        text = word.text[part.start - word.start : part.end - word.start]
        match part:
            case syntax.CommandSubstitution(body=body, backquoted=backquoted):
                # Backslashes have another meaning between backquotes.
                if body is not None and not (backquoted and "\\" in text):
                    return f"$({self._inside(part, body)})"
            case syntax.ProcessSubstitution(direction=direction, body=body):
                return f"{direction}({self._inside(part, body)})"
        return text

    def _inside(self, part: syntax.Part, body: syntax.CommandList) -> str:
        text = self.text(self.understood.get((part.start, part.end)) or Understanding().sequence(body))
        # `$((` would begin an arithmetic expansion.
        return f" {text}" if text.startswith("(") else text

    def redirected(self, node: Redirected) -> Iterator[str]:
        if node.document is None:
            yield from super().redirected(node)
            return
        lines = node.document.removesuffix("\n")
        if node.operator == "<<-":
            lines = "\n".join(line.lstrip("\t") for line in lines.split("\n"))
        expands = node.target.text == node.target.value and any(letter in lines for letter in "$`\\")
        yield f"{node.fd}<<<"
        yield '"' + QUOTES.sub(_escaped, lines) + '"' if expands else quoted(lines)


class Long(Normal):
    def ordered(self, node: Call) -> tuple[Part | None, ...]:
        return node.parts

    def name(self, node: Flag) -> str:
        if node.known is None:
            return node.written or node.name
        return node.known.long or _first_name(node)


def _escaped(quote: re.Match[str]) -> str:
    """A double quote of a here-document, where a backslash before it is only a backslash."""
    backslashes = len(quote[1])
    return "\\" * (backslashes + backslashes % 2) + '\\"'


def _lacks_argument(flag: Flag) -> bool:
    return flag.known is not None and len(flag.arguments) < sum(
        not slot.optional for slot in flag.known.slots
    )


def _word(text: str) -> syntax.Word | None:
    """The rest of a word, after its flag, as a separate word."""
    try:
        command = parse(f": {text}").commands[0]
    except BashSyntaxError:
        return None
    return command.words[1] if isinstance(command, syntax.SimpleCommand) and len(command.words) == 2 else None


def _like_a_flag(part: Part) -> bool:
    """Whether it starts with a dash, or could after expansion."""
    word = part.written if isinstance(part, Call) else part
    return isinstance(word, Argument) and (word.value[:1] == "-" or not word.is_literal)


def _first_name(flag: Flag) -> str:
    if flag.known is None:
        return flag.written or flag.name
    return flag.known.same_as or flag.known.names[0]
