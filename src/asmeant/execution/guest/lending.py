"""What a probe may lend to a candidate, and what the candidate may do with it. Closed rules: all else is
refused.

Code that reaches for the insides of what it was lent would find the probes there. So only what is made to
be used by others is lent, and no name that begins with an underscore is ever read for the other side.
"""

from __future__ import annotations

import functools
import io
import sys
import types
from typing import Any, Callable, List, Optional

from .stand_ins import DUNDERS

FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    functools.partial,
    types.MethodWrapperType,
)
FILES = (io.IOBase,)
# What is asked of a database, and nothing that would be called when others ask it something.
DATABASE_NAMES = (
    "arraysize", "close", "commit", "connection", "cursor", "description", "execute", "executemany",
    "executescript", "fetchall", "fetchmany", "fetchone", "in_transaction", "isolation_level", "iterdump",
    "keys", "lastrowid", "rollback", "row_factory", "rowcount", "text_factory", "total_changes",
)  # fmt: skip
DATABASES = ("sqlite3.Connection", "sqlite3.Cursor", "sqlite3.Row")
ITERATORS = (
    "generator", "list_iterator", "tuple_iterator", "map", "filter", "zip", "enumerate", "range_iterator",
    "dict_keyiterator", "set_iterator", "str_iterator", "coroutine",
)  # fmt: skip
PROBES = ("_asmeant_probes",)
# What a function or a class calls itself, as a decorator copies it.
LABELS = ("__name__", "__qualname__", "__doc__", "__module__")
# What is done with an iterator that is not just walked.
STEERING = ("send", "throw", "close")


def library_name(value: Any) -> str:
    """The name by which the other side finds a function or class in a library. Empty where it is in none."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if type(value).__name__ == "ufunc" and type(value).__module__ == "numpy":
        module, name = "numpy", value.__name__
    elif not isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        return ""
    if not isinstance(name, str):
        return ""
    held: Any = sys.modules.get(module) if isinstance(module, str) else None
    if held is None or module in PROBES:
        return ""
    for part in name.split("."):
        held = getattr(held, part, None)
    return f"{module}:{name}" if held is value else ""


def kind_of(value: Any) -> Optional[str]:
    """What sort of thing it is, of those that may be lent."""
    kind = type(value)
    if isinstance(value, FUNCTIONS):
        return "function"
    if kind.__module__ == "unittest.mock":
        return "mock"
    if isinstance(value, FILES):
        return "file"
    if f"{kind.__module__}.{kind.__name__}" in DATABASES:
        return "database"
    if kind.__module__ == "builtins" and kind.__name__ in ITERATORS:
        return "iterator"
    if (
        kind is object
        or kind.__module__ in PROBES
        or (isinstance(value, type) and value.__module__ in PROBES)
    ):
        return "own"
    return None


def may_lend(value: Any) -> bool:
    return kind_of(value) is not None


def check(
    operation: str, target: Any, rest: List[Any], replaces: Callable[[str], bool] = lambda name: False
) -> None:
    """Raises where the candidate may not do that with what it was lent.

    `replaces` says whether it may give a name another meaning that a class of the probe defines.
    """
    kind = kind_of(target)
    name = rest[0] if rest and type(rest[0]) is str else ""
    if operation == "call":
        allowed = kind in ("function", "mock", "own")
    elif operation == "await":
        allowed = isinstance(target, types.CoroutineType)
    elif operation == "get":
        allowed = may_read(kind, target, name)
    elif operation in ("set", "delete"):
        allowed = may_write(kind, target, name) or (kind == "own" and replaces(name))
    else:
        allowed = operation == "do" and kind is not None and name in DUNDERS
    if not allowed:
        raise AttributeError(f"what a probe lends cannot be asked for {name or operation!r}")


def may_read(kind: Optional[str], target: Any, name: str) -> bool:
    if name in LABELS:
        return isinstance(target, (type, types.FunctionType, types.MethodType))
    if kind == "iterator":
        return name in STEERING
    if kind == "database":
        return name in DATABASE_NAMES
    if kind == "mock":  # what a mock has of its own teaches it what to say
        return not name.startswith("_") and not hasattr(type(target), name)
    return kind in ("file", "own") and not name.startswith("_")


def may_write(kind: Optional[str], target: Any, name: str) -> bool:
    """Fields, and no method: a probe that calls one means its own."""
    if not name or name.startswith("_"):
        return False
    if kind == "mock":
        return not hasattr(type(target), name)
    held = getattr(target if isinstance(target, type) else type(target), name, None)
    return kind == "own" and not callable(held)
