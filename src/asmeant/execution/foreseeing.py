"""Probes -> whether all their questions can be asked at once, as none depends on an answer. Pure.

A loop over inputs is such a list of questions. Answers may flow into assertions only: not into what is asked
next, nor into whether it is asked. And probes must decide by answers alone, so they may use nothing that sees
how an answer came about: no files, no clock, no other code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache

from asmeant.languages import python

# What reads no file, clock or output. numpy does.
COMPUTING_MODULES = {
    "array", "bisect", "cmath", "collections", "copy", "decimal", "enum", "fractions", "functools", "heapq",
    "itertools", "json", "math", "numbers", "operator", "random", "re", "statistics", "string",
    "typing",
}  # fmt: skip
REACHING_BUILTINS = {
    "__import__", "breakpoint", "compile", "delattr", "eval", "exec", "getattr", "globals", "input", "locals",
    "open", "setattr", "vars",
}  # fmt: skip
# Where a call would be made later, more than once, or without anyone being told that it failed.
CLOSED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Try, ast.With, ast.AsyncWith)
ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)


@lru_cache(maxsize=4096)
def asks_at_once(probes: tuple[str, ...], entry: str, setup: str, preamble: str) -> bool:
    trees = [python.parse(source) for source in (preamble, setup, *probes)]
    if None in trees or not entry:
        return False
    functions = {entry, "candidate"}
    before = [node for tree in trees[:2] if tree for node in tree.body]
    statements = [node for tree in trees[2:] if tree for node in tree.body]
    every = [*before, *statements]
    return (
        all(map(_only_computes, every))
        and not functions & set(python.stores(setup, *probes))
        and _flows_into_assertions_only(before, statements, functions)
    )


def _only_computes(statement: ast.stmt) -> bool:
    for node in ast.walk(statement):
        match node:
            case ast.Import():
                modules = {alias.name.partition(".")[0] for alias in node.names}
            case ast.ImportFrom():
                modules = {(node.module or "").partition(".")[0]}
            case _:
                modules = set()
        if not modules <= COMPUTING_MODULES or (isinstance(node, ast.Name) and node.id in REACHING_BUILTINS):
            return False
        if isinstance(node, ast.Attribute) and node.attr.startswith("__"):
            return False
    return True


def _flows_into_assertions_only(
    before: list[ast.stmt], statements: list[ast.stmt], functions: set[str]
) -> bool:
    answers: set[str] = set()
    inner = list(_simple(statements))
    while more := {name for node in inner for name in _bound_to_answers(node, functions, answers)} - answers:
        answers |= more
    if any(_names(node) & (functions | answers) for node in before):
        return False
    return all(_is_open(node, functions, answers) for node in inner)


def _simple(statements: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    """Statements of loops and branches one by one, and what those loops and branches look at."""
    for node in statements:
        if isinstance(node, ast.For | ast.While | ast.If):
            yield node.iter if isinstance(node, ast.For) else node.test
            yield from _simple([*node.body, *node.orelse])
        else:
            yield node


def _bound_to_answers(node: ast.AST, functions: set[str], answers: set[str]) -> Iterator[str]:
    """The names that a statement gives to answers, or to what is made of them."""
    if isinstance(node, ASSIGNMENTS) and _names(node) & (functions | answers):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
    for part in ast.walk(node):
        if isinstance(part, ast.comprehension) and _names(part.iter) & (functions | answers):
            yield from _names(part.target)


def _is_open(node: ast.AST, functions: set[str], answers: set[str]) -> bool:
    """Whether answers go nowhere from here but into an assertion, or under a name that is followed."""
    if not _names(node) & (functions | answers):
        return True
    if any(isinstance(part, (*CLOSED, ast.NamedExpr)) for part in ast.walk(node)):
        return False
    if isinstance(node, ASSIGNMENTS):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = [part for target in targets for part in ast.walk(target)]
        if any(isinstance(part, ast.Attribute | ast.Subscript) for part in parts):
            return False
    elif not isinstance(node, ast.Assert):
        return False
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    asked = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in functions]
    arguments = [argument for call in asked for argument in (*call.args, *call.keywords)]
    mentioned = sum(isinstance(part, ast.Name) and part.id in functions for part in ast.walk(node))
    return mentioned == len(asked) and not any(_names(part) & (functions | answers) for part in arguments)


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
