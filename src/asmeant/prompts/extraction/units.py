"""Parts of a reply -> pieces of code -> units: definitions, imports, other statements, and what is broken."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.languages import python
from asmeant.prompts.extraction.chunks import chunks
from asmeant.prompts.extraction.names import Names, names_of
from asmeant.prompts.extraction.parts import Part
from asmeant.prompts.extraction.prose import find_runs, inline_spans
from asmeant.prompts.extraction.repairing import repair
from asmeant.prompts.extraction.transcripts import has_session, is_numbered, typed

MOST_UNITS = 1_000  # more than that were written by a machine that did not stop

_HEAD = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A statement at the left edge of a piece, or several on one line. Without `nodes` it does not parse.

    `above` are the comments and empty lines over it, which stay or go with it.
    """

    piece: int
    position: int
    above: str
    code: str
    nodes: tuple[ast.stmt, ...]
    names: Names

    @property
    def text(self) -> str:
        return self.above + self.code


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Code that stands together in a reply. `number` is its place among all pieces."""

    number: int
    part: Part
    text: str
    units: tuple[Unit, ...]

    @property
    def is_whole(self) -> bool:
        return all(unit.nodes for unit in self.units)


def read_pieces(parts: Sequence[Part], known: frozenset[str], begin: int = 0) -> list[Piece]:
    """The code of the parts, as pieces whose numbers go on from `begin`.

    `known` are names that tell an expression such as `x` from a word of prose.
    """
    pieces: list[Piece] = []
    for part in parts:
        for text in _codes(part, known):
            number = begin + len(pieces)
            units = tuple(_read_units(text, number))
            if units:
                pieces.append(Piece(number, part, text, units))
    return pieces


def spans_of(parts: Sequence[Part], known: frozenset[str], begin: int) -> list[Piece]:
    """What stands between single backticks, as pieces whose numbers go on from `begin`."""
    spans = [(part, span) for part in parts for span in inline_spans(part.text, known)]
    return [
        Piece(number, Part(part.text, "inline"), span, tuple(_read_units(span, number)))
        for number, (part, span) in enumerate(spans, begin)
    ]


def render(units: Sequence[Unit]) -> str:
    """The units as text, as they stood; those of different pieces are parted by an empty line."""
    text = ""
    last: Unit | None = None
    for unit in units:
        joint = "" if last is None else "\n" if last.piece == unit.piece else "\n\n"
        text += joint + (unit.text if joint == "\n" else unit.text.lstrip("\n"))
        last = unit
    return text.rstrip()


def _codes(part: Part, known: frozenset[str]) -> list[str]:
    text = python.indent_with_spaces(part.text.strip("\n")).rstrip()
    if part.kind != "fence":
        text = typed(text) if has_session(text) else text
        return find_runs(text, known)
    code = python.dedent(text)
    if is_numbered(code) or (has_session(code) and not python.parses(code)):
        code = typed(code)
    return [repair(python.dedent(code))]


def _read_units(text: str, piece: int) -> Iterator[Unit]:
    """The units of the whole where it parses, else those of each chunk that does."""
    tree = python.parse(text)
    if tree is not None:
        yield from _units_of(text, tree, piece, 0, "")
        return
    above = ""
    position = 0
    for chunk in chunks(text):
        code = repair(chunk)
        tree = python.parse(code)
        if tree is None:
            yield Unit(piece, position, above, code, (), _guessed_names(code))
            position, above = position + 1, ""
        elif not tree.body:
            above += code + "\n"
        for unit in _units_of(code, tree, piece, position, above) if tree else ():
            yield unit
            position, above = position + 1, ""


def _units_of(text: str, tree: ast.Module, piece: int, position: int, above: str) -> Iterator[Unit]:
    lines = text.split("\n")
    done = 0
    groups = _by_line(tree.body)
    for nodes in groups if len(groups) <= MOST_UNITS else [tuple(tree.body)]:
        first, last = _first_line(nodes[0]), nodes[-1].end_lineno or len(lines)
        over = above + "".join(f"{line}\n" for line in lines[done : first - 1])
        code = "\n".join(lines[first - 1 : last])
        yield Unit(piece, position, over, code, nodes, names_of(nodes))
        done, above, position = last, "", position + 1


def _by_line(body: Sequence[ast.stmt]) -> list[tuple[ast.stmt, ...]]:
    """Statements that share a line stay together."""
    groups: list[list[ast.stmt]] = []
    for node in body:
        if groups and _first_line(node) <= (groups[-1][-1].end_lineno or 0):
            groups[-1].append(node)
        else:
            groups.append([node])
    return [tuple(group) for group in groups]


def _first_line(node: ast.stmt) -> int:
    decorators: Sequence[ast.expr] = getattr(node, "decorator_list", ())
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _guessed_names(code: str) -> Names:
    """What broken code defines and may need."""
    head = _HEAD.search(code)
    binds = frozenset({head[1]}) if head else frozenset[str]()
    return Names(binds, python.identifiers(code) - binds)
