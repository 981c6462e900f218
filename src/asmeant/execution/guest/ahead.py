"""Modules of this package, read while their files can be seen -> imported once a sandbox is entered.

What is imported last lies together in memory, as packing.py explains.
"""

from __future__ import annotations

import marshal
import os
import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from typing import Any, Dict, List

FOLDER = os.path.dirname(__file__)


class ReadAhead:
    """Finds modules whose files are out of sight, for as long as it is in use."""

    def __init__(self) -> None:
        self.codes: Dict[str, bytes] = {}
        for file in sorted(os.listdir(FOLDER)):
            name = f"{__package__}.{file[:-3]}"
            if file.endswith(".py") and file != "__init__.py" and name not in sys.modules:
                code = SourceFileLoader(name, os.path.join(FOLDER, file)).get_code(name)
                self.codes[name] = marshal.dumps(code)

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
