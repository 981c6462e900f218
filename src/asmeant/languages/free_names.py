"""Python source -> its free names: names that are read before they are bound.

Statements are processed in the order in which they run. The body of a function is processed last, because it
runs after the code below it has bound its names. A name that only one branch binds counts as bound.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable
from functools import lru_cache

from asmeant.languages import python

BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}
_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


@lru_cache(maxsize=256)
def free_names(source: str) -> tuple[str, ...]:
    """The free names in the order of their first use, including built-ins. Empty if it is not Python."""
    tree = python.parse(source)
    if tree is None:
        return ()
    scope = _Scope()
    scope.run(tree.body)
    return tuple(scope.finished())


def bound_names(source: str) -> tuple[str, ...]:
    """The names that are bound outside of functions and comprehensions, the last bound last."""
    tree = python.parse(source)
    scope = _Scope()
    scope.run(tree.body if tree else [])
    return tuple(scope.bound)


class _Scope(ast.NodeVisitor):
    def __init__(self, bound: Iterable[str] = ()) -> None:
        self.bound: dict[str, None] = dict.fromkeys(bound)
        self.free: dict[str, None] = {}
        self.later: list[tuple[set[str], list[ast.stmt]]] = []

    def run(self, statements: Iterable[ast.AST]) -> None:
        for statement in statements:
            self.visit(statement)

    def finished(self) -> dict[str, None]:
        """The free names, including those of functions, whose bodies run after everything else is bound."""
        for parameters, body in self.later:
            inner = _Scope(parameters)
            inner.run(body)
            for name in inner.finished():
                if name not in self.bound:
                    self.free.setdefault(name)
        return self.free

    def bind(self, name: str) -> None:
        self.bound.pop(name, None)
        self.bound[name] = None

    def read(self, name: str) -> None:
        if name not in self.bound:
            self.free.setdefault(name)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.bind(node.id)
        else:
            self.read(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.run([node.value, *node.targets])

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.run([*([node.value] if node.value else []), node.target])

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.read(node.target.id)
        self.run([node.value, node.target])

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.run([node.value, node.target])

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.run([node.iter, node.target, *node.body, *node.orelse])

    visit_AsyncFor = visit_For  # noqa: N815

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        for alias in node.names:
            self.bind((alias.asname or alias.name).partition(".")[0])

    visit_ImportFrom = visit_Import  # noqa: N815

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.type:
            self.visit(node.type)
        if node.name:
            self.bind(node.name)
        self.run(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.run([*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)])
        inner = _Scope()
        inner.run(node.body)
        for name in inner.free:
            self.read(name)
        self.later += inner.later
        self.bind(node.name)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.run(node.decorator_list)
        self._function(node, node.body)
        self.bind(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function(node, [ast.Expr(node.body)])

    def _function(self, node: _Function, body: list[ast.stmt]) -> None:
        arguments = node.args
        self.run([*arguments.defaults, *(value for value in arguments.kw_defaults if value)])
        parameters = {
            item.arg
            for item in (
                *arguments.posonlyargs,
                *arguments.args,
                *arguments.kwonlyargs,
                *filter(None, (arguments.vararg, arguments.kwarg)),
            )
        }
        if isinstance(node, ast.Lambda):  # it usually runs immediately
            inner = _Scope({*self.bound, *parameters})
            inner.run(body)
            for name in inner.finished():
                self.read(name)
        else:
            self.later.append((parameters | set(python.stores(ast.unparse(ast.Module(body, [])))), body))

    def _comprehension(self, node: _Comprehension) -> None:
        inner = _Scope(self.bound)
        for generator in node.generators:
            inner.run([generator.iter, generator.target, *generator.ifs])
        values = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        inner.run(values)
        for name in inner.finished():
            self.read(name)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815
