"""Attempt -> what ODEX's section C would say of a candidate that failed. Pure: nothing is run.

There people looked at programs and named what is wrong; several things may be at once. Here rules name it:
they compare what a program imports and calls with what the reference does. Of the four classes for
closed-domain tasks only the last is known.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from asmeant.analysis.questions import calls
from asmeant.execution.assemble import source
from asmeant.languages import python
from asmeant.loaded_run import Attempt
from asmeant.records import Task

UNUSED_LIBRARY = "library not used"
OTHER_FUNCTION = "wrong function"
MISUSE = "right function, wrong use"
STEPS = "several steps, not all taken"
EMPTY = "empty"
EXTRA = "extra library or redundant code"
TRAITS: Mapping[str, str] = {
    UNUSED_LIBRARY: "the reference uses a library that the candidate does not",
    OTHER_FUNCTION: "it calls another function in the place of one that the reference calls",
    MISUSE: "it calls all that the reference calls, and its answer is wrong",
    STEPS: "the reference calls several functions, and it calls some of them",
    EMPTY: "there is no code, or it does nothing yet",
    EXTRA: "it uses a library that the reference does not, or has code without effect",
}


@dataclass(frozen=True, slots=True)
class Look:
    """What can be seen of a program: libraries that it uses, functions that it calls."""

    libraries: frozenset[str]
    calls: frozenset[str]
    redundant: bool


def traits(attempt: Attempt) -> list[str]:
    """All that hold of a candidate that failed."""
    task, code = attempt.task, attempt.candidate.code
    program = source(task, code) if code.strip() else ""
    if not program or calls.is_stub(program, task.scaffold.entry):
        return [EMPTY]
    tree = python.parse(program)
    known = python.parse(source(task, task.references[0])) if task.references else None
    if tree is None or known is None:
        return []
    return list(_compared(_look(task, tree), _look(task, known)))


def _compared(ours: Look, theirs: Look) -> Iterator[str]:
    if theirs.libraries - ours.libraries:
        yield UNUSED_LIBRARY
    missing, others = theirs.calls - ours.calls, ours.calls - theirs.calls
    if missing and others:
        yield OTHER_FUNCTION
    if theirs.calls and not missing:
        yield MISUSE
    if len(theirs.calls) > 1 and missing and theirs.calls & ours.calls:
        yield STEPS
    if ours.libraries - theirs.libraries or (ours.redundant and not theirs.redundant):
        yield EXTRA


def _look(task: Task, tree: ast.Module) -> Look:
    bound = {**_bindings(python.parse(task.scaffold.setup)), **_bindings(tree)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    # A library that is used and not imported is used all the same: that is another error.
    known = {*bound.values(), *task.scaffold.libraries, *sys.stdlib_module_names}
    defined = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _is_store(node)}
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    used = {bound[name] for name in names & bound.keys()}
    used |= (names & known) - bound.keys() - defined - parameters
    called = calls.called(tree) - {task.scaffold.entry}
    return Look(frozenset(used), frozenset(called), _is_redundant(tree))


def _bindings(tree: ast.AST | None) -> dict[str, str]:
    """The names that imports bind, and the library that each is of: `np` is of `numpy`."""
    bindings: dict[str, str] = {}
    for node in ast.walk(tree or ast.Module([], [])):
        match node:
            case ast.Import(names=aliases):
                for alias in aliases:
                    library = alias.name.partition(".")[0]
                    bindings[alias.asname or library] = library
            case ast.ImportFrom(module=str() as module, names=aliases):
                for alias in aliases:
                    bindings[alias.asname or alias.name] = module.partition(".")[0]
            case _:
                pass
    return bindings


def _is_store(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _is_redundant(tree: ast.Module) -> bool:
    """Whether something is computed and never used, or stands where nothing gets to."""
    loaded = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not _is_store(node)}
    return any(_is_unused(node, loaded) or _is_cut_off(node) for node in ast.walk(tree))


def _is_unused(node: ast.AST, loaded: set[str]) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name not in loaded
        case _:
            return False


def _is_cut_off(node: ast.AST) -> bool:
    """Whether statements follow one that leaves the block."""
    body = getattr(node, "body", None)
    leaves = ast.Return | ast.Raise | ast.Break | ast.Continue
    return isinstance(body, list) and any(isinstance(statement, leaves) for statement in body[:-1])
