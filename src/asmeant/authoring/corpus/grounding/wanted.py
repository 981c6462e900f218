"""The nouns of grounding: what a command wants to find when it runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Role = Literal["file", "folder", "filled folder", "link", "made"]

DAY = 86_400


@dataclass(frozen=True, slots=True)
class Place:
    """A path that a command names, as it is written or as a pattern."""

    path: str
    role: Role = "file"
    is_pattern: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """`+` more than the value, `-` less, or about as much: within one unit."""

    sign: str
    value: int
    unit: int

    @property
    def met(self) -> int:
        return {"+": 2 * self.value + 3 * self.unit, "-": self.value // 2}.get(self.sign, self.within)

    @property
    def within(self) -> int:
        return self.value + self.unit // 2

    @property
    def missed(self) -> int:
        return self.value // 2 if self.sign == "+" else 2 * self.value + 3 * self.unit


@dataclass(frozen=True, slots=True)
class Lookup:
    """What one find looks for."""

    starts: tuple[str, ...]
    names: tuple[str, ...] = ()
    unquoted: tuple[str, ...] = ()  # names that the shell itself replaces, where they match in its folder
    paths: tuple[str, ...] = ()
    regexes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    ages: tuple[Bound, ...] = ()  # seconds
    sizes: tuple[Bound, ...] = ()  # bytes
    modes: tuple[int, ...] = ()
    empty: bool = False
    shallow: bool = False  # it does not go down


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is looked for in files; `in_names` where it is looked for in what another command says."""

    pattern: str
    extended: bool = False
    fixed: bool = False
    in_names: bool = False


@dataclass(frozen=True, slots=True)
class Needs:
    places: tuple[Place, ...] = ()
    lookups: tuple[Lookup, ...] = ()
    texts: tuple[Text, ...] = ()
    lines: int = 0
    sorted_lines: bool = False
    variables: tuple[str, ...] = ()
    effects: frozenset[str] = field(default_factory=frozenset)


def together(wanted: Sequence[Needs]) -> Needs:
    """What several commands want to find: those that do the same thing begin in the same tree."""

    def all_of(values: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
        return tuple(dict.fromkeys(value for found in values for value in found))

    return Needs(
        places=all_of(one.places for one in wanted),
        lookups=all_of(one.lookups for one in wanted),
        texts=all_of(one.texts for one in wanted),
        lines=max((one.lines for one in wanted), default=0),
        sorted_lines=any(one.sorted_lines for one in wanted),
        variables=all_of(one.variables for one in wanted),
        effects=frozenset(effect for one in wanted for effect in one.effects),
    )
