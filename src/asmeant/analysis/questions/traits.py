"""Attempt -> the traits that ODEX's section C finds in failed candidates. Pure: nothing is run.

In the paper, people examined programs and named what is wrong; several traits may apply. Here rules compare
the imports and calls of a program with those of the reference. Of the paper's four classes for closed-domain
tasks, only the last one is found.
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
    """What is visible in a program: the libraries that it uses, and the functions that it calls."""

    libraries: frozenset[str]
    calls: frozenset[str]
    redundant: bool


def traits(attempt: Attempt) -> list[str]:
    """All traits of a failed candidate."""
    task, code = attempt.task, attempt.candidate.code
    program = source(task, code) if code.strip() else ""
    if not program or calls.is_stub(program, task.scaffold.entry):
        return [EMPTY]
    tree = python.parse(program)
    reference_tree = python.parse(source(task, task.references[0])) if task.references else None
    if tree is None or reference_tree is None:
        return []
    return list(_compared(_look(task, tree), _look(task, reference_tree)))


def _compared(ours: Look, theirs: Look) -> Iterator[str]:
    if theirs.libraries - ours.libraries:
        yield UNUSED_LIBRARY
    missing, additional = theirs.calls - ours.calls, ours.calls - theirs.calls
    if missing and additional:
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
    # A library that is used without an import still counts as used: the missing import is another error.
    libraries = {*bound.values(), *task.scaffold.libraries, *sys.stdlib_module_names}
    defined = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and _is_store(node)}
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    used = {bound[name] for name in names & bound.keys()}
    used |= (names & libraries) - bound.keys() - defined - parameters
    called_names = calls.called(tree) - {task.scaffold.entry}
    return Look(frozenset(used), frozenset(called_names), _is_redundant(tree))


def _bindings(tree: ast.AST | None) -> dict[str, str]:
    """The names that imports bind, and the library of each: `np` belongs to `numpy`."""
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
    """Whether a value is computed but never used, or code is unreachable."""
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
