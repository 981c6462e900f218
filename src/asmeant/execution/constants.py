"""An expression of constants -> whether it is quick to work out and small. Pure.

What a check expects is worked out in the process that decides. A task may come from a stranger: an expression
that would take for ever there (`9 ** 9 ** 9`, `'a' * 10 ** 10`) must be decided elsewhere.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

MOST_BITS = 1 << 14
MOST_ITEMS = 1 << 20
MOST_DIGITS = 1000

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}


class _TooLargeError(Exception):
    pass


def is_small(node: ast.expr) -> bool:
    """Whether an expression of constants can be worked out at once. What raises an error does so at once."""
    try:
        _value(node)
    except (_TooLargeError, RecursionError):
        return False
    except Exception:
        return True
    return True


def _value(node: ast.expr) -> Any:
    if not isinstance(node, ast.BinOp):
        return _operand(node)
    left, right = _value(node.left), _value(node.right)
    if _size(node.op, left, right) > 1:
        raise _TooLargeError
    return _OPERATORS[type(node.op)](left, right)


def _operand(node: ast.expr) -> Any:
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            # Only how many there are matters.
            return [None] * len(items) if isinstance(node, ast.List) else (None,) * len(items)
        case ast.Constant(value=value):
            return value
        case _:
            raise _TooLargeError


def _size(kind: ast.operator, left: Any, right: Any) -> float:
    """How large the outcome may become, as a share of what is allowed."""
    if isinstance(left, str | bytes) and isinstance(kind, ast.Mod):
        return 2  # the width of a field may be anything
    if isinstance(left, int) and isinstance(right, int):
        return _bits(kind, left, right) / MOST_BITS
    if isinstance(kind, ast.Mult):
        count, items = (left, right) if isinstance(left, int) else (right, left)
        if isinstance(count, int) and isinstance(items, str | bytes | list | tuple):
            return count * len(items) / MOST_ITEMS
    return 0


def _bits(kind: ast.operator, left: int, right: int) -> int:
    match kind:
        case ast.Pow():
            return left.bit_length() * max(right, 0)
        case ast.LShift():
            return left.bit_length() + max(right, 0)
        case _:
            return left.bit_length() + right.bit_length()


def rounds_at_once(call: ast.Call) -> bool:
    """Whether `round` is told to how many digits by a number that is not enormous."""
    digits = call.args[1:] + [keyword.value for keyword in call.keywords]
    try:
        return all(abs(ast.literal_eval(value) or 0) <= MOST_DIGITS for value in digits)
    except (ValueError, TypeError):
        return False
