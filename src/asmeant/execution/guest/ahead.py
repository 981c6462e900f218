"""Modules of this package, read while their files can be seen -> imported once a sandbox is entered.

What is imported last lies together in memory, as packing.py explains. Where the harness runs the same Python,
it hands over the byte code of all of them: it has read their files once, for every zygote that it starts.
"""

from __future__ import annotations

import marshal
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from typing import Any, Dict, List

FOLDER = os.path.dirname(__file__)
_handed_over: List[ReadAhead] = []


class ReadAhead:
    """Finds modules whose files are out of sight, for as long as it is in use."""

    def __init__(self, codes: Dict[str, bytes]) -> None:
        self.codes = codes

    def __enter__(self) -> None:
        finders: List[Any] = sys.meta_path
        finders.insert(0, self)

    def __exit__(self, *_: Any) -> None:
        finders: List[Any] = sys.meta_path
        finders.remove(self)
        self.codes.clear()

    def find_spec(self, name: str, _path: Any = None, _target: Any = None) -> Any:
        loader: Any = self
        return ModuleSpec(name, loader) if name in self.codes else None

    def create_module(self, _spec: Any) -> None:
        """As usual."""

    def exec_module(self, module: Any) -> None:
        exec(marshal.loads(self.codes[module.__name__]), vars(module))


def take_over(end: int) -> None:
    """From now on, modules of this package are those that the harness sends first."""
    size = int.from_bytes(os.read(end, 4), "big")
    content = bytearray()
    while len(content) < size:
        piece = os.read(end, size - len(content))
        if not piece:
            raise SystemExit(1)
        content += piece
    modules = ReadAhead(marshal.loads(content))
    modules.__enter__()
    _handed_over.append(modules)


def rest() -> ReadAhead:
    """Those that are not imported yet. Now, they are found no more."""
    if _handed_over:
        modules = _handed_over.pop()
        finders: List[Any] = sys.meta_path
        finders.remove(modules)
    else:
        modules = ReadAhead(read_all())
    for name in set(modules.codes) & set(sys.modules):
        del modules.codes[name]
    return modules


def read_all() -> Dict[str, bytes]:
    """The byte code of all modules of this package, by name."""
    codes = {}
    for file in sorted(os.listdir(FOLDER)):
        name = f"guest.{file[:-3]}"
        if file.endswith(".py") and file != "__init__.py":
            codes[name] = marshal.dumps(SourceFileLoader(name, os.path.join(FOLDER, file)).get_code(name))
    return codes
