"""Unit -> what kind of code it is, judged by its syntax and never by names."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from asmeant.prompts.extraction.units import Unit

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Scope = _Function | ast.Lambda | ast.ClassDef


def is_import(unit: Unit) -> bool:
    return bool(unit.nodes) and all(isinstance(node, ast.Import | ast.ImportFrom) for node in unit.nodes)


def is_assignment(unit: Unit) -> bool:
    return any(not isinstance(node, _Function | ast.ClassDef) for node in unit.nodes) and not is_import(unit)


def is_main_guard(unit: Unit) -> bool:
    """`if __name__ == "__main__":`"""
    return any(isinstance(node, ast.If) and _names_module(node.test) for node in unit.nodes)


def _names_module(test: ast.expr) -> bool:
    return any(isinstance(name, ast.Name) and name.id == "__name__" for name in ast.walk(test))


def is_stub(unit: Unit) -> bool:
    """A function without an implementation: a docstring, `pass`, `...`, or NotImplementedError."""
    return bool(unit.nodes) and all(
        isinstance(node, _Function) and all(map(_is_empty, node.body)) for node in unit.nodes
    )


def _is_empty(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(
            exc=ast.Name(id="NotImplementedError") | ast.Call(func=ast.Name(id="NotImplementedError"))
        ):
            return True
        case _:
            return False


def is_stray(unit: Unit) -> bool:
    """An unindented `return`: it belongs to a function whose indentation is wrong."""
    return any(isinstance(node, ast.Return) for node in unit.nodes)


def is_test(unit: Unit) -> bool:
    """An assertion, a function that asserts and returns nothing, or a class with such methods."""
    return bool(unit.nodes) and all(map(_tests, unit.nodes))


def _tests(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.ClassDef):
        methods = [item for item in node.body if isinstance(item, _Function)]
        return any(map(_tests, methods)) and not any(method.name == "__init__" for method in methods)
    return isinstance(node, _Function) and _asserts(node) and not gives_value(node)


def _asserts(node: _Function) -> bool:
    """Whether it uses `assert`, `self.assertEqual` and the like, or `pytest.raises`."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Assert):
            return True
        if isinstance(inner, ast.Attribute) and (inner.attr.startswith("assert") or inner.attr == "raises"):
            return True
    return False


def definitions(unit: Unit) -> list[_Function | ast.ClassDef | ast.Lambda]:
    """The functions and classes that a unit defines, including `name = lambda ...`."""
    nodes: list[_Function | ast.ClassDef | ast.Lambda] = []
    for node in unit.nodes:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                nodes.append(node)
            case ast.Assign(value=ast.Lambda() as function) | ast.AnnAssign(value=ast.Lambda() as function):
                nodes.append(function)
            case _:
                pass
    return nodes


def gives_value(node: _Function | ast.Lambda) -> bool:
    """Whether a function returns or yields a value."""
    if isinstance(node, ast.Lambda):
        return True
    return any(
        (isinstance(inner, ast.Return) and inner.value is not None)
        or isinstance(inner, ast.Yield | ast.YieldFrom)
        for inner in _own(node.body)
    )


def returns(unit: Unit) -> bool:
    """Whether it has a `return` outside of a function: the unit belongs to a function body."""
    return any(isinstance(inner, ast.Return) for inner in _own(unit.nodes))


def takes_value(node: _Function | ast.Lambda) -> bool:
    """Whether a function has a required parameter."""
    arguments = node.args
    return len(arguments.posonlyargs) + len(arguments.args) > len(arguments.defaults) or any(
        default is None for default in arguments.kw_defaults
    )


def _own(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """All nodes of these statements, except those inside nested functions and classes."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _Scope):
            waiting += ast.iter_child_nodes(node)
