"""Statements -> the names they bind, read and change. Respects scopes; runs nothing."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

ANY_NAME = "*"  # what `from module import *` binds

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@dataclass(frozen=True, slots=True)
class Names:
    """Names of a module, as one statement of it uses them.

    `reads` are looked up when the statement runs, `later` when a function that it defines is called. `calls`
    are called, and `in_calls` are called or passed as arguments. `stores` are names of objects that it
    changes: `x.y = 1`, `x[0] = 1`, `x += 1`, `x.append(1)`. `passes` are arguments of a call whose value is
    not used: `fill(x)`.
    """

    binds: frozenset[str]
    reads: frozenset[str]
    later: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    in_calls: frozenset[str] = frozenset()
    stores: frozenset[str] = frozenset()
    passes: frozenset[str] = frozenset()

    @property
    def needs(self) -> frozenset[str]:
        return self.reads | self.later


def names_of(nodes: Sequence[ast.stmt]) -> Names:
    reader = _Reader()
    try:
        reader.visit_all(nodes)
    except RecursionError:  # a sum of a thousand terms is a tree a thousand levels deep
        return _rough_names(nodes)
    return reader.names()


def is_builtin(name: str) -> bool:
    return hasattr(builtins, name) or name in ("__name__", "__file__", "__doc__")


class _Reader(ast.NodeVisitor):
    """Walks one scope. Each nested scope gets its own reader."""

    def __init__(self) -> None:
        self.binds: set[str] = set()
        self.reads: set[str] = set()
        self.later: set[str] = set()
        self.calls: set[str] = set()
        self.in_calls: set[str] = set()
        self.stores: set[str] = set()
        self.passes: set[str] = set()
        self.outer: set[str] = set()  # declared `global` or `nonlocal`

    def names(self) -> Names:
        sets = (self.binds, self.reads, self.later, self.calls, self.in_calls, self.stores, self.passes)
        return Names(*map(frozenset, sets))

    def visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit_Name(self, node: ast.Name) -> None:
        (self.reads if isinstance(node.ctx, ast.Load) else self.binds).add(node.id)

    def visit_FunctionDef(self, node: _Function) -> None:
        self.binds.add(node.name)
        self.stores |= set().union(*map(_owner, filter(_is_attribute, node.decorator_list)))
        self.visit_all([*node.decorator_list, node.returns])
        self._read_function(node.args, node.body)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._read_function(node.args, [node.body])

    def _read_function(self, arguments: ast.arguments, body: Sequence[ast.AST]) -> None:
        parameters = [
            *arguments.posonlyargs,
            *arguments.args,
            *arguments.kwonlyargs,
            *filter(None, (arguments.vararg, arguments.kwarg)),
        ]
        self.visit_all(
            [*arguments.defaults, *arguments.kw_defaults, *(item.annotation for item in parameters)]
        )
        inner = _Reader()
        inner.visit_all(body)
        own = (inner.binds | {item.arg for item in parameters}) - inner.outer
        self.later |= (inner.reads | inner.later | inner.outer) - own

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.binds.add(node.name)
        self.visit_all([*node.decorator_list, *node.bases, *node.keywords])
        inner = _Reader()
        inner.visit_all(node.body)
        self._take(inner)

    def _take(self, inner: _Reader) -> None:
        """Add the names that a nested scope, which runs immediately, uses from this one."""
        self.reads |= inner.reads - inner.binds
        self.calls |= inner.calls - inner.binds
        self.in_calls |= inner.in_calls - inner.binds
        self.later |= inner.later

    def _read_comprehension(self, node: _Comprehension) -> None:
        inner = _Reader()
        inner.generic_visit(node)
        self._take(inner)
        self.later -= inner.binds

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _read_comprehension  # noqa: N815

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        self.binds |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}

    visit_ImportFrom = visit_Import  # noqa: N815

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        self.outer |= set(node.names)

    visit_Nonlocal = visit_Global  # noqa: N815

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.binds |= {node.name} if node.name else set()
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs | ast.MatchStar) -> None:
        self.binds |= {node.name} if node.name else set()
        self.generic_visit(node)

    visit_MatchStar = visit_MatchAs  # noqa: N815

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.stores |= _owner(node.target)
        self.reads |= _owner(node.target)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute | ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self.stores |= _owner(node)
        self.generic_visit(node)

    visit_Subscript = visit_Attribute  # noqa: N815

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call whose value is not used is made for its side effects."""
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call) and not _is_builtin_call(call):
            self.stores |= _owner(call.func) if _is_attribute(call.func) else set()
            self.passes |= {item.id for item in call.args if isinstance(item, ast.Name)}
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name):
            self.calls.add(node.func.id)
        inner = _Reader()
        inner.generic_visit(node)
        self.in_calls |= inner.reads | inner.later
        self._take(inner)
        self.binds |= inner.binds


def _is_builtin_call(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and is_builtin(call.func.id)


def _is_attribute(node: ast.expr) -> bool:
    """`x.y` or `x.y(1)`: an attribute, or a call of one."""
    return isinstance(node.func if isinstance(node, ast.Call) else node, ast.Attribute)


def _owner(node: ast.expr) -> set[str]:
    """The name at the start of `name.y[0].z()`."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def _rough_names(nodes: Sequence[ast.stmt]) -> Names:
    """The names, as if all code were in one scope."""
    names_by_use: list[set[str]] = [set(), set()]
    for node in nodes:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name):
                names_by_use[isinstance(inner.ctx, ast.Load)].add(inner.id)
            elif isinstance(inner, _Function | ast.ClassDef):
                names_by_use[0].add(inner.name)
    binds, reads = map(frozenset, names_by_use)
    return Names(binds, reads - binds)
