"""Word and its parts. See `syntax` for the whole tree."""

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
    """Ordinary characters. `value` is without backslashes: `a b` for `a\\ b`."""

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

    An invalid parameter (`${a b}`) fails only at run time: then `name` is empty, and `argument` has all of
    it.
    """

    name: str
    prefix: str = ""
    subscript: Word | None = None
    operator: str = ""
    argument: Word | None = None
    braced: bool = False


@dataclass(frozen=True, slots=True)
class ArithmeticExpansion(Node):
    """`$((expression))` or `$[expression]`. Bash parses it at run time; here it is a word."""

    expression: Word


@dataclass(frozen=True, slots=True)
class CommandSubstitution(Node):
    """`$(...)`, or backquotes when `backquoted`.

    Bash parses backquotes, and `$( (` written as `$((`, only at run time. If the contents are not Bash,
    `body` is None.
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
    """`~` or `~user` if it means a home directory."""

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
        """The value of the word at run time, without quotes, if it has no expansions.

        None if it has any: a parameter, a substitution, a glob, a brace, a tilde.
        """
        values = [_literal(part) for part in self.parts]
        return None if None in values else "".join(value for value in values if value is not None)

    @property
    def unquoted(self) -> str:
        """The word without quotes. Expansions stay as they are in the source: `$HOME/*.txt`."""
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
