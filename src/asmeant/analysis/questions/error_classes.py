"""Attempt -> the class of its error, by rules: what was seen of it first, then how the program is made. Pure.

The classes are the words for why candidates fail, in tables, plots and pages alike.

The reason of an observation says where an error came from and of which kind it is, its trace whether it came
from the candidate or from a probe that looked at the answer. Where an answer is wrong, what the program calls
is held against what the reference calls.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from asmeant.analysis.questions import calls
from asmeant.execution.assemble import source
from asmeant.languages import python
from asmeant.loaded_run import Attempt
from asmeant.records import Ending, Observation

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

_ENDINGS: tuple[Ending, ...] = ("timed out", "out of memory", "killed", "tampered")
_RAISED = re.compile(r"(?:(the code|the setup|probe \d+): )?(?:\w+\.)*([A-Z]\w*):(?: (.*))?$", re.DOTALL)
_ANSWERED = re.compile(r"probe \d+: answered (.*), expected (.*)$", re.DOTALL)
_SIGNATURE = re.compile(r"(?:[\w.<>]+\.)?(\w+)\(\) (?:missing|takes|got)")
_SYNTAX = ("SyntaxError", "IndentationError", "TabError")


@dataclass(frozen=True, slots=True)
class Trace:
    """An error: of which kind, with which words, and what the program wrote of it."""

    kind: str
    words: str
    stderr: str

    @property
    def by_probe(self) -> bool:
        """Raised by a probe that looked at the answer, here or beside the candidate."""
        beside = "Traceback" in self.stderr and 'File "<candidate>"' not in self.stderr
        return beside or " in assert " in self.words


def cause(attempt: Attempt, libraries: Collection[str] = ()) -> str:
    """The class of a candidate's error; of one that did not fail, what became of it."""
    status = attempt.verdict.status if attempt.verdict else "not judged"
    return error_class(attempt, libraries) if status == "failed" else status


def telling(attempt: Attempt) -> Observation | None:
    """Of what was seen, that which came furthest: the verdict goes by it, too."""
    return max(attempt.observations, key=lambda seen: seen.probes_passed, default=None)


def error_class(attempt: Attempt, libraries: Collection[str] = ()) -> str:
    """Of a candidate that failed. `libraries` are names by which libraries are known."""
    if attempt.candidate.fault or not attempt.candidate.code.strip():
        return "incomplete" if attempt.candidate.truncated else "no code"
    seen = telling(attempt)
    reason = (seen.reason if seen else "") or (attempt.verdict.reason if attempt.verdict else "")
    if seen is not None and seen.same_outcome is False:
        return "command not found" if reason.endswith("command not found") else "another outcome"
    for ending in _ENDINGS:
        if (seen.ending if seen else "") == ending or reason.startswith(f"{ending}: "):
            return ending
    if reason.startswith("the program ended itself") or "SystemExit:" in reason:
        return "ended itself"
    if attempt.task.code_language != "python":
        return "other"
    raised = _RAISED.match(reason)
    if raised and raised[2] != "AssertionError":
        return _of_error(attempt, Trace(raised[2], raised[3] or "", seen.stderr if seen else ""), libraries)
    answered = _ANSWERED.match(reason)
    if raised or answered:
        return _of_answer(attempt, answered is not None and answered[1] == "None" != answered[2])
    return "other"


def _of_error(attempt: Attempt, trace: Trace, libraries: Collection[str]) -> str:
    program = source(attempt.task, attempt.candidate.code)
    if trace.kind in _SYNTAX:
        if python.parses(attempt.candidate.code):
            return "does not fit"
        # A function that breaks off is not seen to be one, and then stands within the scaffold's.
        cut = any(map(calls.breaks_off, (program, attempt.candidate.code)))
        return "incomplete" if cut or attempt.candidate.truncated else "not Python"
    if calls.is_stub(program, attempt.task.scaffold.entry):
        return "incomplete"
    signature = _SIGNATURE.match(trace.words) if trace.kind == "TypeError" else None
    if signature and signature[1] in python.functions(program):
        within = 'File "<candidate>"' in trace.stderr
        return "wrong arguments" if within else "wrong signature"
    if trace.by_probe:
        return _of_answer(attempt, nothing="NoneType" in trace.words)
    match trace.kind:
        case "ModuleNotFoundError":
            return "missing library"
        case "ImportError":
            return "missing library" if "No module named" in trace.words else "no such function"
        case "NameError" | "UnboundLocalError":
            name = calls.undefined(trace.words)
            known = name in libraries or name in sys.stdlib_module_names
            return "missing import" if known else "undefined name"
        case "AttributeError":
            return "raised an error" if "'NoneType'" in trace.words else "no such function"
        case "TypeError":
            return "wrong arguments"
        case _:
            return "raised an error"


def _of_answer(attempt: Attempt, nothing: bool) -> str:
    """An answer that is wrong. `nothing` where it was seen to be None."""
    task = attempt.task
    program = source(task, attempt.candidate.code)
    if calls.is_stub(program, task.scaffold.entry):
        return "incomplete"
    tree = python.parse(program)
    reference = python.parse(source(task, task.references[0])) if task.references else None
    silent = tree is not None and not _returns(tree)
    if nothing or (silent and reference is not None and _returns(reference)):
        return "no answer"
    if tree is None or reference is None:
        return "wrong answer"
    ours, theirs = calls.called(tree), calls.called(reference) - {task.scaffold.entry}
    if theirs and not ours & theirs:
        return "other function"
    return "misuse" if theirs and theirs <= ours else "wrong answer"


def _returns(tree: ast.AST) -> bool:
    """Whether anything is answered: by a value that is returned or yielded."""
    return any(
        isinstance(node, ast.Yield | ast.YieldFrom | ast.Lambda)
        or (isinstance(node, ast.Return) and node.value is not None)
        for node in ast.walk(tree)
    )
