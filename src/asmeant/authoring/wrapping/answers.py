"""Snippet -> what its function returns: the value of its last expression, or what it changes or binds."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from asmeant.languages import python
from asmeant.languages.free_names import bound_names

# Methods of built-in collections that change their object and return nothing.
_CHANGING = frozenset(
    name
    for kind in (list, dict, set, bytearray)
    for name in dir(kind)
    if name
    in ("append", "clear", "extend", "insert", "remove", "reverse", "sort", "update", "add", "discard")
    or name.endswith("_update")
)


def last_definition(body: str) -> ast.FunctionDef | None:
    """The function that the snippet ends with, if it only defines it."""
    statements = _statements(body)
    last = statements[-1] if statements else None
    return last if isinstance(last, ast.FunctionDef) else None


def _statements(body: str) -> list[ast.stmt]:
    tree = python.parse(f"def f():\n{python.indent(body)}\n")
    function = tree.body[0] if tree else None
    return function.body if isinstance(function, ast.FunctionDef) else []


def answer_of(body: str, quoted: Sequence[str], parameters: Sequence[str]) -> str:
    """What the function returns, as source; empty if the snippet returns by itself, or has no result."""
    statements = _statements(body)
    if not statements or _returns(statements):
        return ""
    last = statements[-1]
    if isinstance(last, ast.Expr) and _has_value(last.value):
        return ast.unparse(last.value)
    results = [name for name in quoted if name in bound_names(body) and name not in parameters]
    if results and not _is_change_of_parameter(last, parameters):
        return ", ".join(results)
    return next(iter(_results(last, statements, parameters)), "")


def _returns(statements: Sequence[ast.stmt]) -> bool:
    """Whether there is a `return` outside of inner functions."""
    stack: list[ast.AST] = list(statements)
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Return):
            return True
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            stack += ast.iter_child_nodes(node)
    return False


def _has_value(node: ast.expr) -> bool:
    """Whether an expression is used for its value, not for its effect."""
    return not _is_change(node) and not _is_print(node) and not isinstance(node, ast.Yield | ast.YieldFrom)


def _is_print(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"


def _is_change(node: ast.expr) -> bool:
    """`items.sort()`, `frame.drop(..., inplace=True)`: the object is changed, and None is returned."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name), keywords=keywords):
            in_place = any(
                keyword.arg == "inplace" and isinstance(keyword.value, ast.Constant) and keyword.value.value
                for keyword in keywords
            )
            return in_place or name in _CHANGING
        case _:
            return False


def _is_change_of_parameter(last: ast.stmt, parameters: Sequence[str]) -> bool:
    return any(name in parameters for name in _changed(last))


def _results(last: ast.stmt, statements: Sequence[ast.stmt], parameters: Sequence[str]) -> Iterator[str]:
    """The possible results of a statement, the best first."""
    match last:
        case ast.For() | ast.While() | ast.AsyncFor():
            inside = [name for item in last.body for name in _changed_within(item)]
            before = [*parameters, *(name for item in statements[:-1] for name in _bound_by(item))]
            loop = set(_bound_by_target(last))
            yield from (name for name in reversed(inside) if name in before)
            yield from (name for name in reversed(inside) if name not in loop and not _binds(last, name))
        case ast.With():
            yield from _results(last.body[-1], [*statements[:-1], *last.body], parameters)
            yield from (
                item.optional_vars.id for item in last.items if isinstance(item.optional_vars, ast.Name)
            )
        case ast.If() | ast.Try():
            yield from _results(last.body[-1], [*statements[:-1], *last.body], parameters)
        case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
            yield name
        case _:
            yield from _changed(last)


def _changed(statement: ast.stmt) -> list[str]:
    """The names that one statement binds, or whose objects it changes."""
    match statement:
        case ast.Assign(targets=[*_, target]):
            return _roots(target)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return _roots(target)
        case ast.Delete(targets=[*_, target]):
            return _roots(target) if not isinstance(target, ast.Name) else []
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner)) as call) if _is_change(call):
            return _roots(owner)
        case _:
            return []


def _changed_within(statement: ast.stmt) -> list[str]:
    names = []
    for node in ast.walk(statement):
        if isinstance(node, ast.stmt):
            names += _changed(node)
    return names


def _roots(target: ast.expr) -> list[str]:
    """The variable of a target. For several targets, one text with all: `a, b`."""
    match target:
        case ast.Name(id=name):
            return [name]
        case ast.Attribute(value=owner) | ast.Subscript(value=owner) | ast.Starred(value=owner):
            return _roots(owner)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return [", ".join(dict.fromkeys(name for element in elements for name in _roots(element)))]
        case _:
            return []


def _bound_by(statement: ast.stmt) -> list[str]:
    return [*_changed(statement), *_bound_by_target(statement)]


def _bound_by_target(statement: ast.stmt) -> list[str]:
    return _roots(statement.target) if isinstance(statement, ast.For | ast.AsyncFor) else []


def _binds(loop: ast.stmt, name: str) -> bool:
    """Whether a loop binds the name in each iteration, so that it is not what the loop builds."""
    return any(
        isinstance(node, ast.Assign)
        and name in [target_name for target in node.targets for target_name in _names_in(target)]
        for node in ast.walk(loop)
    )


def _names_in(target: ast.expr) -> list[str]:
    return [target.id] if isinstance(target, ast.Name) else []


def with_answer(body: str, answer: str) -> str:
    """The snippet with its answer returned: its last expression, or an additional line."""
    statements = _statements(body)
    last = statements[-1] if statements else None
    if isinstance(last, ast.Expr) and answer == ast.unparse(last.value):
        return _returning_last(body, last)
    if isinstance(last, ast.Expr) and not answer and (printed := _printed(last.value)):
        return f"{_without_last(body, last)}result = {printed}\nprint(result)\nreturn result"
    return f"{body}\nreturn {answer}" if answer else body


def _printed(node: ast.expr) -> str:
    """The only value that a `print` shows, as source."""
    match node:
        case ast.Call(func=ast.Name(id="print"), args=[value], keywords=[]) if not isinstance(
            value, ast.Starred
        ):
            return ast.unparse(value)
        case _:
            return ""


def _returning_last(body: str, last: ast.Expr) -> str:
    lines = body.split("\n")
    row, column = last.lineno - 2, last.col_offset - len(python.INDENT)  # it was parsed as a function's body
    head = lines[row].encode()[: max(0, column)].decode()
    lines[row] = f"{head}return {lines[row][len(head) :].lstrip() if not head else lines[row][len(head) :]}"
    return "\n".join(lines)


def _without_last(body: str, last: ast.Expr) -> str:
    lines = body.split("\n")[: last.lineno - 2]
    return "".join(f"{line}\n" for line in lines)
