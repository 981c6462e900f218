"""Ways in which data of a candidate would become code in the process that decides -> closed.

A pickle may name plain types only; a text that a probe evaluates must be one that stands in the probes; one
that a library evaluates may hold no word of the candidate's (vocabulary.py); a module that a candidate has
written to its folder is imported where the candidate runs; and a library finds none of a candidate's files
while it is imported, where it may look for its settings.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import importlib.abc
import importlib.machinery
import sys
import types
from errno import ENOENT
from os import (  # as they are, whatever a probe makes of them
    O_EXCL,
    O_RDWR,
    O_WRONLY,
    PathLike,
    fsdecode,
    sep,
)
from os.path import dirname, lexists, realpath
from typing import Any, List, Optional, Sequence

from .vocabulary import UnknownError, crossed_words, words_of

PLAIN_MODULES = {"collections", "datetime", "decimal", "fractions", "uuid", "pathlib", "zoneinfo", "array"}
PLAIN_BUILTINS = {
    "set", "frozenset", "complex", "bytearray", "range", "slice", "object", "list", "dict", "tuple",
    "int", "float", "str", "bytes", "bool",
}  # fmt: skip
# Where numpy and pandas define the classes of their data.
DATA_PLACES = (
    "numpy", "numpy.core", "numpy._core", "numpy.ma", "pandas._libs", "pandas.core.arrays",
    "pandas.core.dtypes", "pandas.core.frame", "pandas.core.indexes", "pandas.core.internals",
    "pandas.core.series",
)  # fmt: skip
# What newer ones say that they are in.
DATA_TOPS = ("pandas", "pandas.arrays")
DATA_CLASSES = (
    "Frame",
    "Series",
    "Index",
    "Categorical",
    "Dtype",
    "Array",
    "Timestamp",
    "Timedelta",
    "Period",
)
PLAIN_FUNCTIONS = {
    "_reconstruct", "scalar", "_frombuffer", "dtype", "ndarray", "_unpickle_block", "new_block",
    "_new_Index", "_new_DatetimeIndex", "_reconstructor", "_unpickle_timestamp",
    "__pyx_unpickle_NDArrayBacked",
}  # fmt: skip

ACCESS = O_RDWR | O_WRONLY
MAKING_CLASSES = {
    (collections.__file__, "namedtuple"),
    (dataclasses.__file__, "_create_fn"),
    (dataclasses.__file__, "add_fns_to_class"),  # in newer Pythons
}


class UnsafeError(Exception):
    """Data of a candidate that would have been run."""


def guard(peer: Any, folder: str, texts: List[str]) -> None:
    """From now on nothing of that folder is imported here, and no text but these is evaluated by a probe."""
    box = dirname(folder)
    sys.meta_path.insert(0, WrittenModules(peer, folder))
    close_loaders(box)

    def watch(event: str, arguments: Any) -> None:
        if event == "pickle.find_class":
            check_class(*arguments)
        elif event == "compile":
            check_file(arguments[1], box)
            check_text(arguments[0], texts)
            check_words(arguments[0], texts, peer, box)
        elif event in ("marshal.loads", "marshal.load"):
            check_bytes()
        elif event == "import":
            check_file(arguments[1], box)
        elif event == "ctypes.dlopen":
            check_file(arguments[0], box)
        elif event == "open":
            check_settings(arguments[0], arguments[2], box)

    sys.addaudithook(watch)


def is_in(place: Any, box: str) -> bool:
    path = fsdecode(place) if isinstance(place, (str, bytes, PathLike)) else "<>"
    return not path.startswith("<") and realpath(path or ".").startswith(box + sep)


def check_file(path: Any, box: str) -> None:
    if path and is_in(path, box) and lexists(path):
        raise UnsafeError("a file of the box was to be run")


def check_settings(path: Any, flags: int, box: str) -> None:
    """What a library reads from the box while it is imported would be what a candidate wants it to do."""
    if isinstance(path, int) or flags & ACCESS == O_WRONLY or flags & O_EXCL:
        return  # what it makes itself it may read
    reader = sys._getframe(2)
    if not is_ours(reader) and is_importing(reader) and is_in(path, box):
        raise FileNotFoundError(ENOENT, "out of sight while a library is imported", path)


def is_ours(frame: Any) -> bool:
    """Whether a function of this package runs there: who reads expressions, or looks for words."""
    return bool(frame.f_globals.get("__package__") == __package__)


def is_importing(frame: Any) -> bool:
    """Whether an import of a probe leads to that frame."""
    while frame is not None and not frame.f_code.co_filename.startswith(("<probe", "<setup", "<preamble")):
        if frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        frame = frame.f_back
    return False


def check_bytes() -> None:
    """Only Python's own import reads byte code."""
    if not sys._getframe(2).f_code.co_filename.startswith(("<frozen", "<guest")):
        raise UnsafeError("byte code was to be read")


def close_loaders(box: str) -> None:
    """What loads modules from files loads none from the box."""
    machinery = importlib.machinery
    close(machinery.SourceFileLoader, "get_code", box)
    close(machinery.SourcelessFileLoader, "get_code", box)
    close(machinery.ExtensionFileLoader, "create_module", box)


def close(loader: Any, name: str, box: str) -> None:
    original = getattr(loader, name)

    def closed(self: Any, *arguments: Any) -> Any:
        check_file(self.path, box)
        return original(self, *arguments)

    setattr(loader, name, closed)


def check_class(module: str, name: str) -> None:
    if module == "builtins":
        plain = name in PLAIN_BUILTINS
    elif module == "copyreg":
        plain = name == "_reconstructor"
    elif module == "_asmeant_probes":
        plain = name.isidentifier() and not name.startswith("_")
    elif module in DATA_TOPS:
        plain = name.endswith(DATA_CLASSES) and is_data(module, name)
    elif any(f"{module}.".startswith(f"{place}.") for place in DATA_PLACES):
        plain = name in PLAIN_FUNCTIONS or (name[:1].isupper() and is_data(module, name))
    else:
        plain = module in PLAIN_MODULES and is_class(module, name)
    if not plain:
        raise UnsafeError(f"a pickle that names {module}.{name}")


def is_data(module: str, name: str) -> bool:
    """Whether it is a class of numpy or pandas that opens no file."""
    held = vars(importlib.import_module(module)).get(name)
    return isinstance(held, type) and not name.endswith(("File", "Writer", "Store", "Source"))


def is_class(module: str, name: str) -> bool:
    """Whether a module defines a class of that name, or makes one of its arrays by it."""
    held = vars(importlib.import_module(module)).get(name)
    return name == "_array_reconstructor" or (isinstance(held, type) and held.__module__ == module)


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


def check_words(source: Any, texts: List[str], peer: Any, box: str) -> None:
    """A library may put a text together that it evaluates, but not of what a candidate has said."""
    if not isinstance(source, (str, bytes)) or is_harmless(sys._getframe(2)):
        return
    words = words_of(source.decode("utf-8", "replace") if isinstance(source, bytes) else source)
    words -= {word for known in texts for word in words_of(known)}
    try:
        # While a library is imported, it cannot have read what lies in the box.
        folder = "" if is_importing(sys._getframe(2)) else box
        foreign = words & crossed_words(peer.heard_messages, folder) if words else set()
    except UnknownError:
        raise UnsafeError("a text was to be evaluated, and it may be the candidate's") from None
    if foreign:
        raise UnsafeError(f"a text of the candidate's was to be evaluated: {min(foreign)}")


def is_harmless(frame: Any) -> bool:
    """Who compiles: an import, who makes classes of names that were checked, or who only reads literals."""
    place, function = frame.f_code.co_filename, frame.f_code.co_name
    if place.startswith("<frozen importlib"):
        return True
    if place == ast.__file__ and frame.f_back is not None:
        caller = frame.f_back.f_code
        literals = bool(caller.co_filename == place and caller.co_name == "literal_eval")
        return literals or is_ours(frame.f_back)  # expressions.py reads, and runs nothing
    return (place, function) in MAKING_CLASSES


class WrittenModules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules in the folder of a candidate, and imports them where the candidate runs."""

    def __init__(self, peer: Any, folder: str) -> None:
        self.peer = peer
        self.box = dirname(folder)

    def find_spec(self, name: str, path: Optional[Sequence[str]], target: Any = None) -> Any:
        places = sys.path if path is None else list(path)
        inside = [place for place in places if is_in(place, self.box)]
        if not inside or name in sys.builtin_module_names:
            return None
        others = [place for place in places if place not in inside]
        # What a candidate writes never takes the place of a library.
        for finder in [finder for finder in sys.meta_path if finder is not self]:
            by_files = finder is importlib.machinery.PathFinder
            spec = finder.find_spec(name, others if by_files else path, target)
            if spec is not None:
                return spec
        written = importlib.machinery.PathFinder.find_spec(name, inside)
        return written and importlib.machinery.ModuleSpec(name, self)

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
