"""Setup, reference and probes -> what of them each side gets. Pure.

A candidate gets no more of the setup than it needs; a probe process gets the libraries that probes mean.
"""

from __future__ import annotations

import ast
import builtins
from functools import lru_cache

from asmeant.execution.asking import names_read, visible_names
from asmeant.languages import python

BUILTINS = frozenset(dir(builtins))
DEFINITIONS = (ast.Assign, ast.AnnAssign, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@lru_cache(maxsize=1024)
def shared_setup(setup: str, reference: str) -> str:
    """What a candidate gets of the setup: its imports, what defines a name that the reference reads, and
    what only prepares these (`settings.configure()`).

    The rest may hold what is expected, and stays with the probes.
    """
    tree = python.parse(setup)
    if tree is None:
        return ""
    texts = [ast.unparse(node) for node in tree.body]
    stored = [set(python.stores(text)) for text in texts]
    read = set(visible_names(reference)) if reference else set()
    shared = {
        number for number, node in enumerate(tree.body) if isinstance(node, ast.Import | ast.ImportFrom)
    }
    while more := {number for number, names in enumerate(stored) if names & read} - shared:
        shared |= more
        read |= {name for number in more for name in names_read(texts[number])}
    known = {name for number in shared for name in stored[number]}
    for number, text in enumerate(texts):
        used = set(names_read(text)) - BUILTINS
        if not stored[number] and used and used <= known:
            shared.add(number)
    return "\n".join(texts[number] for number in sorted(shared))


@lru_cache(maxsize=1024)
def asked_setup(setup: str, reference: str, steps: str) -> str:
    """What a candidate gets of the setup where it is asked: all but what only probes elsewhere would read."""
    tree = python.parse(setup)
    if tree is None or not reference:
        return setup
    kept: list[ast.stmt] = []
    read = set(names_read(reference)) | set(names_read(steps))
    for node in reversed(tree.body):
        names = set(python.stores(ast.unparse(node)))
        if names & read or not isinstance(node, DEFINITIONS):
            kept.append(node)
            read |= set(names_read(ast.unparse(node)))
    return setup if len(kept) == len(tree.body) else ast.unparse(ast.Module(kept[::-1], []))


@lru_cache(maxsize=1024)
def library_imports(reference: str, own: tuple[str, ...], setup: str, probes: tuple[str, ...]) -> str:
    """Imports of the reference whose names probes use and nobody else binds: they mean the library itself.

    Taken from the candidate, it would be whatever the candidate calls by that name.
    """
    tree = python.parse(reference)
    wanted = {name for source in (setup, *probes) for name in names_read(source)}
    wanted -= set(python.stores(*own, setup, *probes))
    lines = []
    for node in tree.body if tree else ():
        if isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0):
            bound = {(alias.asname or alias.name).partition(".")[0]: alias for alias in node.names}
            names = [alias for name, alias in bound.items() if name in wanted]
            if names and isinstance(node, ast.Import):
                lines.append(ast.unparse(ast.Import(names)))
            elif names and isinstance(node, ast.ImportFrom):
                lines.append(ast.unparse(ast.ImportFrom(node.module, names, 0)))
    return "".join(f"\n{line}\n" for line in lines)


@lru_cache(maxsize=1024)
def attributes_named(probes: tuple[str, ...]) -> tuple[str, ...]:
    """Reading, setting and deleting those that the probes write out."""
    nodes = (node for probe in probes for node in ast.walk(python.parse(probe) or ast.Module([], [])))
    names = sorted({node.attr for node in nodes if isinstance(node, ast.Attribute)})
    return tuple(f"{operation} {name}" for name in names for operation in ("get", "set", "delete"))
