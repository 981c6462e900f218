"""Ways in which data of a candidate would become code in the process that decides -> closed.

A pickle may name plain types only; a text that a probe evaluates must be one that stands in the probes; and a
module that a candidate has written to its folder is imported where the candidate runs.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
import types
from os.path import dirname, exists, isdir, join, realpath, sep
from typing import Any, List, Optional, Sequence

PLAIN_MODULES = {"collections", "datetime", "decimal", "fractions", "uuid", "pathlib", "zoneinfo", "array"}
PLAIN_BUILTINS = {
    "set", "frozenset", "complex", "bytearray", "range", "slice", "object", "list", "dict", "tuple",
    "int", "float", "str", "bytes", "bool",
}  # fmt: skip
PLAIN_FUNCTIONS = {
    "_reconstruct", "scalar", "_frombuffer", "dtype", "ndarray", "_unpickle_block", "new_block",
    "_new_Index", "_new_DatetimeIndex", "_reconstructor",
}  # fmt: skip


class UnsafeError(Exception):
    """Data of a candidate that would have been run."""


def guard(peer: Any, folder: str, texts: List[str]) -> None:
    """From now on nothing of that folder is imported here, and no text but these is evaluated by a probe."""
    sys.meta_path.insert(0, WrittenModules(peer, folder))

    def watch(event: str, arguments: Any) -> None:
        if event == "pickle.find_class":
            check_class(*arguments)
        elif event == "compile":
            check_text(arguments[0], texts)

    sys.addaudithook(watch)


def check_class(module: str, name: str) -> None:
    top = module.partition(".")[0]
    plain = (
        (module == "builtins" and name in PLAIN_BUILTINS)
        or module in PLAIN_MODULES
        or (module == "copyreg" and name == "_reconstructor")
        or (top in ("numpy", "pandas") and (name in PLAIN_FUNCTIONS or name[:1].isupper()))
        or module == "_asmeant_probes"
    )
    if not plain:
        raise UnsafeError(f"a pickle that names {module}.{name}")


def check_text(source: Any, texts: List[str]) -> None:
    """Looks at who asked for it: libraries compile texts of their own."""
    if source is None:
        return
    caller = sys._getframe(2).f_code.co_filename
    if not caller.startswith(("<probe", "<setup", "<preamble")):
        return
    text = source.decode("utf-8", "replace") if isinstance(source, bytes) else source
    if isinstance(text, str) and not any(text in known for known in texts):
        raise UnsafeError("a text that is not the probe's was to be evaluated")


class WrittenModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules in the folder of a candidate, and imports them where the candidate runs."""

    def __init__(self, peer: Any, folder: str) -> None:
        self.peer = peer
        self.box = dirname(folder)

    def find_spec(self, name: str, path: Optional[Sequence[str]], target: Any = None) -> Any:
        places = sys.path if path is None else list(path)
        inside = [place for place in places if self.holds(place)]
        files = [join(place, name.rpartition(".")[2]) for place in inside]
        if not any(exists(file + ".py") or isdir(file) for file in files):
            return None
        if name in sys.builtin_module_names:
            return None
        others = [place for place in places if place not in inside]
        # What a candidate writes never takes the place of a library.
        known = importlib.machinery.PathFinder.find_spec(name, others)
        return known or importlib.machinery.ModuleSpec(name, self)

    def holds(self, place: str) -> bool:
        return realpath(place or ".").startswith(self.box + sep)

    def create_module(self, spec: Any) -> types.ModuleType:
        return WrittenModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        module.__dict__["_stand_in"] = self.peer.ask("import", module.__name__)


class WrittenModule(types.ModuleType):
    """What it holds is asked for."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.__dict__["_stand_in"], name)
