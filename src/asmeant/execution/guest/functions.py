"""What a program defines -> the functions that may be tried under the tested name."""

from __future__ import annotations

import types
from typing import Any, List

MODULE = "candidate_module"


def functions_of(module: types.ModuleType, entry: str, assigned: List[str]) -> List[str]:
    """What may be tried under the tested name: the function of that name, then the others, last one first.

    Others are what the program defines, and what it makes and gives a name (`assigned`). What it only
    imports is tried where there is nothing else.
    """
    space = vars(module)
    own = [name for name, value in space.items() if callable(value) and is_own(value)]
    made = [name for name in assigned if callable(space.get(name)) and name not in own]
    imported = [name for name, value in space.items() if callable(value) and not name.startswith("_")]
    functions: List[str] = [] if own or made else imported[::-1]
    for name in [*own[::-1], *made[::-1]]:
        value = space[name]
        functions += methods_of(name, value) if isinstance(value, type) and is_own(value) else [name]
    first = [entry] if callable(space.get(entry)) and not isinstance(space[entry], type) else []
    return list(dict.fromkeys([*first, *sorted(functions, key=lambda name: name.partition(".")[0] != entry)]))


def methods_of(name: str, kind: type) -> List[str]:
    public = [key for key in vars(kind) if not key.startswith("_")]
    return [f"{name}.{key}" for key in public if callable(getattr(kind, key, None))]


def is_own(value: object) -> bool:
    return getattr(value, "__module__", None) == MODULE


def bound(module: types.ModuleType, function: str) -> Any:
    """The function of that name; a method that needs an object is taken from a fresh one of its class."""
    owner, _, method = function.partition(".")
    if owner not in vars(module):
        raise NameError(f"the code does not define {owner}")
    value = vars(module)[owner]
    if not method:
        return value
    alone = isinstance(vars(value).get(method), (classmethod, staticmethod))
    return getattr(value if alone else value(), method)
