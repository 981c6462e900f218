"""Python source -> whether it is closed, and a digest of its syntax tree. Nothing here runs code.

A *closed* program can read nothing but its own code and what it is called with. It reaches no clock, no
entropy, no file, no process, and neither its own text nor its own line numbers. Two things follow:

- Each run of it in the same place does the same.
- Two closed programs with equal syntax trees do the same. All that the compiler takes from a source besides
  its tree are positions: `co_firstlineno` and the tables of lines. They are read through frames, tracebacks
  and code objects; the text is read through `linecache`, `inspect` and `__file__`. Docstrings, names and all
  constants are part of the tree.

The rule allows what is known to be harmless, and refuses the rest:

- Imports come from `MODULES` only (of `sys`, only `SYS`), and no attribute or imported name is that of
  another module: modules hold the modules that they import (`typing.sys`, `enum.bltns`).
- Built-in names are those of `BUILTINS` only: not `open`, `id`, `getattr`, `eval`, `globals`, ...
- No attribute leads to frames, code or a namespace: no name with two underscores in front but those of
  `DUNDERS`, none that begins as those of frames and code objects do (`f_lineno`, `gi_code`), and no private
  name of a module or of one of its classes (`typing._eval_type`).
- No text becomes the name of an attribute or is evaluated: no `str.format` but of a literal without fields
  that look into objects, no `attrgetter`, no class patterns, no `get_type_hints`.

What Python itself leaves open (the addresses of objects, and so the order of a set of them) is not covered:
it may differ between two runs of one and the same program.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import importlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from types import ModuleType
from typing import Any, NamedTuple

from asmeant.languages.python import parse, walk


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What these offer depends on its arguments alone, apart from NAMES. `random` is seeded before each run.
MODULES = _words(
    """
    __future__ abc array bisect cmath collections copy dataclasses datetime decimal enum fractions
    functools hashlib heapq itertools json math numbers operator random re statistics string
    textwrap typing unicodedata
    """
)
SUBMODULES = frozenset({"collections.abc", "json.decoder"})
SYS = frozenset({"float_info", "maxsize"})
BUILTINS = _words(
    """
    ArithmeticError AssertionError AttributeError BaseException Ellipsis Exception False
    FloatingPointError IndexError KeyError LookupError NameError None NotImplemented
    NotImplementedError OverflowError RecursionError RuntimeError StopIteration True TypeError
    UnicodeDecodeError UnicodeEncodeError UnicodeError ValueError ZeroDivisionError __name__ abs
    aiter all anext any ascii bin bool bytearray bytes callable chr classmethod complex dict divmod
    enumerate filter float format frozenset hash hex int isinstance issubclass iter len list map max
    min next object oct ord pow print property range repr reversed round set slice sorted
    staticmethod str sum super tuple type zip
    """
)
DUNDERS = frozenset({"__class__", "__init__", "__name__", "__new__"})
# What of these reads the clock, chance, a file or line numbers, or turns a text into an attribute or a value.
NAMES = _words(
    """
    Formatter ForwardRef NormalDist Random SystemRandom attrgetter buffer_info evaluate_forward_ref
    file_digest format_map fromfile get_annotations get_overloads get_type_hints kde_random
    make_dataclass methodcaller now seed singledispatch singledispatchmethod today tofile
    update_wrapper utcnow with_traceback wraps
    """
)
REFLECTIVE = ("ag_", "co_", "cr_", "f_", "gi_", "tb_")
_EVERY_BUILTIN = frozenset(dir(builtins))
_MODULES_ELSEWHERE = frozenset(sys.stdlib_module_names) - MODULES
_LOOKS_INTO = re.compile(r"\{[^{}:!]*[.\[]|__")


def tree_digest(source: str) -> str | None:
    """A digest of the syntax tree, without positions. None where the source is not Python.

    It is also None where a constant cannot be written down.
    """
    reading = _read(source)
    if reading is None or reading.words is None:
        return None
    return hashlib.sha256("\0".join(reading.words).encode("utf-8", "surrogatepass")).hexdigest()


def is_closed(source: str) -> bool:
    """Whether a program is closed. False where the source is not Python."""
    reading = _read(source)
    if reading is None:
        return False
    try:
        return all(map(_is_harmless, reading.nodes)) and _uses_little_of_sys(reading.nodes)
    except RecursionError:
        return False


def quotes_itself(source: str) -> bool:
    """Whether a report of a failure may quote a line of the source: an assertion without a message."""
    reading = _read(source)
    return reading is None or any(isinstance(node, ast.Assert) and node.msg is None for node in reading.nodes)


class _Reading(NamedTuple):
    """The nodes of a syntax tree, and the tree as words, unless a part of it cannot be written down."""

    nodes: Sequence[ast.AST]
    words: Sequence[str] | None


@lru_cache(maxsize=8)  # the three functions above are asked one after the other
def _read(source: str) -> _Reading | None:
    tree = parse(source)
    if tree is None:
        return None
    nodes: list[ast.AST] = []
    words: list[str] = []
    try:
        _write(tree, nodes, words)
    except (RecursionError, ValueError):  # a number of more digits than Python writes
        return _Reading(walk(tree), None)
    return _Reading(nodes, words)


def _write(node: ast.AST, nodes: list[ast.AST], words: list[str]) -> None:
    """Both in one walk, for each candidate that is judged."""
    kind = node.__class__
    nodes.append(node)
    words.append(kind.__name__)
    for name in kind._fields:
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            _write(value, nodes, words)
        elif value.__class__ is list:
            words.append("[")
            for item in value:
                if isinstance(item, ast.AST):
                    _write(item, nodes, words)
                else:
                    words.append(repr(item))
            words.append("]")
        else:
            words.append(repr(value))


def _is_harmless(node: ast.AST) -> bool:
    check = _CHECKS.get(node.__class__)
    return check is None or check(node)


def _is_harmless_variable(node: ast.Name) -> bool:
    return _is_harmless_name(node.id) and (node.id not in _EVERY_BUILTIN or node.id in BUILTINS)


def _is_harmless_access(node: ast.Attribute) -> bool:
    return _is_harmless_attribute(node.attr) and (node.attr != "format" or _is_plain_text(node.value))


def _is_harmless_import(node: ast.Import) -> bool:
    return all(
        alias.name in MODULES | SUBMODULES or (alias.name == "sys" and not alias.asname)
        for alias in node.names
    )


def _is_harmless_import_from(node: ast.ImportFrom) -> bool:
    if node.module == "sys" and node.level == 0:
        return all(alias.name in SYS for alias in node.names)
    return (
        node.level == 0
        and node.module in MODULES | SUBMODULES
        and all(_is_harmless_attribute(alias.name) for alias in node.names)
    )


_CHECKS: Mapping[type, Callable[[Any], bool]] = {
    ast.Name: _is_harmless_variable,
    ast.Attribute: _is_harmless_access,
    ast.Import: _is_harmless_import,
    ast.ImportFrom: _is_harmless_import_from,
    ast.MatchClass: lambda _: False,
}


def _uses_little_of_sys(nodes: Sequence[ast.AST]) -> bool:
    names = sum(isinstance(node, ast.Name) and node.id == "sys" for node in nodes)
    harmless = 0
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id="sys"), attr=name) if name in SYS:
                harmless += 1
    return names == harmless


def _is_harmless_name(name: str) -> bool:
    return name not in NAMES and (not name.startswith("__") or name in BUILTINS)


def _is_harmless_attribute(name: str) -> bool:
    if name in NAMES or name.startswith(REFLECTIVE):
        return False
    if name.startswith("__"):
        return name in DUNDERS or name in MODULES
    if name in _inner_names():
        return False
    # A module that another has imported may be kept under its name with an underscore.
    return name.strip("_") not in _MODULES_ELSEWHERE


@cache
def _inner_names() -> frozenset[str]:
    """The names that the modules use for themselves.

    These are names of the modules and their classes with an underscore in front, and names of other modules:
    `enum` has all built-in functions as `enum.bltns`.
    """
    modules = [importlib.import_module(name) for name in MODULES | SUBMODULES]
    values = [item for module in modules for item in vars(module).items()]
    owners = (*modules, *(value for _, value in values if isinstance(value, type)))
    private = {name for owner in owners for name in dir(owner) if name[0] == "_"}
    return frozenset(private | {name for name, value in values if _is_module_elsewhere(value)})


def _is_module_elsewhere(value: object) -> bool:
    return isinstance(value, ModuleType) and value.__name__ not in MODULES | SUBMODULES


def _is_plain_text(value: ast.expr) -> bool:
    """Whether `value.format(...)` can only put values where the braces are."""
    return (
        isinstance(value, ast.Constant)
        and isinstance(value.value, str)
        and not _LOOKS_INTO.search(value.value)
    )
