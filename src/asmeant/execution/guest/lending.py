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
from typing import Any, List, Optional

from .stand_ins import DUNDERS

FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    functools.partial,
    types.MethodWrapperType,
)
FILES = (io.IOBase,)
DATABASES = ("sqlite3.Connection", "sqlite3.Cursor", "sqlite3.Row")
ITERATORS = (
    "generator", "list_iterator", "tuple_iterator", "map", "filter", "zip", "enumerate", "range_iterator",
    "dict_keyiterator", "set_iterator", "str_iterator", "coroutine",
)  # fmt: skip
PROBES = ("_asmeant_probes",)
REFUSED_NAMES = ("load_extension", "enable_load_extension")


def library_name(value: Any) -> str:
    """The name by which the other side finds a function or class in a library. Empty where it is in none."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)) or not isinstance(
        name, str
    ):
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


def check(operation: str, target: Any, rest: List[Any]) -> None:
    """Raises where the candidate may not do that with what it was lent."""
    kind = kind_of(target)
    name = rest[0] if rest and isinstance(rest[0], str) else ""
    # What a mock has seen, and what it asserts, are for the probe alone.
    open_name = not name.startswith("_") and not (kind == "mock" and hasattr(type(target), name))
    allowed = {
        "call": kind in ("function", "mock", "own"),
        "get": kind in ("mock", "file", "database", "own") and open_name,
        "set": kind in ("mock", "own") and open_name,
        "delete": kind in ("mock", "own") and open_name,
        "do": kind is not None and name in DUNDERS,
    }
    if not allowed.get(operation, False) or name in REFUSED_NAMES:
        raise AttributeError(f"what a probe lends cannot be asked for {name or operation!r}")
