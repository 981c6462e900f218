"""Pieces of code -> the one that answers the task, with what it needs from the others."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence

from asmeant.languages import python
from asmeant.records import Task

_DEFINITION = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom


def choose(pieces: Sequence[str], task: Task) -> str:
    """The answer among several pieces.

    The last that defines the function: a reply that corrects itself does so at its end. Without one, the
    first that is more than imports or a call of the function: what follows is another way to say it.
    """
    whole = [piece for piece in pieces if python.parses(piece)]
    if not whole:
        return max(pieces, key=len, default="")
    entry = task.scaffold.entry
    defining = [piece for piece in whole if entry and python.defines(piece, entry)]
    if not defining and (task.scaffold.any_function or not task.scaffold.before.strip()):
        defining = [piece for piece in whole if python.functions(piece)]
    main = defining[-1] if defining else _first_answer(whole, entry)
    return _with_needs(main, [piece for piece in whole if piece is not main], task)


def _first_answer(pieces: Sequence[str], entry: str) -> str:
    if len(pieces) == 1:
        return pieces[0]
    answers = [piece for piece in pieces if not _is_only_imports(piece)]
    unused = [piece for piece in answers if not entry or entry not in python.identifiers(piece)]
    return next(iter([*unused, *answers, *pieces]))


def _is_only_imports(piece: str) -> bool:
    tree = python.parse(piece)
    return tree is not None and all(isinstance(node, ast.Import | ast.ImportFrom) for node in tree.body)


def _with_needs(main: str, others: Sequence[str], task: Task) -> str:
    """The answer below the imports and helpers that it uses and that stand in other pieces."""
    tree = python.parse(main)
    # A bare expression is to be continued, so that nothing can stand above it.
    if (
        not others
        or tree is None
        or not any(isinstance(node, _DEFINITION | ast.Return) for node in tree.body)
    ):
        return main
    known = python.identifiers(task.scaffold.before + "\n") | python.identifiers(task.scaffold.setup)
    needed = _free_names(tree) - known - {task.scaffold.entry}
    offered = [(piece, node) for piece in others for node in _statements(piece)]
    taken: list[str] = []
    bound: set[str] = set()
    # Backwards, as a helper may itself need what stands above it.
    for piece, node in reversed(offered):
        names = set(_binds(node))
        if names & (needed - bound):
            taken.insert(0, _text_of(piece, node))
            bound |= names
            needed |= _free_names(ast.Module([node], []))
    return "\n\n".join([*taken, main]) if taken else main


def _statements(piece: str) -> list[ast.stmt]:
    tree = python.parse(piece)
    return [node for node in tree.body if isinstance(node, _DEFINITION | ast.Assign)] if tree else []


def _binds(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            return [alias.asname or alias.name.split(".")[0] for alias in aliases]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case _:
            return []


def _text_of(piece: str, node: ast.stmt) -> str:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    return "\n".join(piece.split("\n")[first - 1 : node.end_lineno])


def _free_names(tree: ast.AST) -> set[str]:
    """Names that are used and nowhere bound: roughly, as scopes are not told apart."""
    used: set[str] = set()
    bound: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case ast.Name(id=name) | ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
                bound.add(name)
            case ast.stmt():
                bound.update(_binds(node))
            case _:
                pass
    return {name for name in used - bound if not hasattr(builtins, name)}
