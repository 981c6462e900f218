"""Body of a test function -> probes: blocks of code that run one after the other at module level.

The blocks of a function share its locals. Probes share one namespace, so this still works. A block that is
only valid inside a function, because of a `return` or a `nonlocal`, becomes a function that is called
immediately.
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
    """One probe for each block that is not empty. A block that is not Python stays unchanged."""
    dedented = [_dedented(block) for block in blocks if block.strip()]
    return tuple(
        _wrapped(block, dedented[number + 1 :]) if _needs_function(block) else block
        for number, block in enumerate(dedented)
    )


def _dedented(block: str) -> str:
    left = python.dedent(block).lstrip("\r\n").rstrip()
    return left if python.parses(left) else block


def _needs_function(block: str) -> bool:
    return python.parses(block) and not _compiles(block) and _compiles(_as_function(block))


def _wrapped(block: str, later: Sequence[str]) -> str:
    """The block as a function. Its locals that later blocks use become global."""
    shared = sorted(bound_names(block) & set(_names_read(later)))
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


def bound_names(source: str) -> set[str]:
    """The names that a block binds in its own scope."""
    tree = python.parse(source)
    return set(_bound_names(tree)) if tree else set()


def _bound_names(node: ast.AST) -> Iterator[str]:
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
            yield from _bound_names(child)


def _names_read(blocks: Iterable[str]) -> Iterator[str]:
    for block in blocks:
        tree = python.parse(block)
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield node.id
