"""A `while` loop -> the numbers that it only counts up, or only counts down, and what they are compared with.

Such a number, once beyond everything that it is compared with, says the same ever after: `i < n` stays as it
is, `s[i:]` stays empty. So a loop in which nothing else changes never ends (`execution/guest/endless.py`).

That holds if a counter is read for nothing else: only compared (`i + 1 < n`), used as the end of a slice
(`s[i:]`), or asked whether it is zero (`while i`). What it is compared with is a number, or a variable that
the loop never sets; while the program runs, its value must be one that nobody can change.
"""

from __future__ import annotations

import ast
from collections import Counter as Count
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


class Counter(NamedTuple):
    """A variable that counts up (`sign` 1) or down (-1).

    `bounds` are numbers and names of variables, a text among them for its length; `margin` is the most that
    is added to the variable where it is compared.
    """

    name: str
    sign: int
    margin: int
    bounds: tuple[int | str, ...]


class _Use(NamedTuple):
    """One way in which a loop uses a variable: so many mentions of its name at once."""

    name: str
    mentions: int = 1
    step: int = 0
    added: int = 0
    bounds: tuple[int | str, ...] = ()


def counters(nodes: Sequence[ast.AST]) -> Iterator[Counter]:
    """The counters of the loop with these nodes."""
    variables = _Variables(nodes)
    uses: dict[str, list[_Use]] = {}
    for node in nodes:
        for use in variables.uses(node):
            uses.setdefault(use.name, []).append(use)
    for name, ways in sorted(uses.items()):
        signs = {1 if use.step > 0 else -1 for use in ways if use.step}
        if len(signs) == 1 and sum(use.mentions for use in ways) == variables.mentions(name):
            bounds = tuple(dict.fromkeys(bound for use in ways for bound in use.bounds))
            yield Counter(name, signs.pop(), max(abs(use.added) for use in ways), bounds)


class _Variables:
    """The names of a loop, and how it uses them."""

    def __init__(self, nodes: Iterable[ast.AST]) -> None:
        self._mentions: Count[str] = Count()
        self._set: set[str] = set()
        # Names that stand in another way than as a variable: of imports, functions, errors.
        self._other: set[str] = set()
        for node in nodes:
            if isinstance(node, ast.Name):
                self._mentions[node.id] += 1
                if not isinstance(node.ctx, ast.Load):
                    self._set.add(node.id)
            else:
                self._other.update(_texts(node))

    def mentions(self, name: str) -> int:
        return -1 if name in self._other else self._mentions[name]

    def uses(self, node: ast.AST) -> Iterator[_Use]:
        match node:
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub() as operator, value=value):
                yield from _step(name, 1, operator, value)
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.BinOp(left=ast.Name(id=same), op=ast.Add() | ast.Sub() as operator, right=value),
            ) if name == same:
                yield from _step(name, 2, operator, value)
            case ast.Compare(left=left, ops=operators, comparators=others):
                if all(isinstance(operator, COMPARISONS) for operator in operators):
                    yield from self._compared([left, *others])
            case ast.Subscript(value=ast.Name(id=sequence), slice=ast.Slice(lower=lower, upper=upper)):
                if self._is_fixed(sequence):
                    yield from (
                        _Use(name, added=added, bounds=(sequence,))
                        for name, added in map(_sum, (lower, upper))
                        if name
                    )
            case ast.While(test=test) | ast.If(test=test) | ast.IfExp(test=test):
                yield from (_Use(name, bounds=(0,)) for name in _truths(test))

    def _compared(self, values: Sequence[ast.expr]) -> Iterator[_Use]:
        """A counter among values that do not change."""
        bounds = [self._bound(value) for value in values]
        names = [_sum(value) for value, bound in zip(values, bounds, strict=True) if bound is None]
        if len(names) == 1 and names[0][0]:
            ((name, added),) = names
            yield _Use(name, added=added, bounds=tuple(bound for bound in bounds if bound is not None))

    def _bound(self, value: ast.expr) -> int | str | None:
        match value:
            case (
                ast.Name(id=name) | ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)], keywords=[])
            ) if self._is_fixed(name) and self._is_fixed("len"):
                return name
        return _number(value)

    def _is_fixed(self, name: str) -> bool:
        return name not in self._set and name not in self._other


def _texts(node: ast.AST) -> Iterator[str]:
    for _, value in ast.iter_fields(node):
        yield from (text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str))


def _step(name: str, mentions: int, operator: ast.operator, value: ast.expr) -> Iterator[_Use]:
    number = _number(value)
    if number is not None:
        yield _Use(name, mentions, step=number if isinstance(operator, ast.Add) else -number)


def _sum(value: ast.expr | None) -> tuple[str, int]:
    """A variable and the number that is added to it; no name for anything else."""
    match value:
        case ast.Name(id=name):
            return name, 0
        case ast.BinOp(left=ast.Name(id=name), op=ast.Add() | ast.Sub(), right=right):
            number = _number(right)
            return (name, number) if number is not None else ("", 0)
    return "", 0


def _truths(test: ast.expr) -> Iterator[str]:
    """The variables of which a condition asks only whether they are zero."""
    match test:
        case ast.Name(id=name):
            yield name
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _truths(operand)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _truths(value)


def _number(value: ast.expr) -> int | None:
    match value:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
    return None
