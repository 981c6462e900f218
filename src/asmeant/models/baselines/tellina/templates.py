"""A command -> its template, as tokens with slots, and the arguments of the slots; and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.languages.bash.command import Argument
from asmeant.languages.bash.knowledge import PUBLISHED_TYPES
from asmeant.languages.bash.template import LITERAL, Template
from asmeant.languages.bash.understanding import understand

# Within a token of a template: the sign and the type of an argument.
SLOT = re.compile(r"<([+-]?)([A-Z][A-Za-z]+)>")
_OPEN = {f"{sign}{kind}": f"<{sign}{kind}>" for kind in PUBLISHED_TYPES - LITERAL for sign in ("", "+", "-")}


@dataclass(frozen=True, slots=True)
class Slotted:
    """The tokens of a template, and the text of each slot's argument in their order."""

    tokens: tuple[str, ...]
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of a template: the number of its token, and what precedes it."""

    token: int
    sign: str
    type: str
    before: str


def slotted(command: str) -> Slotted:
    """The template of a command. Raises BashSyntaxError if it is not Bash."""
    writer = _Slots()
    tokens = tuple(writer.command(understand(command)))
    arguments: list[str] = []

    def numbered(match: re.Match[str]) -> str:
        kind, text = writer.slots[int(match[1])]
        arguments.append(text)
        return kind

    marked = [re.sub("\0(\\d+)\0", numbered, token) for token in tokens]
    return Slotted(tuple(marked), tuple(arguments))


class _Slots(Template):
    """Writes a template with numbers instead of open arguments, and keeps the arguments."""

    def __init__(self) -> None:
        super().__init__()
        self.slots: list[tuple[str, str]] = []

    def argument(self, node: Argument) -> Iterator[str]:
        tokens = list(super().argument(node))
        if len(tokens) == 1 and tokens[0] in _OPEN:
            self.slots.append((_OPEN[tokens[0]], node.text))
            yield f"\0{len(self.slots) - 1}\0"
        else:
            yield from tokens


def slots_of(tokens: Sequence[str]) -> list[Slot]:
    slots = []
    for number, token in enumerate(tokens):
        for match in SLOT.finditer(token):
            before = token[: match.start()] or (tokens[number - 1] if number else "")
            slots.append(Slot(number, match[1], match[2], before))
    return slots


def filled(tokens: Sequence[str], arguments: Sequence[str]) -> str:
    """The command of a template and its arguments. Arguments that are not slots have their usual value."""
    waiting = iter(arguments)
    return " ".join(SLOT.sub(lambda _: next(waiting), token) for token in tokens)
