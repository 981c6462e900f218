"""Python source -> the functions it calls, the libraries it names, whether it is a stub.

Pure: nothing is run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from asmeant.analysis.questions.subject import Subject
from asmeant.languages import python
from asmeant.records import Task

# The parser's message for source that ends too early.
OPEN_ENDS = ("was never closed", "unexpected EOF", "unterminated", "EOF while scanning", "EOF in multi-line")


def called(tree: ast.AST) -> set[str]:
    """The last names of all calls: `np.linalg.norm(x)` calls `norm`."""
    return called_in(python.walk(tree))


def called_in(nodes: Iterable[ast.AST]) -> set[str]:
    names = set()
    for node in nodes:
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    names.add(name)
                case _:
                    pass
    return names


def imported(*sources: str) -> set[str]:
    """The names that imports bind: `import numpy as np` binds `np`."""
    bound: set[str] = set()
    for source in sources:
        for node in python.walk(python.parse(source) or ast.Module([], [])):
            if isinstance(node, ast.Import | ast.ImportFrom):
                bound |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return bound - {"*"}


def libraries_of(run: Subject) -> set[str]:
    """Every name for a library in a run's tasks and candidates."""
    return libraries_in(run.tasks, (attempt.candidate.code for attempt in run.attempts))


def libraries_in(tasks: Iterable[Task], codes: Iterable[str]) -> set[str]:
    """The same for tasks and the code of their candidates."""
    names: set[str] = set()
    for task in tasks:
        names |= {*task.scaffold.libraries, *imported(task.scaffold.setup, *task.references)}
    for code in codes:
        if "import" in code:
            names |= imported(code)
    return names


def is_stub(source: str, entry: str) -> bool:
    """Whether the function has no implementation: only a docstring, `pass`, `...` or NotImplementedError."""
    return is_stub_in(python.walk(python.parse(source) or ast.Module([], [])), entry)


def is_stub_in(nodes: Iterable[ast.AST], entry: str) -> bool:
    """The same, for the nodes of a source."""
    defined = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    functions = [node for node in defined if node.name == entry] or defined
    return bool(functions) and all(map(_is_idle, functions[-1].body))


def _is_idle(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()) | ast.Return(value=None):
            return True
        case ast.Return(value=ast.Constant(value=value)):
            return value is None or value is ...
        case ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name))):
            return name == "NotImplementedError"
        case _:
            return False


def breaks_off(source: str) -> bool:
    """Whether the source is an incomplete beginning of valid Python."""
    fault = python.first_fault(source)
    if not isinstance(fault, SyntaxError):
        return False
    if any(words in str(fault.msg) for words in OPEN_ENDS):
        return True
    last = len(source.rstrip().splitlines())
    return "expected an indented block" in str(fault.msg) and (fault.lineno or 0) >= last


WORD = re.compile(r"name '(\w+)' is not defined|local variable '(\w+)'|free variable '(\w+)'")


def undefined(reason: str) -> str:
    """The name in the message of a NameError."""
    match = WORD.search(reason)
    return next((name for name in match.groups() if name), "") if match else ""
