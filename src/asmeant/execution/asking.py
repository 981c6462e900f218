"""Probe -> steps for the guest: what to ask, and what to run beside the candidate. Pure.

An assertion about what the candidate answers becomes a question: only the call crosses to the guest, the
answer comes back as plain data, and the assertion is decided here. What it expects never enters the process
that runs the candidate. Any other statement must run beside the candidate; there it is guarded by a witness
(see guest/witness.py) whenever something is decided by it.
"""

from __future__ import annotations

import ast
import builtins
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any, Literal

from asmeant.languages import python

ANSWER = "_answer_"
# Functions of plain values that an assertion may use and that cannot be made to work long or do harm.
FUNCTIONS = ("abs", "all", "any", "bool", "dict", "float", "frozenset", "int", "isinstance", "len", "list",
             "max", "min", "round", "set", "sorted", "str", "sum", "tuple", "type")  # fmt: skip
ORDERING = {"dict", "list", "str", "tuple"}
# What may be made of an answer where it was given: it is another answer, and still only that.
MAKING = {
    *FUNCTIONS,
    "repr",
    "enumerate",
    "zip",
    "map",
    "reversed",
    "vars",
    "next",
    "iter",
    "bytes",
    "ord",
    "chr",
}
NAMES = {name: getattr(builtins, name) for name in FUNCTIONS}
PLAIN_NODES = (
    ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop, ast.BoolOp, ast.boolop,
    ast.Compare, ast.cmpop, ast.Name, ast.Load, ast.Subscript, ast.Slice, ast.Expression, ast.keyword,
)  # fmt: skip
# Statements by which alone nothing is decided.
PREPARING = (
    ast.Import,
    ast.ImportFrom,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.FunctionDef,
    ast.ClassDef,
)


@dataclass(frozen=True, slots=True)
class Scope:
    """The names by which probes call the candidate, and built-in names that they use for something else."""

    calls: frozenset[str]
    rebound: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask, and how the answers decide."""

    sources: tuple[str, ...]
    condition: CodeType
    text: str
    equals: tuple[object] | None = None  # what the answer must equal, where it is as simple as that


@dataclass(frozen=True, slots=True)
class Statement:
    """What to run, and whether anything is decided by it."""

    source: str
    guarded: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What the guest is to do next."""

    kind: Literal["question", "guarded", "plain"]
    source: str
    probe: int


@lru_cache(maxsize=4096)
def parts(probe: str, scope: Scope, shared: bool) -> tuple[Question | Statement, ...]:
    """The statements of a probe. With `shared`, all of them run beside the candidate."""
    tree = python.parse(probe)
    if tree is None:
        return (Statement(probe, guarded=True),)
    found = [None if shared else _question(node, scope) for node in tree.body]
    decided_here = all(
        question is not None or isinstance(node, PREPARING) or _is_idle(node)
        for node, question in zip(tree.body, found, strict=True)
    ) and any(question is not None for question in found)
    return tuple(
        question or Statement(_source(probe, node), guarded=not decided_here)
        for node, question in zip(tree.body, found, strict=True)
    )


def _is_idle(node: ast.stmt) -> bool:
    """A name or a constant that stands alone, as a docstring does."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Name | ast.Constant)


def _source(probe: str, node: ast.stmt) -> str:
    first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", []))])
    lines = probe.splitlines()[first - 1 : node.end_lineno]
    # Two statements on one line share its text: then only the tree tells them apart.
    whole = "\n".join(lines)
    tree = python.parse(whole)
    return whole if tree is not None and len(tree.body) == 1 else ast.unparse(node)


def _question(node: ast.stmt, scope: Scope) -> Question | None:
    """An assertion that plain answers can decide, as a question; `assert True` asks for none."""
    if not isinstance(node, ast.Assert):
        return None
    asker = _Asker(scope.calls)
    condition = asker.visit(ast.Expression(deepcopy(node.test)))
    if not _is_plain(condition, asker.sources, scope.rebound):
        return None
    text = " ".join(ast.unparse(node).split())
    code = compile(ast.unparse(condition), "<assertion>", "eval", dont_inherit=True)
    return Question(tuple(asker.sources), code, text, _equals(condition.body))


class _Asker(ast.NodeTransformer):
    """Takes what is said of the candidate's calls out of an assertion, and leaves a name for each answer."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self.sources: list[str] = []

    def visit(self, node: ast.AST) -> Any:
        if self._is_answer(node):
            self.sources.append(ast.unparse(node))
            return ast.Name(f"{ANSWER}{len(self.sources) - 1}", ast.Load())
        if isinstance(node, ast.Lambda | ast.comprehension):
            return node  # a call in there is made later, if at all, or more than once
        return self.generic_visit(node)

    def _is_answer(self, node: ast.AST) -> bool:
        """A call of the candidate, or what is made of one without anything that could be expected of it."""
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in self.names:
                return True
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in MAKING:
                return self._is_answer(inner)
            case ast.Call(func=ast.Attribute(value=inner), args=[], keywords=[]) | ast.Attribute(value=inner):
                return self._is_answer(inner)
            case ast.Subscript(value=inner, slice=ast.Constant()):
                return self._is_answer(inner)
            case _:
                return False


def _is_plain(condition: ast.Expression, sources: list[str], rebound: frozenset[str]) -> bool:
    answers = {f"{ANSWER}{number}" for number in range(len(sources))}
    for node in ast.walk(condition):
        match node:
            case ast.Name(id=name):
                if name not in answers and (name not in NAMES or name in rebound):
                    return False
            case ast.Call(func=ast.Name(id=name)):
                # The order of a set is another one here.
                if name not in NAMES or (name in ORDERING and any(map(_is_set, ast.walk(node)))):
                    return False
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Div() | ast.FloorDiv()) | ast.operator():
                pass
            case ast.BinOp():
                # A product or a power of what a candidate answers may be made to take for ever.
                if any(isinstance(part, ast.Name) for part in ast.walk(node)):
                    return False
            case _:
                if not isinstance(node, PLAIN_NODES):
                    return False
    return True


def _is_set(node: ast.AST) -> bool:
    return isinstance(node, ast.Set) or (isinstance(node, ast.Name) and node.id in ("set", "frozenset"))


def _equals(condition: ast.expr) -> tuple[object] | None:
    match condition:
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[expected]):
            if not name.startswith(ANSWER):
                return None
            try:
                return (ast.literal_eval(expected),)
            except ValueError:
                return None
        case _:
            return None


def steps(probes: tuple[str, ...], scope: Scope, shared: bool) -> list[Step]:
    """What the guest does for one check. No step holds anything that a question is decided by."""
    found = []
    for number, probe in enumerate(probes, 1):
        for part in parts(probe, scope, shared):
            if isinstance(part, Question):
                found += [Step("question", source, number) for source in part.sources]
            else:
                found.append(Step("guarded" if part.guarded else "plain", part.source, number))
    return found
