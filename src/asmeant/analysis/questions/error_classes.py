"""Attempt -> the class of its error, by rules: from what was observed, then from the program itself. Pure.

Tables, plots and pages use these names for why candidates fail.

The cause of a verdict says which exception was raised, and whether by the candidate or by a probe that used
its answer. For a wrong answer, the functions that the program calls are compared with those of the reference.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from asmeant.analysis.questions import calls
from asmeant.causes import SYNTAX_ERRORS
from asmeant.execution.assemble import source
from asmeant.languages import python
from asmeant.loaded_run import Attempt
from asmeant.records import Cause, Task

CLASSES: Mapping[str, str] = {
    "no code": "the reply has no code in it",
    "incomplete": "the code breaks off, or is a stub that does nothing yet",
    "does not fit": "it is Python, and not what the task asks for: another function, or no expression",
    "not Python": "the code cannot be parsed",
    "missing library": "it imports a library that is not there",
    "missing import": "it uses a library that it does not import",
    "no such function": "a library or a type does not have what it asks for",
    "undefined name": "it uses a name that nothing defines",
    "wrong signature": "it takes other arguments than those it is given",
    "wrong arguments": "something that it calls or computes does not take such values",
    "raised an error": "it fails on the input in another way",
    "no answer": "it returns nothing where the reference returns something",
    "other function": "the answer is wrong; it calls nothing that the reference calls",
    "misuse": "the answer is wrong, though it calls all that the reference calls",
    "wrong answer": "the answer is wrong, and what it calls does not tell why",
    "another outcome": "the command does something else than the reference",
    "command not found": "the command is not there",
    "timed out": "it took too long",
    "out of memory": "it took too much memory",
    "killed": "the system ended it",
    "ended itself": "it ended before its probes were done",
    "tampered": "it meddled with how it was judged",
    "other": "none of these",
}
# Causes that are classes themselves.
SAME_WORDS = {
    "another outcome",
    "command not found",
    "timed out",
    "out of memory",
    "killed",
    "ended itself",
    "tampered",
}

_SIGNATURE = re.compile(r"(?:[\w.<>]+\.)?(\w+)\(\) (?:missing|takes|got)")


def outcome_class(attempt: Attempt, libraries: Collection[str] = ()) -> str:
    """The class of a candidate's error; for a candidate that did not fail, its status."""
    return error_class(attempt, libraries) if attempt.status == "failed" else attempt.status


def error_class(attempt: Attempt, libraries: Collection[str] = ()) -> str:
    """The class of a failed candidate's error. `libraries` are the known names of libraries."""
    if attempt.candidate.fault or not attempt.candidate.code.strip():
        return "incomplete" if attempt.candidate.truncated else "no code"
    cause = attempt.cause or Cause("other")
    if cause.kind in SAME_WORDS:
        return cause.kind
    if attempt.task.code_language != "python":
        return "other"
    if cause.kind in ("wrong answer", "no answer"):
        return _of_answer(attempt, nothing=cause.kind == "no answer")
    return _of_error(attempt, cause, libraries) if cause.exception else "other"


def _of_error(attempt: Attempt, cause: Cause, libraries: Collection[str]) -> str:
    program = source(attempt.task, attempt.candidate.code)
    if cause.exception in SYNTAX_ERRORS:
        if python.parses(attempt.candidate.code):
            return "does not fit"
        # An incomplete function is not recognised as a definition, and is placed inside the scaffold's
        # function.
        cut = any(map(calls.breaks_off, (program, attempt.candidate.code)))
        return "incomplete" if cut or attempt.candidate.truncated else "not Python"
    if calls.is_stub(program, attempt.task.scaffold.entry):
        return "incomplete"
    signature = _SIGNATURE.match(cause.message) if cause.exception == "TypeError" else None
    if signature and signature[1] in python.functions(program):
        return "wrong arguments" if cause.raised_by == "candidate" else "wrong signature"
    if cause.raised_by == "probe":
        return _of_answer(attempt, nothing="NoneType" in cause.message)
    match cause.exception:
        case "ModuleNotFoundError":
            return "missing library"
        case "ImportError":
            return "missing library" if "No module named" in cause.message else "no such function"
        case "NameError" | "UnboundLocalError":
            name = calls.undefined(cause.message)
            is_library = name in libraries or name in sys.stdlib_module_names
            return "missing import" if is_library else "undefined name"
        case "AttributeError":
            return "raised an error" if "'NoneType'" in cause.message else "no such function"
        case "TypeError":
            return "wrong arguments"
        case _:
            return "raised an error"


def _of_answer(attempt: Attempt, nothing: bool) -> str:
    """The class of a wrong answer. `nothing` says that the answer was None."""
    task = attempt.task
    program = source(task, attempt.candidate.code)
    tree = python.parse(program)
    nodes = python.walk(tree) if tree is not None else []
    if calls.is_stub_in(nodes, task.scaffold.entry):
        return "incomplete"
    code = _facts(nodes)
    reference = _reference_facts(task) if task.references else None
    if nothing or (code and not code.returns and reference is not None and reference.returns):
        return "no answer"
    if code is None or reference is None:
        return "wrong answer"
    ours, theirs = code.called, reference.called - {task.scaffold.entry}
    if theirs and not ours & theirs:
        return "other function"
    return "misuse" if theirs and theirs <= ours else "wrong answer"


class _CodeFacts(NamedTuple):
    """Whether code returns anything, and what it calls."""

    returns: bool
    called: set[str]


def _facts(nodes: Sequence[ast.AST]) -> _CodeFacts | None:
    """The facts about code; None if it is not Python, and so has no nodes."""
    return _CodeFacts(_returns(nodes), calls.called_in(nodes)) if nodes else None


def _reference_facts(task: Task) -> _CodeFacts | None:
    return _facts_of(source(task, task.references[0]))


@lru_cache(maxsize=8)  # the candidates of a task follow each other
def _facts_of(program: str) -> _CodeFacts | None:
    tree = python.parse(program)
    return None if tree is None else _facts(python.walk(tree))


def _returns(nodes: Iterable[ast.AST]) -> bool:
    """Whether a value is returned or yielded."""
    return any(
        isinstance(node, ast.Yield | ast.YieldFrom | ast.Lambda)
        or (isinstance(node, ast.Return) and node.value is not None)
        for node in nodes
    )
