"""What a program defines -> the functions that may be tried under the tested name."""

from __future__ import annotations

import functools
import types
from typing import Any, List

MODULE = "candidate_module"


def functions_of(module: types.ModuleType, entry: str) -> List[str]:
    """What may be tried under the tested name: the function of that name, then the others, last one first."""
    mine = [name for name, value in vars(module).items() if callable(value) and is_mine(value)]
    mine.reverse()
    found: List[str] = []
    for name in sorted(mine, key=lambda name: name != entry):
        value = vars(module)[name]
        if isinstance(value, type):
            methods = [key for key, item in vars(value).items() if callable(item) and not key.startswith("_")]
            found += [f"{name}.{method}" for method in methods]
        else:
            found.append(name)
    return found


def is_mine(value: object) -> bool:
    return isinstance(value, functools.partial) or getattr(value, "__module__", None) == MODULE


def bound(module: types.ModuleType, function: str) -> Any:
    """The function of that name; a method is taken from a fresh object of its class."""
    owner, _, method = function.partition(".")
    if owner not in vars(module):
        raise NameError(f"the code does not define {owner}")
    value = vars(module)[owner]
    return getattr(value(), method) if method else value
