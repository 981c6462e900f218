"""Python source -> the `while` loops that can be shown never to end, by what is seen while they run.

A loop that is at the same statement of the same call for a second time, with everything that it can reach
unchanged, will be there for ever (`execution/guest/endless.py` compares). That holds where all that a program
can reach can be compared. The rule here refuses what has a state of its own that nobody sees:

- a program that is not closed (see `closed`), or imports a module that is not one of `MODULES`: `random` has
  a state;
- classes and generators: what they leave to be done when memory is freed may happen at any time;
- attributes that are set: functions and modules have them, too;
- functions that call themselves: looking takes a few calls, and there may be no room for them;
- what modules hold and anybody can change (`copy.dispatch_table`);
- `is`, but with None, True and False, and `hash` and `object`: they tell where an object is in memory.

A number, a text or a list that a loop only adds to (`text += word`), and reads for nothing else, may differ:
nothing depends on it. If it takes all memory, that is the end of a program that catches no errors. A number
that the loop only counts may differ as well, once it is beyond all that it is compared with (`counters`).

A loop that reads and calls nothing (`while True: pass`) depends on nothing, whatever else its program does.

As for closed programs, what else Python makes of such addresses is not covered.
"""

from __future__ import annotations

import ast
import importlib
from collections import Counter as Count
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeGuard

from asmeant.languages.closed import is_closed
from asmeant.languages.counters import Counter, counters
from asmeant.languages.python import parse, walk

MODULES = frozenset({"__future__", "bisect", "cmath", "collections", "copy", "functools", "heapq",
                     "itertools", "math", "operator", "re", "string", "typing"})  # fmt: skip
HIDING = (
    ast.ClassDef,
    ast.AsyncFunctionDef,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.AsyncFor,
    ast.AsyncWith,
)
# They tell where an object is, or keep what they are given where nobody sees it.
HIDING_NAMES = frozenset({"hash", "object", "overload", "register"})
# A loop of these alone depends on nothing.
IDLE = (ast.While, ast.Constant, ast.Expr, ast.Pass, ast.Continue)
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Pass, ast.Continue, ast.Break, ast.Return)


class Loop(NamedTuple):
    """A loop by its lines: the first statement of its body, and the first and the last line of all of it.

    One that `is_idle` depends on nothing. `growing` are the variables that it only adds to, `counters` those
    that it only counts and compares.
    """

    start: int
    first: int
    last: int
    is_idle: bool = False
    growing: tuple[str, ...] = ()
    counters: tuple[Counter, ...] = ()


def provable_loops(source: str, setup: str = "") -> tuple[Loop, ...]:
    """The loops of a program that runs with this setup; idle ones where not all its state can be compared."""
    if "while" not in source or not (is_closed(source) and is_closed(setup)):
        return ()
    nodes = _nodes(source)
    is_comparable = _shows_its_state(nodes) and _shows_its_state(_nodes(setup))
    return tuple(loop for loop in _loops(nodes) if is_comparable or loop.is_idle)


def _nodes(source: str) -> list[ast.AST]:
    return walk(parse(source) or ast.Module([], []))


def _shows_its_state(nodes: Sequence[ast.AST]) -> bool:
    return not any(map(_hides_state, nodes)) and not _recurses(nodes)


def _hides_state(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            return True
        case ast.Name(id=name):
            return name in HIDING_NAMES
        case ast.Attribute(attr=name):
            return name in HIDING_NAMES or name in _changeable_names()
        case ast.Import(names=aliases):
            return any(alias.name not in MODULES for alias in aliases)
        case ast.ImportFrom(module=module):
            return module not in MODULES
        case ast.Compare(left=left, ops=operators, comparators=others):
            return _compares_places(operators, [left, *others])
    return isinstance(node, HIDING)


@cache
def _changeable_names() -> frozenset[str]:
    """The names of what modules hold and anybody can change: `copy.dispatch_table`."""
    held = [item for name in MODULES for item in vars(importlib.import_module(name)).items()]
    return frozenset(name for name, value in held if isinstance(value, list | dict | set))


def _recurses(nodes: Sequence[ast.AST]) -> bool:
    """Whether a function may come to call itself, by the names of functions that it reads."""
    callable_nodes: dict[str, list[ast.AST]] = {}
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda()):
                callable_nodes.setdefault(name, []).append(node)
    read = {
        name: {inner.id for node in same for inner in walk(node) if _is_read(inner)} & callable_nodes.keys()
        for name, same in callable_nodes.items()
    }
    for _ in read:
        read = {name: names.union(*(read[other] for other in names)) for name, names in read.items()}
    return any(name in names for name, names in read.items())


def _is_read(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def _compares_places(operators: Sequence[ast.cmpop], values: Sequence[ast.expr]) -> bool:
    """Whether it matters which of two equal objects a value is."""
    pairs = zip(operators, values, values[1:], strict=False)
    return any(
        isinstance(operator, ast.Is | ast.IsNot) and not any(map(_is_single, pair))
        for operator, *pair in pairs
    )


def _is_single(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool))


def _loops(nodes: Sequence[ast.AST]) -> Iterator[Loop]:
    catches = any(isinstance(node, ast.Try | ast.TryStar | ast.With) for node in nodes)
    for node in nodes:
        if isinstance(node, ast.While) and _is_one_line(node.test):
            start = node.body[0]
            if start.lineno > node.lineno and _begins_on_its_line(start):
                inner = walk(node)
                growing = () if catches else tuple(_growing(inner))
                last = node.end_lineno or node.lineno
                is_idle = all(isinstance(part, IDLE) for part in inner)
                yield Loop(start.lineno, node.lineno, last, is_idle, growing, tuple(counters(inner)))


def _growing(nodes: Sequence[ast.AST]) -> Iterator[str]:
    used = Count(node.id for node in nodes if isinstance(node, ast.Name))
    added_to: Count[str] = Count()
    for node in nodes:
        match node:
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub() | ast.Mult()):
                added_to[name] += 1
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=right),
            ) if any(isinstance(side, ast.Name) and side.id == name for side in (left, right)):
                added_to[name] += 2
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[_], keywords=[]
                )
            ):
                added_to[name] += 1
    # Where it is read besides, there are more uses than those.
    return (name for name, count in sorted(used.items()) if count == added_to[name])


def _begins_on_its_line(statement: ast.stmt) -> bool:
    """Whether what is run first of it stands on its first line, and nothing before that."""
    match statement:
        case ast.If(test=value) | ast.While(test=value) | ast.For(iter=value):
            return value.lineno == statement.lineno and _is_one_line(value)
    return isinstance(statement, SIMPLE) and _is_one_line(statement)


def _is_one_line(node: ast.stmt | ast.expr) -> bool:
    return node.lineno == node.end_lineno
