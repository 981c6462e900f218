"""Two programs -> the one kind of node in which they differ, if there is only one. Pure: nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from copy import deepcopy

from asmeant.languages import python

SAME = "layout and comments alone"
MORE = "more than one kind of thing"


def change(ours: str, theirs: str) -> str:
    """The kind of leaf of the syntax tree in which alone the two programs differ."""
    first, second = (python.parse(text) for text in (ours, theirs))
    if first is None or second is None:
        return MORE
    for name, blank in KINDS.items():
        if _blanked(first, blank) == _blanked(second, blank):
            return name
    return MORE


def is_result(code: str) -> bool:
    """Whether code is a literal result, not a computation: it calls nothing and uses no name."""
    tree = python.parse(code)
    return tree is not None and not any(
        isinstance(node, ast.Call) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
        for node in ast.walk(tree)
    )


def _blanked(tree: ast.AST, blank: Callable[[ast.AST], None]) -> str:
    copy = deepcopy(tree)
    for node in ast.walk(copy):
        _nothing(node)
        blank(node)
    return ast.dump(copy)


def _nothing(node: ast.AST) -> None:
    """A string that stands alone is a comment."""
    body = getattr(node, "body", None)
    if isinstance(body, list):
        node.body = [statement for statement in body if not _is_comment(statement)]  # type: ignore[attr-defined]


def _is_comment(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _text(node: ast.AST) -> None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        node.value = ""


def _number(node: ast.AST) -> None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float | complex):
        node.value = 0


def _function(node: ast.AST) -> None:
    match node:
        case ast.Call(func=ast.Name() as called):
            called.id = ""
        case ast.Call(func=ast.Attribute() as called):
            called.attr = ""
        case _:
            pass


def _operator(node: ast.AST) -> None:
    match node:
        case ast.BinOp() | ast.AugAssign():
            node.op = ast.Add()
        case ast.UnaryOp():
            node.op = ast.Not()
        case ast.BoolOp():
            node.op = ast.And()
        case ast.Compare():
            node.ops = [ast.Eq() for _ in node.ops]
        case _:
            pass


def _name(node: ast.AST) -> None:
    match node:
        case ast.Name():
            node.id = ""
        case ast.arg():
            node.arg = ""
        case _:
            pass


KINDS: Mapping[str, Callable[[ast.AST], None]] = {
    SAME: _nothing,
    "a text": _text,
    "a number": _number,
    "a function": _function,
    "an operator": _operator,
    "names": _name,
}
