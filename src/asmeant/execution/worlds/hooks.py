"""A module's name -> a change to it, made when a program first imports it. Imports nothing of ours.

Runs inside the guest, before any trial. A program that never imports pandas never pays for pandas: so nothing
here derives from importlib.abc either, which would load a good part of the standard library.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

Change = Callable[[ModuleType], None]


def after_import(changes: dict[str, Change]) -> None:
    """Each change is made to its module once: now where it is loaded already, else as soon as it is."""
    for name, change in changes.items():
        if name in sys.modules:
            change(sys.modules[name])
    waiting = {name: change for name, change in changes.items() if name not in sys.modules}
    if waiting:
        sys.meta_path.insert(0, _Changing(waiting))


def stand_in(sources: dict[str, Path]) -> None:
    """Modules that are used where the real ones are not installed."""
    texts = {name: path.read_text("utf-8") for name, path in sources.items()}
    sys.meta_path.append(_StandIns(texts))


class _Changing:
    def __init__(self, waiting: dict[str, Change]) -> None:
        self.waiting = waiting

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self.waiting:
            return None
        others = (finder for finder in sys.meta_path if finder is not self and hasattr(finder, "find_spec"))
        for finder in others:
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                if spec.loader is not None:
                    then: Any = _ThenChange(spec.loader, self.waiting[name])
                    spec.loader = then
                return spec
        return None


class _ThenChange:
    """Loads as the real loader does, and then makes the change. Is the real loader in all else."""

    def __init__(self, loader: Any, change: Change) -> None:
        self.loader, self.change = loader, change

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        created: ModuleType | None = self.loader.create_module(spec)
        return created

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self.loader
        module.__loader__ = self.loader
        self.loader.exec_module(module)
        self.change(module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.loader, name)


class _StandIns:
    def __init__(self, texts: dict[str, str]) -> None:
        self.texts = texts

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in self.texts:
            return None
        package = any(other.startswith(f"{name}.") for other in self.texts)
        loader: Any = _FromText(self.texts[name])
        return ModuleSpec(name, loader, origin="stand-in", is_package=package)


class _FromText:
    """Kept as text, since the file may be out of sight once the sandbox is closed."""

    def __init__(self, text: str) -> None:
        self.text = text

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """The usual kind."""

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.text, f"<stand-in {module.__name__}>", "exec", dont_inherit=True), module.__dict__)
