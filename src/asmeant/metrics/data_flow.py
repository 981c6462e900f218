"""Python -> where its values come from: an edge for each variable that is made of, or read from, another.

Names do not count, only the order in which variables come: `a = b` and `c = d` are the same flow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from asmeant.metrics.syntax import root

# (kind, number of the variable, number of the one that it comes from)
Edge = tuple[str, int, int]
_COMPREHENSIONS = ("list_comprehension", "set_comprehension", "dictionary_comprehension")
_SCOPED = (*_COMPREHENSIONS, "generator_expression")
# Where the variable stands that a target changes.
_CHANGED = {
    "attribute": "object",
    "subscript": "value",
    "default_parameter": "name",
    "typed_default_parameter": "name",
}


@lru_cache(512)
def data_flow(code: str) -> Mapping[Edge, int]:
    """How often each edge stands in the code. Code nested beyond measure has none."""
    flow = _Flow()
    try:
        flow.read(root(code))
    except RecursionError:
        return {}
    return Counter(flow.edges)


class _Flow:
    """One walk in the order in which Python would go."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self._defined: set[str] = set()
        self._numbers: dict[str, int] = {}

    def read(self, node: Any) -> list[str]:
        """Walks the node and says which variables it reads."""
        walk = _walk_of(node.type)
        if walk is not None:
            return walk(self, node)
        return self._all(node.named_children) if node.named_child_count else []

    def _all(self, nodes: Iterable[Any]) -> list[str]:
        names: list[str] = []
        for node in nodes:
            names += self.read(node)
        return names

    def _define(self, target: Any, sources: Iterable[str]) -> None:
        for name in dict.fromkeys(_targets(target)):
            self.edges.extend(
                ("made of", self._number(name), self._number(source)) for source in dict.fromkeys(sources)
            )
            self._number(name)
            self._defined.add(name)

    def _number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    # ── by the kind of node ──

    def _identifier(self, node: Any) -> list[str]:
        name = node.text.decode()
        if name in self._defined:
            self.edges.append(("read", self._number(name), self._number(name)))
        return [name]

    def _attribute(self, node: Any) -> list[str]:
        return self.read(node.child_by_field_name("object"))

    def _keyword_argument(self, node: Any) -> list[str]:
        return self.read(node.child_by_field_name("value"))

    def _call(self, node: Any) -> list[str]:
        """A function is no variable, unless it is one that was defined here, or belongs to an object."""
        function = node.child_by_field_name("function")
        read = self._all([node.child_by_field_name("arguments")])
        if function.type == "identifier" and function.text.decode() not in self._defined:
            return read
        return [*self.read(function), *read]

    def _assignment(self, node: Any) -> list[str]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sources = self.read(right) if right is not None else []
        self._define(left, [*sources, *self._read_inside(left)])
        return sources

    def _augmented_assignment(self, node: Any) -> list[str]:
        left = node.child_by_field_name("left")
        sources = [*self.read(left), *self.read(node.child_by_field_name("right"))]
        self._define(left, sources)
        return sources

    def _named_expression(self, node: Any) -> list[str]:
        sources = self.read(node.child_by_field_name("value"))
        self._define(node.child_by_field_name("name"), sources)
        return sources

    def _for_statement(self, node: Any) -> list[str]:
        head = self._for_in_clause(node)
        rest = [node.child_by_field_name(name) for name in ("body", "alternative")]
        return [*head, *self._all(part for part in rest if part is not None)]

    def _for_in_clause(self, node: Any) -> list[str]:
        sources = self.read(node.child_by_field_name("right"))
        self._define(node.child_by_field_name("left"), sources)
        return sources

    def _comprehension(self, node: Any) -> list[str]:
        """Its loops come first, although they are written last."""
        body = node.child_by_field_name("body")
        rest = [child for child in node.named_children if child != body]
        return self._all([*rest, *([body] if body is not None else [])])

    def _as_pattern(self, node: Any) -> list[str]:
        alias = node.child_by_field_name("alias")
        sources = self._all(child for child in node.named_children if child != alias)
        if alias is not None:
            self._define(alias, sources)
        return sources

    def _function_definition(self, node: Any) -> list[str]:
        self._define(node.child_by_field_name("name"), [])
        return self._lambda(node)

    def _lambda(self, node: Any) -> list[str]:
        parameters = node.child_by_field_name("parameters")
        if parameters is not None:
            self._define(parameters, [])
        return self.read(node.child_by_field_name("body"))

    def _import_statement(self, node: Any) -> list[str]:
        return []

    _import_from_statement = _import_statement
    _future_import_statement = _import_statement

    def _read_inside(self, target: Any) -> list[str]:
        """What a target itself reads: the key of `d[k] = v`."""
        if target.type != "subscript":
            return []
        value = target.child_by_field_name("value")
        return self._all(child for child in target.named_children if child != value)


@cache
def _walk_of(kind: str) -> Callable[[_Flow, Any], list[str]] | None:
    """How a node of that kind is walked; None where it is as any other."""
    return _Flow._comprehension if kind in _SCOPED else getattr(_Flow, f"_{kind}", None)


def _targets(node: Any) -> list[str]:
    """The variables that a target changes: of `a.b` and `a[0]` it is `a`; of a parameter, its name."""
    kind = node.type
    if kind == "identifier":
        return [node.text.decode()]
    if kind in _CHANGED:
        return _targets(node.child_by_field_name(_CHANGED[kind]))
    children = node.named_children[:1] if kind == "typed_parameter" else node.named_children
    return [name for child in children for name in _targets(child)]
