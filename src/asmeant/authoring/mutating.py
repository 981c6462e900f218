"""Reference -> mutants: the same code with one small fault. A check that a mutant passes is too weak.

A mutant differs from the reference in one place of its syntax tree. Its scaffold is not changed. A mutant
that passes may also be equivalent: the change does not matter for any input. This is undecidable in general,
so these mutants are listed for a person.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asmeant.languages import python
from asmeant.records import Task


@dataclass(frozen=True, slots=True)
class Mutant:
    """A reference with one change, described by `change`: `<` becomes `<=`. `part` is the kind of node."""

    code: str
    change: str
    part: str = ""


def mutants(task: Task) -> Iterator[Mutant]:
    """All mutants of the first reference of a Python task. None if it is not Python within its scaffold."""
    if task.code_language != "python" or not task.references:
        return
    reference, scaffold = task.references[0], task.scaffold
    source = scaffold.before + reference + scaffold.after
    tree = python.parse(source)
    if tree is None:
        return
    data = source.encode()
    begin = len(scaffold.before.encode())
    end = begin + len(reference.encode())
    starts = _line_starts(data)
    dumps = {ast.dump(tree)}
    for node in _without_docstrings(tree):
        span = _span(node, starts)
        if span is None or not begin <= span[0] < span[1] <= end:
            continue
        for changed in _changes(node):
            text = ast.unparse(changed)
            # Parentheses preserve the precedence of an expression.
            text = text if _is_atom(changed) else f"({text})"
            mutated = data[: span[0]] + text.encode() + data[span[1] :]
            after = python.parse(mutated.decode())
            if after is not None and (dump := ast.dump(after)) not in dumps:
                dumps.add(dump)
                code = mutated[begin : len(mutated) - (len(data) - end)].decode()
                yield Mutant(code, f"{_shown(node)} becomes {_shown(changed)}", _part(node))


def _line_starts(data: bytes) -> list[int]:
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _span(node: ast.AST, starts: Sequence[int]) -> tuple[int, int] | None:
    """The start and end of a node, in bytes."""
    if not isinstance(node, ast.expr) or node.end_lineno is None or node.end_col_offset is None:
        return None
    return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


# The names of the changed nodes in Python.
_PARTS: dict[type[ast.AST], str] = {
    ast.Compare: "comparison",
    ast.BinOp: "operator",
    ast.UnaryOp: "operator",
    ast.BoolOp: "and, or",
    ast.Constant: "constant",
    ast.Subscript: "slice",
    ast.Call: "call",
    ast.IfExp: "condition",
}


def _part(node: ast.AST) -> str:
    return _PARTS.get(type(node), "condition of a comprehension")


def _is_atom(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Constant | ast.Call | ast.Attribute | ast.Subscript | ast.Slice)


def _shown(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return f"`{text}`" if len(text) <= 60 else f"`{text[:57]}...`"


def _without_docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node whose value can matter: no string as a statement, no part of an f-string."""
    for child in ast.iter_child_nodes(tree):
        is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if not is_text and not isinstance(child, ast.JoinedStr):
            yield child
            yield from _without_docstrings(child)


# ── one change ──

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


def _changes(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(ops=[operator, *_]):
            changed = copy.deepcopy(node)
            changed.ops[0] = _COMPARISONS[type(operator)]()
            yield changed
        case ast.BinOp(op=operator) if type(operator) in _OPERATORS:
            changed_operation = copy.deepcopy(node)
            changed_operation.op = _OPERATORS[type(operator)]()
            yield changed_operation
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=value):
            yield from _other_constants(value)
        case ast.Subscript(slice=ast.Slice() as bounds):
            yield from _other_slices(node, bounds)
        case ast.Call():
            yield from _other_calls(node)
        case ast.IfExp(body=body, orelse=orelse, test=test):
            yield ast.IfExp(test, orelse, body)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _without_conditions(node)
        case _:
            pass


def _other_constants(value: object) -> Iterator[ast.expr]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int() | float():
            yield ast.Constant(value + 1)
        case str():
            yield ast.Constant(value + "x")
        case _:
            pass


def _other_slices(node: ast.Subscript, bounds: ast.Slice) -> Iterator[ast.expr]:
    """The slice without one of its bounds."""
    for bound in ("lower", "upper", "step"):
        if getattr(bounds, bound) is not None:
            changed = copy.deepcopy(node)
            setattr(changed.slice, bound, None)
            yield changed


def _other_calls(node: ast.Call) -> Iterator[ast.expr]:
    """The call without one keyword, with its first two arguments swapped, or replaced by its argument."""
    for position in range(len(node.keywords)):
        changed = copy.deepcopy(node)
        del changed.keywords[position]
        yield changed
    match node:
        case ast.Call(args=[first, second, *rest]):
            yield ast.Call(node.func, [second, first, *rest], node.keywords)
        case ast.Call(args=[argument], keywords=[]) if not isinstance(argument, ast.Starred):
            yield argument
        case ast.Call(func=ast.Attribute(value=ast.expr() as owner), args=[], keywords=[]):
            yield owner
        case _:
            pass


def _without_conditions(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
) -> Iterator[ast.expr]:
    for position, generator in enumerate(node.generators):
        if generator.ifs:
            changed = copy.deepcopy(node)
            changed.generators[position].ifs = []
            yield changed
