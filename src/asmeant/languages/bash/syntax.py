"""The nodes of the syntax tree of Bash, as `parse` returns it. Each has its exact position in the source.

Node                      start and end are offsets: `source[node.start : node.end]` is its text
├── Script                the whole source, its commands in `body`
├── CommandList           items, each a command and what ends it: `;`, `&`, a newline or nothing
├── a Command is one of
│   ├── SimpleCommand     assignments, words and redirections: `LANG=C sort -u < names`
│   ├── Pipeline          `a | b`, and a lone command after `!` or `time`
│   ├── AndOr             `a && b || c`, flat
│   ├── FunctionDefinition, Coprocess
│   └── Compound          Subshell ( ), Group { }, If, While, For, ArithmeticFor, Select, Case,
│                         DoubleBracket [[ ]], ArithmeticCommand (( )); all may have redirections
├── Word                  parts side by side, without blanks between them
│   └── a Part is one of  Literal, SingleQuoted, AnsiQuoted, DoubleQuoted, ParameterExpansion,
│                         ArithmeticExpansion, CommandSubstitution, ProcessSubstitution,
│                         Glob, Brace, Tilde, ArrayLiteral
├── Assignment, Redirection, HereDocument
└── Question, Not, Logical, Grouped            what stands in [[ ]]

There are no redundant levels: a single command is not wrapped in a Pipeline, nor a single pipeline in an
AndOr. Spans nest, and siblings do not overlap, with one exception: the body of a here-document is after the
line that announces it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TypeAlias

from asmeant.languages.bash.parts import (
    AnsiQuoted,
    ArithmeticExpansion,
    ArrayLiteral,
    Assignment,
    Brace,
    CommandSubstitution,
    DoubleQuoted,
    Glob,
    Literal,
    Node,
    ParameterExpansion,
    Part,
    ProcessSubstitution,
    SingleQuoted,
    Tilde,
    Word,
)

# fmt: off
__all__ = [
    "AndOr", "AnsiQuoted", "ArithmeticCommand", "ArithmeticExpansion", "ArithmeticFor",
    "ArrayLiteral", "Assignment", "Brace", "Branch", "Case", "CaseClause", "Command", "CommandList",
    "CommandSubstitution", "Compound", "Condition", "Coprocess", "DoubleBracket", "DoubleQuoted",
    "For", "FunctionDefinition", "Glob", "Group", "Grouped", "HereDocument", "If", "ListItem",
    "Literal", "Logical", "Node", "Not", "ParameterExpansion", "Part", "Pipeline",
    "ProcessSubstitution", "Question", "Redirection", "Script", "Select", "SimpleCommand",
    "SingleQuoted", "Subshell", "Tilde", "While", "Word", "children", "walk",
]
# fmt: on


@dataclass(frozen=True, slots=True)
class HereDocument(Node):
    """The lines below a `<<`, as one word: of literals alone when the delimiter was `quoted`.

    Its span is the body without the line of the delimiter. It is not `closed` if it ends with the source.
    """

    delimiter: str
    quoted: bool
    body: Word
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Redirection(Node):
    """`operator target`, after a number or `{name}` in `fd` where there is one (`2`, `{log}`)."""

    operator: str  # < > >> >| <> <& >& &> &>> << <<- <<<
    target: Word
    fd: str | None = None
    document: HereDocument | None = None


@dataclass(frozen=True, slots=True)
class SimpleCommand(Node):
    """At least one of the three is not empty. `words[0]` is the utility."""

    assignments: tuple[Assignment, ...]
    words: tuple[Word, ...]
    redirections: tuple[Redirection, ...]

    @property
    def name(self) -> str | None:
        """The utility, if it is known without running anything."""
        return self.words[0].literal if self.words else None


@dataclass(frozen=True, slots=True)
class Pipeline(Node):
    """`operators[i]`, `|` or `|&`, stands between `commands[i]` and the next.

    `timed` is ``, `time` or `time -p`. `commands` is empty for a lone `time` or `!`.
    """

    commands: tuple[Command, ...]
    operators: tuple[str, ...]
    negated: bool = False
    timed: str = ""


@dataclass(frozen=True, slots=True)
class AndOr(Node):
    """`operators[i]`, `&&` or `||`, is between `commands[i]` and the next. Evaluated from left to right."""

    commands: tuple[Command, ...]
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListItem(Node):
    command: Command
    separator: str  # ; & newline or nothing


@dataclass(frozen=True, slots=True)
class CommandList(Node):
    items: tuple[ListItem, ...]

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(item.command for item in self.items)


@dataclass(frozen=True, slots=True)
class Script(Node):
    source: str
    body: CommandList

    @property
    def commands(self) -> tuple[Command, ...]:
        return self.body.commands

    def text_of(self, node: Node) -> str:
        return self.source[node.start : node.end]


@dataclass(frozen=True, slots=True)
class Compound(Node):
    redirections: tuple[Redirection, ...]


@dataclass(frozen=True, slots=True)
class Subshell(Compound):
    body: CommandList


@dataclass(frozen=True, slots=True)
class Group(Compound):
    body: CommandList


@dataclass(frozen=True, slots=True)
class Branch(Node):
    condition: CommandList
    body: CommandList


@dataclass(frozen=True, slots=True)
class If(Compound):
    """`branches` are the `if` and each `elif`; `otherwise` is the `else`."""

    branches: tuple[Branch, ...]
    otherwise: CommandList | None


@dataclass(frozen=True, slots=True)
class While(Compound):
    condition: CommandList
    body: CommandList
    until: bool


@dataclass(frozen=True, slots=True)
class For(Compound):
    """`words` is None without `in`: then the loop is over the positional parameters."""

    name: str
    words: tuple[Word, ...] | None
    body: CommandList


@dataclass(frozen=True, slots=True)
class Select(Compound):
    name: str
    words: tuple[Word, ...] | None
    body: CommandList


@dataclass(frozen=True, slots=True)
class ArithmeticFor(Compound):
    """`for ((initial; condition; update))`; an omitted expression is a word without parts."""

    initial: Word
    condition: Word
    update: Word
    body: CommandList


@dataclass(frozen=True, slots=True)
class CaseClause(Node):
    patterns: tuple[Word, ...]
    body: CommandList
    terminator: str  # ;; ;& ;;& or nothing before esac


@dataclass(frozen=True, slots=True)
class Case(Compound):
    subject: Word
    clauses: tuple[CaseClause, ...]


@dataclass(frozen=True, slots=True)
class ArithmeticCommand(Compound):
    expression: Word


@dataclass(frozen=True, slots=True)
class Question(Node):
    """One question: `-f x` (operator `-f`), `a == b*`, or a lone word (operator ``). A regex is a word."""

    operator: str
    operands: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Condition


@dataclass(frozen=True, slots=True)
class Logical(Node):
    operator: str  # && or ||
    operands: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Grouped(Node):
    inner: Condition


Condition: TypeAlias = Question | Not | Logical | Grouped


@dataclass(frozen=True, slots=True)
class DoubleBracket(Compound):
    condition: Condition


@dataclass(frozen=True, slots=True)
class FunctionDefinition(Node):
    name: str
    body: Command


@dataclass(frozen=True, slots=True)
class Coprocess(Node):
    name: str | None
    command: Command


Command: TypeAlias = SimpleCommand | Pipeline | AndOr | Compound | FunctionDefinition | Coprocess


_NODE_FIELDS: dict[type[Node], tuple[str, ...]] = {}
_NOT_NODES = ("int", "str", "bool", "str | None")


def children(node: Node) -> Iterator[Node]:
    """The child nodes, in the order of the fields."""
    names = _NODE_FIELDS.get(type(node))
    if names is None:
        names = tuple(field.name for field in fields(node) if field.type not in _NOT_NODES)
        _NODE_FIELDS[type(node)] = names
    for name in names:
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, Node))


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, each before its children. Not recursive, so depth does not matter."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(tuple(children(current))))
