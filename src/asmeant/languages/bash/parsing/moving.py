"""A tree parsed from a changed copy of the source -> the same tree with positions in the source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, TypeVar

from asmeant.languages.bash.syntax import Literal, Node, Word, walk

NodeT = TypeVar("NodeT", bound=Node)

ESCAPED = re.compile(r"\\([$`\\])")
ESCAPED_IN_QUOTES = re.compile(r"\\([$`\\\"])")


def unescaped(source: str, start: int, end: int, quoted: bool) -> tuple[str, Sequence[int]]:
    """The text without its outermost backslashes, and the original offsets of all characters and the end."""
    texts: list[str] = []
    offsets: list[int] = []
    at = start
    for escape in (ESCAPED_IN_QUOTES if quoted else ESCAPED).finditer(source, start, end):
        texts += source[at : escape.start()], escape[1]
        offsets.extend(range(at, escape.start() + 1))
        at = escape.end()
    if not texts:
        return source[start:end], range(start, end + 1)
    return "".join(texts) + source[at:end], [*offsets, *range(at, end + 1)]


def moved(tree: NodeT, offsets: Sequence[int], source: str) -> NodeT:
    """The same tree with each offset looked up, and the text of words as in the source."""
    moved_nodes: dict[int, Any] = {}
    for node in reversed(tuple(walk(tree))):  # children first
        start, end = offsets[node.start], offsets[node.end]
        if isinstance(node, Literal):
            moved_nodes[id(node)] = Literal(start, end, node.value)
        elif isinstance(node, Word):
            moved_nodes[id(node)] = Word(start, end, source[start:end], _moved(node.parts, moved_nodes))
        else:
            rest = (_moved(getattr(node, field.name), moved_nodes) for field in fields(node)[2:])
            moved_nodes[id(node)] = type(node)(start, end, *rest)
    moved_tree: NodeT = moved_nodes[id(tree)]
    return moved_tree


def _moved(value: object, moved_nodes: dict[int, Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_moved(item, moved_nodes) for item in value)
    return moved_nodes[id(value)] if isinstance(value, Node) else value
