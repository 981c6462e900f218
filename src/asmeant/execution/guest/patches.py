"""What probes patch in libraries -> what must be patched for the candidate, too."""

from __future__ import annotations

import contextlib
import sys
import types
from typing import Any, Dict, List, Set, Tuple

_changed: Dict[Tuple[str, str], Any] = {}
_originals: Dict[Tuple[str, str], Any] = {}
_told: Set[Tuple[str, str]] = set()
_watched: List[bool] = []
ABSENT = object()
# What is in there, the other side has not.
PROBES = ("_asmeant_probes",)
# Setting these is a matter of this process alone.
OWN = {
    "__class__", "__dict__", "__spec__", "__loader__", "__path__", "__file__", "__name__", "last_value",
    "last_type", "last_traceback", "last_exc", "ps1", "ps2", "__warningregistry__", "__package__",
    "__cached__",
}  # fmt: skip


class WatchedModule(types.ModuleType):
    """A module that tells what is set in it."""

    def __setattr__(self, name: str, value: Any) -> None:
        note(self, name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        note(self, name)
        super().__delattr__(name)


def watch_modules() -> None:
    """Those that are loaded, once: a zygote does so before it forks."""
    if _watched:
        return
    _watched.append(True)
    for module in list(sys.modules.values()):
        if type(module) is types.ModuleType:
            module.__class__ = WatchedModule
    import unittest.mock

    _watch_mock(unittest.mock)


def note(module: Any, name: str) -> None:
    if name in OWN or is_made_now(module) or isinstance(vars(module).get(name), types.ModuleType):
        return
    key = (module.__name__, name)
    _originals.setdefault(key, vars(module).get(name, ABSENT))
    _changed[key] = module


def is_made_now(module: Any) -> bool:
    """Whether a module is being imported, or what it is a part of: then a library sets its own names."""
    whole = sys.modules.get(module.__name__.partition(".")[0], module)
    specs = [vars(part).get("__spec__") for part in (module, whole)]
    return any(getattr(spec, "_initializing", False) for spec in specs)


def note_attribute(owner: Any, name: str) -> None:
    """Of a class, or of an object that a module holds: where it is set, no module sees it."""
    module, path = place_of(owner)
    if path:
        key = (module, f"{path}.{name}")
        _originals.setdefault(key, vars(owner).get(name, ABSENT))
        _changed[key] = owner


def place_of(owner: Any) -> Tuple[str, str]:
    """The module by which the other side finds it, and its name there. Empty where it has none."""
    if isinstance(owner, types.ModuleType) or not hasattr(owner, "__dict__"):
        return "", ""
    if isinstance(owner, type):
        module_name, name = str(owner.__module__), str(owner.__qualname__)
        held = getattr(sys.modules.get(module_name), name, None)
        return (module_name, name) if held is owner else ("", "")
    modules: List[Any] = [module for name, module in list(sys.modules.items()) if name not in PROBES]
    for module in modules:
        for name, value in list(getattr(module, "__dict__", {}).items()):
            if value is owner:
                return module.__name__, name
    return "", ""


def take_changes() -> List[Tuple[str, str, Any]]:
    """Module, path in it and new value, for what was set since the last time."""
    if not _changed:
        return []
    changes = []
    for (module, path), owner in _changed.items():
        value = vars(owner).get(path.rpartition(".")[2], ABSENT)
        original = _originals[module, path]
        if value is ABSENT and original is ABSENT and (module, path) not in _told:
            continue  # it came and went
        _told.add((module, path))
        if value is original or value is ABSENT:
            changes.append((module, path, ("original",)))
        elif not isinstance(value, types.ModuleType):
            changes.append((module, path, value))
    _changed.clear()
    return changes


def _watch_mock(mock: Any) -> None:
    """`mock.patch.object(Class, ...)` and `mock.patch("os.environ.get")` set where no module sees it."""
    patcher = mock._patch
    for name in ("__enter__", "__exit__"):
        original = vars(patcher)[name]

        def watched(self: Any, *arguments: Any, _original: Any = original) -> Any:
            with contextlib.suppress(Exception):
                note_attribute(self.getter(), self.attribute)
            return _original(self, *arguments)

        setattr(patcher, name, watched)
