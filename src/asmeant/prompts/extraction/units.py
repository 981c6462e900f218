"""Sections of a reply -> fragments of code -> units: definitions, imports, other statements, broken code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.languages import python
from asmeant.prompts.extraction.chunks import chunks
from asmeant.prompts.extraction.names import Names, names_of
from asmeant.prompts.extraction.prose import find_runs, inline_spans
from asmeant.prompts.extraction.repairing import repair
from asmeant.prompts.extraction.sections import Section
from asmeant.prompts.extraction.transcripts import has_session, is_numbered, typed_lines

MOST_UNITS = 1_000  # more come from a model that repeats itself

_HEAD = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False)
class Unit:
    """A top-level statement of a fragment, or several on one line. `nodes` is empty if it does not parse.

    `above` holds the comments and empty lines directly above it. They belong to the unit.
    """

    fragment: int
    position: int
    above: str
    code: str
    nodes: tuple[ast.stmt, ...]
    names: Names

    @property
    def text(self) -> str:
        return self.above + self.code


@dataclass(frozen=True, slots=True, eq=False)
class Fragment:
    """Adjacent lines of code in a reply. `number` is its index among all fragments."""

    number: int
    section: Section
    text: str
    units: tuple[Unit, ...]

    @property
    def is_whole(self) -> bool:
        return all(unit.nodes for unit in self.units)


def read_fragments(sections: Sequence[Section], known: frozenset[str], begin: int = 0) -> list[Fragment]:
    """The code in the sections, as fragments numbered from `begin`.

    `known` holds the names of variables: with it, the expression `x` is not mistaken for a word of prose.
    """
    fragments: list[Fragment] = []
    for section in sections:
        for text in _codes(section, known):
            number = begin + len(fragments)
            units = tuple(_read_units(text, number))
            if units:
                fragments.append(Fragment(number, section, text, units))
    return fragments


def spans_of(sections: Sequence[Section], known: frozenset[str], begin: int) -> list[Fragment]:
    """The inline code (between single backticks), as fragments numbered from `begin`."""
    spans = [(section, span) for section in sections for span in inline_spans(section.text, known)]
    return [
        Fragment(number, Section(section.text, "inline"), span, tuple(_read_units(span, number)))
        for number, (section, span) in enumerate(spans, begin)
    ]


def render(units: Sequence[Unit]) -> str:
    """The text of the units, unchanged. An empty line separates units of different fragments."""
    text = ""
    last: Unit | None = None
    for unit in units:
        joint = "" if last is None else "\n" if last.fragment == unit.fragment else "\n\n"
        text += joint + (unit.text if joint == "\n" else unit.text.lstrip("\n"))
        last = unit
    return text.rstrip()


def _codes(section: Section, known: frozenset[str]) -> list[str]:
    text = python.indent_with_spaces(section.text.strip("\n")).rstrip()
    if section.kind != "fence":
        text = typed_lines(text) if has_session(text) else text
        return find_runs(text, known)
    code = python.dedent(text)
    if is_numbered(code) or (has_session(code) and not python.parses(code)):
        code = typed_lines(code)
    return [repair(python.dedent(code))]


def _read_units(text: str, fragment: int) -> Iterator[Unit]:
    """The units of the text if it parses, else of each chunk by itself."""
    tree = python.parse(text)
    if tree is not None:
        yield from _units_of(text, tree, fragment, 0, "")
        return
    above = ""
    position = 0
    for chunk in chunks(text):
        code = repair(chunk)
        tree = python.parse(code)
        if tree is None:
            yield Unit(fragment, position, above, code, (), _guessed_names(code))
            position, above = position + 1, ""
        elif not tree.body:
            above += code + "\n"
        for unit in _units_of(code, tree, fragment, position, above) if tree else ():
            yield unit
            position, above = position + 1, ""


def _units_of(text: str, tree: ast.Module, fragment: int, position: int, above: str) -> Iterator[Unit]:
    lines = text.split("\n")
    done = 0
    groups = _by_line(tree.body)
    for nodes in groups if len(groups) <= MOST_UNITS else [tuple(tree.body)]:
        first, last = _first_line(nodes[0]), nodes[-1].end_lineno or len(lines)
        over = above + "".join(f"{line}\n" for line in lines[done : first - 1])
        code = "\n".join(lines[first - 1 : last])
        yield Unit(fragment, position, over, code, nodes, names_of(nodes))
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
    """The name that broken code defines, and the names that it may need."""
    head = _HEAD.search(code)
    binds = frozenset({head[1]}) if head else frozenset[str]()
    return Names(binds, python.identifiers(code) - binds)
