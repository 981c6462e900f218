"""Typed command tree -> template: the command with every argument of open vocabulary replaced by its type.

`find . -mtime +7 -size -10k` is `find Path -mtime +Timespan -size -Size`. As in NL2Bash, arguments of type
Type, Option and Format stay as they are, and so do `{}`, `+` and `\\;`; quantities keep their sign; bundles
of flags are split; sudo is left out; find has a path, and xargs a `{}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from asmeant.languages.bash.command import (
    Argument,
    Assigned,
    Call,
    Flag,
    Inner,
    Operator,
    Part,
    Redirected,
    Sequence,
)
from asmeant.languages.bash.knowledge import COARSER
from asmeant.languages.bash.understanding import understand
from asmeant.languages.bash.writing import Writer

LITERAL = frozenset({"Type", "Option", "Format"})
SIGNED = frozenset({"Quantity", "Number", "Timespan", "Size", "Permission"})
MARK = "{}"


@lru_cache(maxsize=4096)
def template(source: str) -> str:
    """The template of a command line. Raises BashSyntaxError if it is not Bash."""
    return template_of(understand(source))


def template_of(tree: Sequence) -> str:
    return Template().text(tree)


def template_tokens(source: str) -> tuple[str, ...]:
    """The tokens of the template: a quoted script is one."""
    return tuple(Template().command(understand(source)))


class Template(Writer):
    def utility(self, node: Call) -> Iterator[str]:
        if node.written is not None and node.written.is_substitution:
            yield from self.substitution(node.written.inner[0])
            for part in node.parts:
                yield from self.part(part)
        elif node.name == "sudo" and node.nested is not None and not node.flags:
            yield from self.call(node.nested)
        elif node.name == "xargs":
            yield from self.xargs(node)
        elif node.name == "find" and not node.arguments:
            options = sum(isinstance(part, Flag) and part.name in ("-H", "-L", "-P") for part in node.parts)
            yield node.name
            for number, part in enumerate(node.parts):
                yield from ["Path"] if number == options else []
                yield from self.part(part)
            yield from ["Path"] if options == len(node.parts) else []
        elif node.known is None and node.written is not None and _is_open(node.written):
            yield "Program"
            for part in node.parts:
                yield from self.part(part)
        else:
            yield from super().utility(node)

    def xargs(self, node: Call) -> Iterator[str]:
        """Use the same mark in all templates: -I {} before the command, and {} in it."""
        replacing = node.flag("-I", "-i", "-J")
        mark = _value(replacing) or MARK
        yield node.name
        for part in node.parts:
            if part is replacing or isinstance(part, Call):
                continue
            yield from self.part(part)
        if node.nested is not None:
            yield from ("-I", MARK)
            yield from self.call(_marked(node.nested, mark) if mark != MARK else node.nested)
            if replacing is None:
                yield MARK

    def flag(self, node: Flag) -> Iterator[str]:
        if not node.name.startswith(("-", "+")):  # dd's if=
            yield f"{node.name}={' '.join(self.argument(_first(node)))}"
            return
        yield node.name
        for argument in node.arguments:
            yield from self.part(argument)
        if node.arguments and isinstance(node.arguments[-1], Call):
            yield "\\;"

    def argument(self, node: Argument) -> Iterator[str]:
        kind = COARSER.get(node.type, node.type)
        if node.value == MARK:
            yield MARK
        elif node.is_substitution:
            yield from self.substitution(node.inner[0])
        elif node.type == "Script" and node.inner and node.inner[-1].kind == "script":
            yield f"'{self.text(node.inner[-1].body)}'"
        elif kind in LITERAL:
            yield node.text
        elif kind in SIGNED and node.value[:1] in ("+", "-") and len(node.value) > 1:
            yield node.value[0] + kind
        else:
            yield kind

    def substitution(self, node: Inner) -> Iterator[str]:
        yield node.kind
        yield from self.sequence(node.body)
        yield ")"

    def assigned(self, node: Assigned) -> str:
        return super().assigned(replace(node, name="Variable"))

    def redirected(self, node: Redirected) -> Iterator[str]:
        if node.operator in (">&", "<&") and node.target.type == "Number":
            yield f"{node.fd}{node.operator}{node.target.value}"
        else:
            yield from super().redirected(node)


def _is_open(written: Argument) -> bool:
    """Whether the program is a variable, or a path to a script."""
    return not written.is_literal or "/" in written.value


def _value(flag: Flag | None) -> str:
    return _first(flag).value if flag is not None and flag.arguments else ""


def _first(flag: Flag) -> Argument:
    argument = flag.arguments[0]
    assert isinstance(argument, Argument)
    return argument


def _marked(call: Call, mark: str) -> Call:
    """Replace the mark by {} where it is a whole word."""

    def replaced(part: Argument | Call | Operator) -> Argument | Call | Operator:
        match part:
            case Argument():
                return replace(part, value=MARK) if part.value == mark else part
            case Call():
                return _marked(part, mark)
        return part

    def in_part(part: Part) -> Part:
        if isinstance(part, Flag):
            return replace(part, arguments=tuple(replaced(argument) for argument in part.arguments))
        return replaced(part)

    return replace(call, parts=tuple(in_part(part) for part in call.parts))
