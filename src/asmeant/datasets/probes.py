"""The body of a test function -> probes: blocks that run one after the other at the top of a module.

The blocks of one function share its locals; probes share one namespace, so they still do. A block that only
a function can hold, because of a `return` or a `nonlocal`, becomes a function that is called at once.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Sequence

from asmeant.languages import python

_WRAPPER = "_asmeant_probe"
_SCOPES = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


def as_probes(blocks: Sequence[str]) -> tuple[str, ...]:
    """One probe for each block that is not blank. A block that is no Python stays as it is."""
    moved = [_moved(block) for block in blocks if block.strip()]
    return tuple(
        _wrapped(block, moved[number + 1 :]) if _needs_function(block) else block
        for number, block in enumerate(moved)
    )


def _moved(block: str) -> str:
    left = python.dedent(block).lstrip("\r\n").rstrip()
    return left if python.parses(left) else block


def _needs_function(block: str) -> bool:
    return python.parses(block) and not _compiles(block) and _compiles(_as_function(block))


def _wrapped(block: str, later: Sequence[str]) -> str:
    """The block as a function, which shares those of its locals that later blocks use."""
    shared = sorted(bound(block) & set(_read(later)))
    sharing = _as_function(block, f"global {', '.join(shared)}\n") if shared else ""
    return sharing if sharing and _compiles(sharing) else _as_function(block)


def _as_function(block: str, first: str = "") -> str:
    return f"def {_WRAPPER}():\n{python.indent(first + block)}\n{_WRAPPER}()"


def _compiles(source: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "probe", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def bound(source: str) -> set[str]:
    """The names that a block binds in its own scope."""
    tree = python.parse(source)
    return set(_bound(tree)) if tree else set()


def _bound(node: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.ExceptHandler(name=str(name)):
                yield name
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                yield from (alias.asname or alias.name.partition(".")[0] for alias in aliases)
            case _:
                pass
        if not isinstance(child, _SCOPES):
            yield from _bound(child)


def _read(blocks: Iterable[str]) -> Iterator[str]:
    for block in blocks:
        tree = python.parse(block)
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield node.id
