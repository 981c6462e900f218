"""The names that probes see: their own, then those of the program that they are about."""

from __future__ import annotations

import builtins
from typing import Any, Callable, Dict

BUILTINS = dict(vars(builtins))
# Made once: to copy it would touch every page on which one of them lies.
PROBES_BUILTINS = dict(BUILTINS)


class Names(Dict[str, Any]):
    """A namespace whose missing names are looked up elsewhere, and which tells what is stored in it.

    Built-in functions are the real ones, whatever the candidate calls by their names.
    """

    def __init__(self, find: Callable[[str], Any], store: Callable[[str, Any], None]) -> None:
        super().__init__()
        self._find = find
        self._store = store
        dict.__setitem__(self, "__builtins__", PROBES_BUILTINS)

    def __missing__(self, name: str) -> Any:
        return self._find(name)

    def __setitem__(self, name: str, value: Any) -> None:
        dict.__setitem__(self, name, value)
        self._store(name, value)


def visible(module: Any, own: Dict[str, Any], name: str) -> Any:
    """A name of the program; of the built-in names, those that the setup gave another meaning."""
    value = module.__dict__[name]
    if name in BUILTINS and own.get(name) is value:
        raise KeyError(name)
    return value


def show_to(module: Any, own: Dict[str, Any], name: str, value: Any, meant: bool) -> None:
    """The program can read what a probe stores. It replaces what is the program's own only where meant to."""
    if meant or (name not in own and name not in BUILTINS):
        module.__dict__[name] = value
