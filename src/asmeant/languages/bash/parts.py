"""Word and what it is made of. See `syntax` for the whole tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from asmeant.languages.bash.syntax import CommandList


@dataclass(frozen=True, slots=True)
class Node:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """Plain characters. Backslashes are already resolved in `value`: of `a\\ b` it is `a b`."""

    value: str


@dataclass(frozen=True, slots=True)
class SingleQuoted(Node):
    """`'...'`"""

    value: str


@dataclass(frozen=True, slots=True)
class AnsiQuoted(Node):
    """`$'...'`, with its escapes resolved in `value`."""

    value: str


@dataclass(frozen=True, slots=True)
class DoubleQuoted(Node):
    """`"..."`, or `$"..."` when `localised`. Its parts are literals, and expansions by `$` or backquotes."""

    parts: tuple[Part, ...]
    localised: bool = False


@dataclass(frozen=True, slots=True)
class ParameterExpansion(Node):
    """`$name` or `${name...}`.

    | source             | prefix | name | subscript | operator | argument |
    |--------------------|--------|------|-----------|----------|----------|
    | `$1`, `${1}`       |        | `1`  |           |          |          |
    | `${#list[@]}`      | `#`    | list | `@`       |          |          |
    | `${!name}`         | `!`    | name |           |          |          |
    | `${name:-x}`       |        | name |           | `:-`     | `x`      |
    | `${name//a/b}`     |        | name |           | `//`     | `a/b`    |
    | `${name:1:2}`      |        | name |           | `:`      | `1:2`    |
    | `${name@Q}`        |        | name |           | `@`      | `Q`      |

    What is not a parameter (`${a b}`) only fails when it runs: `name` is empty then, `argument` all of it.
    """

    name: str
    prefix: str = ""
    subscript: Word | None = None
    operator: str = ""
    argument: Word | None = None
    braced: bool = False


@dataclass(frozen=True, slots=True)
class ArithmeticExpansion(Node):
    """`$((expression))` or `$[expression]`. Bash looks into it when it runs; here it is a word."""

    expression: Word


@dataclass(frozen=True, slots=True)
class CommandSubstitution(Node):
    """`$(...)`, or backquotes when `backquoted`.

    Bash reads what stands between backquotes, or in `$( (` written as `$((`, only when it runs: it may be no
    Bash at all, and `body` is None then.
    """

    body: CommandList | None
    backquoted: bool = False


@dataclass(frozen=True, slots=True)
class ProcessSubstitution(Node):
    """`<(...)` or `>(...)`."""

    direction: str
    body: CommandList


@dataclass(frozen=True, slots=True)
class Glob(Node):
    """A pattern's unquoted `*`, `?` or `[...]`, in words that name files."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Brace(Node):
    """`{a,b}`; or `{1..9}` when `sequence`, with the bounds (and the step) as items."""

    items: tuple[Word, ...]
    sequence: bool = False


@dataclass(frozen=True, slots=True)
class Tilde(Node):
    """`~` or `~user` where it stands for a home."""

    user: str


@dataclass(frozen=True, slots=True)
class ArrayLiteral(Node):
    """`(x y [3]=z)` after `name=`, with each element as a word or as an assignment without a name."""

    elements: tuple[Word | Assignment, ...]


Part: TypeAlias = (
    Literal
    | SingleQuoted
    | AnsiQuoted
    | DoubleQuoted
    | ParameterExpansion
    | ArithmeticExpansion
    | CommandSubstitution
    | ProcessSubstitution
    | Glob
    | Brace
    | Tilde
    | ArrayLiteral
)


@dataclass(frozen=True, slots=True)
class Word(Node):
    text: str  # as in the source
    parts: tuple[Part, ...]

    @property
    def literal(self) -> str | None:
        """What the word is when the command runs, if that is known without running anything: quotes are gone.

        None where anything is expanded: a parameter, a substitution, a glob, a brace, a tilde.
        """
        values = [_literal(part) for part in self.parts]
        return None if None in values else "".join(value for value in values if value is not None)

    @property
    def unquoted(self) -> str:
        """The word with its quotes gone, and whatever is expanded as it is in the source: `$HOME/*.txt`."""
        values = ((part, _literal(part)) for part in self.parts)
        return "".join(self._unquoted(part) if value is None else value for part, value in values)

    def _unquoted(self, part: Part) -> str:
        if isinstance(part, DoubleQuoted):
            return "".join(self._unquoted(inner) for inner in part.parts)
        value = _literal(part)
        return self.text[part.start - self.start : part.end - self.start] if value is None else value


def _literal(part: Part) -> str | None:
    if isinstance(part, Literal | SingleQuoted | AnsiQuoted):
        return part.value
    if isinstance(part, DoubleQuoted) and all(isinstance(inner, Literal) for inner in part.parts):
        return "".join(inner.value for inner in part.parts if isinstance(inner, Literal))
    return None


@dataclass(frozen=True, slots=True)
class Assignment(Node):
    """`name=value`, `name+=value`, `name[subscript]=value`, `name=(...)`; `value` is None in `name=`."""

    name: str
    subscript: Word | None
    append: bool
    value: Word | ArrayLiteral | None
