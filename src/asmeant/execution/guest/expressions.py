"""An expression of sympy <-> sympy's own text form. Read without running it.

Many of sympy's classes evaluate a text that they are called with, as Python. So a text may stand only where
it is a name, a number or a domain, and nowhere else.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING, Any, Dict

if TYPE_CHECKING:
    import ast  # noqa: TC004 - at its first use: it is large, and most programs return no expression

NAMED = {"Symbol", "Dummy", "Wild", "Function", "Str"}
NUMBER = re.compile(r"[-+]?[0-9]*\.?[0-9]*(e[-+]?[0-9]+)?|[-+]?(inf|nan)", re.IGNORECASE)
DOMAIN = re.compile(r"[A-Z]{2}(_[A-Z0-9]+)?")
MATRICES = ("Matrix", "MutableDenseMatrix", "ImmutableDenseMatrix")
# A part of a piecewise function has no name at sympy's top.
PAIR = "ExprCondPair"


def written(value: Any) -> str:
    text: str = importlib.import_module("sympy").srepr(value)
    return text


def read(text: str) -> Any:
    global ast
    import ast

    return _read(ast.parse(text, mode="eval").body, vars(importlib.import_module("sympy")))


def _read(node: ast.AST, space: Dict[str, Any]) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, type(None))):
        return node.value
    if isinstance(node, ast.Name):
        return _named(node.id, space)
    if isinstance(node, ast.Tuple):
        return tuple(_read(item, space) for item in node.elts)
    if isinstance(node, ast.List):
        return [_read(item, space) for item in node.elts]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_read(node.operand, space)
    if isinstance(node, ast.Call):
        return _called(node, space)
    raise ValueError("that is no expression")


def _named(name: str, space: Dict[str, Any]) -> Any:
    if name == PAIR:
        return importlib.import_module("sympy.functions.elementary.piecewise").ExprCondPair
    held = space[name]
    if not isinstance(held, type) and type(held).__module__.partition(".")[0] != "sympy":
        raise ValueError(f"{name} is no part of an expression")
    return held


def _called(node: ast.Call, space: Dict[str, Any]) -> Any:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    arguments, options = list(node.args), {}
    texts = [_text(name, argument) for argument in arguments[:1]]
    for word in node.keywords:
        at_domain = name == "Poly" and word.arg == "domain"
        options[str(word.arg)] = _domain(word.value) if at_domain else _read(word.value, space)
    parts = [text if text is not None else _read(part, space) for text, part in zip(texts, arguments)]
    parts += [_read(part, space) for part in arguments[1:]]
    return _maker(node.func, space)(*parts, **options)


def _text(name: str, node: ast.AST) -> Any:
    """A text where one may stand, else None."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return None
    if name in NAMED or (name == "Float" and NUMBER.fullmatch(node.value)):
        return node.value
    raise ValueError(f"a text in {name or 'an expression'}")


def _domain(node: ast.AST) -> Any:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and DOMAIN.fullmatch(node.value):
        return node.value
    raise ValueError("that is no domain")


def _maker(node: ast.AST, space: Dict[str, Any]) -> Any:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Function":
        return _called(node, space)  # a function that has only a name
    if isinstance(node, ast.Name):
        held = _named(node.id, space)
        if node.id in MATRICES or (isinstance(held, type) and issubclass(held, space["Basic"])):
            return held
    raise ValueError("that makes no expression")
