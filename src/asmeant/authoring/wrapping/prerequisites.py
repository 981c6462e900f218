"""Code -> the imports that it needs and does not have (ODEX, section 2.2).

An unbound name is a module, a common alias (`np`), or a name of a module of the standard library. The
attributes that the code reads from it decide: `datetime.now` belongs to the class, `datetime.timedelta` to
the module. A name that the intent quotes is always a variable.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from asmeant.execution.known_modules import exists
from asmeant.languages import python
from asmeant.languages.free_names import BUILTINS, free_names

# The usual aliases of libraries, as in their documentation.
ALIASES = {
    "ET": "xml.etree.ElementTree",
    "K": "keras.backend",
    "mpl": "matplotlib",
    "np": "numpy",
    "nx": "networkx",
    "ob": "obspy",
    "pd": "pandas",
    "pl": "polars",
    "plt": "matplotlib.pyplot",
    "sa": "sqlalchemy",
    "sm": "statsmodels.api",
    "sns": "seaborn",
    "sp": "scipy",
    "tf": "tensorflow",
}
# Libraries that are usually imported under their own name.
MEMBERS = {
    "BeautifulSoup": "bs4",
    "DataFrame": "pandas",
    "Series": "pandas",
    "Image": "PIL",
    "ndarray": "numpy",
    "parse": "dateutil.parser",
    "relativedelta": "dateutil.relativedelta",
    "webdriver": "selenium",
    "MagicMock": "unittest.mock",
    "Mock": "unittest.mock",
    "patch": "unittest.mock",
}
# Modules of the standard library from which names are usually imported, the likeliest first.
STANDARD = (
    "collections", "itertools", "functools", "operator", "datetime", "math", "random", "re", "os",
    "os.path", "pathlib", "string", "copy", "json", "time", "io", "statistics", "decimal", "fractions",
    "bisect", "heapq", "urllib.parse", "urllib.request", "contextlib", "dataclasses", "typing", "enum",
    "glob", "shutil", "subprocess", "struct", "threading", "tempfile", "textwrap", "pprint", "zipfile",
    "csv", "hashlib", "base64", "calendar", "cmath", "difflib", "inspect", "array", "queue", "secrets",
    "uuid", "html", "unicodedata", "collections.abc", "concurrent.futures", "multiprocessing", "types",
    "sys",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prerequisite:
    """An import, the name that it binds, and the library that must be installed for it."""

    statement: str
    name: str
    library: str

    @property
    def is_standard(self) -> bool:
        return self.library in sys.stdlib_module_names


def prerequisites(code: str, variables: Collection[str] = ()) -> list[Prerequisite]:
    """The missing imports, in the order of their names' first use. `variables` are not modules."""
    uses = _uses(code)
    missing = []
    for name in free_names(code):
        if name in BUILTINS or name in variables:
            continue
        prerequisite = _import_of(name, uses.get(name, _Use()))
        if prerequisite is not None:
            missing.append(prerequisite)
    return [*missing, *_submodules(code)]


@dataclass(frozen=True, slots=True)
class _Use:
    """How code uses a name: the attributes that it reads from it, and whether it calls it."""

    attributes: frozenset[str] = frozenset()
    called: bool = False


def _uses(code: str) -> dict[str, _Use]:
    attributes: dict[str, set[str]] = {}
    called: set[str] = set()
    for node in ast.walk(python.parse(code) or ast.Module([], [])):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                attributes.setdefault(name, set()).add(attribute)
            case ast.Call(func=ast.Name(id=name)):
                called.add(name)
            case _:
                pass
    names = {*attributes, *called}
    return {name: _Use(frozenset(attributes.get(name, ())), name in called) for name in names}


def _import_of(name: str, use: _Use) -> Prerequisite | None:
    if name in ALIASES and use.attributes:
        return _import(ALIASES[name], name)
    is_owner = bool(use.attributes) and not use.called
    if is_owner and _is_module(name, use.attributes):
        return _import(name, name)
    if source := _standard_source(name, use):
        return _from(source, name)
    if name in MEMBERS and (use.called or use.attributes):
        return _from(MEMBERS[name], name)
    # The module may have lost an attribute since the snippet was written.
    return _import(name, name) if is_owner and name in sys.stdlib_module_names else None


def _import(module: str, name: str) -> Prerequisite:
    statement = f"import {module}" if module == name else f"import {module} as {name}"
    return Prerequisite(statement, name, module.partition(".")[0])


def _from(module: str, name: str) -> Prerequisite:
    return Prerequisite(f"from {module} import {name}", name, module.partition(".")[0])


def _is_module(name: str, attributes: Collection[str]) -> bool:
    """Whether a module has these attributes. For a library, only whether it has this name."""
    if name not in sys.stdlib_module_names:
        return exists(name)
    module = _module(name)
    return module is not None and all(_has(module, attribute) for attribute in attributes)


def _has(module: ModuleType, attribute: str) -> bool:
    return hasattr(module, attribute) or _is_submodule(module.__name__, attribute)


def _is_submodule(package: str, name: str) -> bool:
    try:
        return find_spec(f"{package}.{name}") is not None
    except (ImportError, ValueError, AttributeError):
        return False


def _standard_source(name: str, use: _Use) -> str:
    """The module of the standard library that has the name, and its attributes if some are read."""
    for module_name in STANDARD if use.called or use.attributes else ():
        value = getattr(_module(module_name), name, None)
        public = not name.startswith("_") and not isinstance(value, ModuleType)
        if value is not None and public and all(hasattr(value, attribute) for attribute in use.attributes):
            return module_name
    return ""


@cache
def _module(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ImportError:
        return None


def _submodules(code: str) -> Iterator[Prerequisite]:
    """`import urllib.request` if the code reads it, and nothing imports it."""
    imported = set(python.imports(code))
    for node in ast.walk(python.parse(code) or ast.Module([], [])):
        match node:
            case ast.Attribute(value=ast.Name(id=package), attr=name) if package in sys.stdlib_module_names:
                full = f"{package}.{name}"
                if full not in imported and _is_submodule(package, name) and package != "os":
                    imported.add(full)
                    yield Prerequisite(f"import {full}", package, package)
            case _:
                pass
