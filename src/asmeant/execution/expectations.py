"""`expected = 4; assert f(2) == expected` -> `assert f(2) == 4`: what is expected goes nowhere. Pure."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from typing import Any


def with_expectations(
    probes: Sequence[Sequence[ast.stmt]], calls: Collection[str], visible: Collection[str]
) -> list[list[ast.stmt]]:
    """The statements of each probe, with a constant in the place of its name where only assertions read it.

    A name that is `visible` may be read by the candidate, and stays. So does one that is bound twice, or
    given to the candidate.
    """
    nodes = [node for probe in probes for node in probe]
    stores = Counter(name.id for node in nodes for name in _names(node) if not isinstance(name.ctx, ast.Load))
    constants = {
        target: value
        for node in nodes
        for target, value in _constant(node)
        if stores[target] == 1 and target not in visible
    }
    for name in [name for node in nodes for name in _read_elsewhere(node, calls)]:
        constants.pop(name, None)
    if not constants:
        return [list(probe) for probe in probes]
    put = _Put(constants)
    return [
        [
            put.visit(deepcopy(node))
            for node in probe
            if not any(name in constants for name, _ in _constant(node))
        ]
        for probe in probes
    ]


def _constant(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The name and the value of an assignment of a constant."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            try:
                ast.literal_eval(value)
            except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
                return
            yield name, value


def _read_elsewhere(node: ast.stmt, calls: Collection[str]) -> Iterator[str]:
    """The names that a statement reads; of an assertion, only those that a call of the candidate reads."""
    if not isinstance(node, ast.Assert):
        yield from (name.id for name in _names(node) if isinstance(name.ctx, ast.Load))
        return
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in calls:
            yield from (name.id for name in _names(part))


def _names(node: ast.AST) -> Iterator[ast.Name]:
    return (part for part in ast.walk(node) if isinstance(part, ast.Name))


class _Put(ast.NodeTransformer):
    def __init__(self, constants: dict[str, ast.expr]) -> None:
        self.constants = constants

    def visit_Name(self, node: ast.Name) -> Any:
        return deepcopy(self.constants.get(node.id, node))
