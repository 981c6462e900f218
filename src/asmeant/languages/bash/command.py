"""The nouns of the typed command tree: the result of `understand`, in which each word has a role.

Span                      start and end are offsets into the source
├── a Command is one of
│   ├── Call              a utility with its flags and arguments
│   ├── Pipe              `a | b`
│   ├── Logic             `a && b || c`
│   ├── Sequence          `a; b & c`, and every list of commands, also of one
│   └── Block             compound statements, as keywords, words and sequences in their order
├── what a Call has       in `parts`, in the order of the source
│   ├── Flag              with its arguments; -exec has a Call among them
│   ├── Argument          a word (or the rest of one), and its type
│   ├── Operator          `--`, and in find's expressions `(`, `)`, `!`, `-o`, `;`
│   └── Call              the command of xargs, sudo, env, nohup, ...
├── Inner                 what stands within a word: $( ), <( ), >( ), and text that a shell will read (sh -c)
├── Assigned, Redirected
└── Condition             the logic of find's expression

If the positions of words in a nested `sh -c` are not known because of its quotes, they have the span of the
whole argument.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from asmeant.languages.bash.knowledge import KnownFlag, Utility
from asmeant.languages.bash.syntax import Word


@dataclass(frozen=True, slots=True)
class Span:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Operator(Span):
    text: str


@dataclass(frozen=True, slots=True)
class Inner(Span):
    kind: str  # $( <( >( or script
    body: Sequence
    quoted: bool = False  # within double quotes


@dataclass(frozen=True, slots=True)
class Argument(Span):
    type: str  # one of knowledge.TYPES
    text: str  # as in the source, with its quotes
    value: str  # without quotes; what is expanded stands as in the source
    name: str = ""  # its part, where the utility's synopsis gives it one
    inner: tuple[Inner, ...] = ()
    word: Word | None = None  # None when it is only a part of a word
    is_literal: bool = True  # nothing in it is expanded

    @property
    def is_substitution(self) -> bool:
        """Whether it is exactly one `$(...)` or `<(...)`, quoted or not."""
        if len(self.inner) != 1 or self.inner[0].kind == "script":
            return False
        (inner,) = self.inner
        all_of_it = inner.end - inner.start == len(self.value) or (inner.start, inner.end) == (
            self.start,
            self.end,
        )
        return all_of_it and self.value[:1] in ("$", "`", "<", ">") and self.value[-1] in (")", "`")


@dataclass(frozen=True, slots=True)
class Flag(Span):
    name: str  # as written: -k, --key; `-` for a number that is a flag; `if` for dd's if=
    known: KnownFlag | None
    arguments: tuple[Argument | Call | Operator, ...] = ()
    bundled: bool = False  # it shares its word with others: the -n and -k of -nk
    written: str = ""  # a word that we do not know, as in the source


@dataclass(frozen=True, slots=True)
class Assigned(Span):
    name: str
    value: Argument | None
    append: bool
    text: str


@dataclass(frozen=True, slots=True)
class Redirected(Span):
    operator: str
    target: Argument
    fd: str = ""
    document: str | None = None


@dataclass(frozen=True, slots=True)
class Condition(Span):
    """`kind` is test, not, and, or; a test has its flag, the others their operands."""

    kind: str
    operands: tuple[Condition, ...] = ()
    flag: Flag | None = None


Part: TypeAlias = "Flag | Argument | Operator | Call"


@dataclass(frozen=True, slots=True)
class Call(Span):
    name: str  # the utility, without a path; empty if there are only assignments or redirections
    written: Argument | None  # the utility as it is in the source
    known: Utility | None
    parts: tuple[Part, ...] = ()
    assignments: tuple[Assigned, ...] = ()
    redirections: tuple[Redirected, ...] = ()
    condition: Condition | None = None

    @property
    def flags(self) -> tuple[Flag, ...]:
        return tuple(part for part in self.parts if isinstance(part, Flag))

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return tuple(part for part in self.parts if isinstance(part, Argument))

    @property
    def nested(self) -> Call | None:
        """The command that it runs, as with xargs and sudo."""
        return next((part for part in self.parts if isinstance(part, Call)), None)

    def flag(self, *names: str) -> Flag | None:
        """The last flag with one of these names, in any spelling."""
        for flag in reversed(self.flags):
            if flag.name in names or (flag.known and not set(names).isdisjoint(flag.known.names)):
                return flag
        return None


@dataclass(frozen=True, slots=True)
class Pipe(Span):
    commands: tuple[Command, ...]
    operators: tuple[str, ...]
    negated: bool = False
    timed: str = ""


@dataclass(frozen=True, slots=True)
class Logic(Span):
    commands: tuple[Command, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sequence(Span):
    """`separators[i]` ends `commands[i]`: `;`, `&`, or nothing."""

    commands: tuple[Command, ...]
    separators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block(Span):
    kind: str  # subshell group if while until for select case condition arithmetic function coprocess
    pieces: tuple[Operator | Argument | Sequence, ...]
    redirections: tuple[Redirected, ...] = ()


Command: TypeAlias = Call | Pipe | Logic | Sequence | Block
Node: TypeAlias = Command | Flag | Argument | Operator | Inner | Assigned | Redirected


def children(node: Node) -> tuple[Node, ...]:
    """The child nodes, in the order of the source if they have one."""
    match node:
        case Call():
            written = () if node.written is None else (node.written,)
            return (*node.assignments, *written, *node.parts, *node.redirections)
        case Flag():
            return node.arguments
        case Argument():
            return node.inner
        case Inner():
            return (node.body,)
        case Pipe() | Logic() | Sequence():
            return node.commands
        case Block():
            return (*node.pieces, *node.redirections)
        case Assigned():
            return () if node.value is None else (node.value,)
        case Redirected():
            return (node.target,)
        case Operator():
            return ()


def walk(node: Node) -> Iterator[Node]:
    """The node and all its descendants, each before its children."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))


def calls(node: Node) -> Iterator[Call]:
    """Every call of a utility, at any depth."""
    return (inner for inner in walk(node) if isinstance(inner, Call) and inner.name)
