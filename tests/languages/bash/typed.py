"""A typed tree in one line, so that tests read as tables."""

from __future__ import annotations

from asmeant.languages.bash.command import Argument, Call, Command, Flag, Operator, Part
from asmeant.languages.bash.understanding import understand


def call_of(source: str) -> Call:
    (command,) = understand(source).commands
    assert isinstance(command, Call)
    return command


def shape(source: str) -> str:
    """`sort -nk 5,5 f` -> `sort -n -k(Number 5,5) File:f`; a flag that is not known has a `?`."""
    return _command(call_of(source))


def _command(command: Command) -> str:
    assert isinstance(command, Call)
    return " ".join([command.name, *map(_part, command.parts)])


def _part(part: Part) -> str:
    match part:
        case Flag():
            inside = " ".join(map(_value, part.arguments))
            return f"{part.name}{'' if part.known else '?'}" + (f"({inside})" if inside else "")
        case Argument():
            return f"{part.type}:{part.value}"
        case Operator():
            return part.text
        case Call():
            return f"[{_command(part)}]"


def _value(part: Argument | Call | Operator) -> str:
    return f"{part.type} {part.value}" if isinstance(part, Argument) else _part(part)
