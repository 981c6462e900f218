"""Probes of a check -> questions, where plain answers decide them. Pure.

Of `assert f(2) == 4` only the call goes to the process that runs the candidate. Its answer comes back as
plain data, and the assertion is decided here: what it expects never enters that process. Statements that
only prepare arguments go along. A check with any other statement needs a probe process
(guest/probing.py).
"""

from __future__ import annotations

import ast
import builtins
import json
import symtable
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from asmeant.execution.constants import is_small, rounds_at_once
from asmeant.execution.expectations import with_expectations
from asmeant.execution.guest.candidate import TELL
from asmeant.execution.guest.decoding import Decoder
from asmeant.execution.guest.encoding import Encoder
from asmeant.languages import python

ANSWER = "_answer_"
# Functions of plain values that an assertion may use and that cannot be made to work long or do harm.
FUNCTIONS = ("abs", "all", "any", "bool", "dict", "float", "frozenset", "int", "isinstance", "len", "list",
             "max", "min", "round", "set", "sorted", "str", "sum", "tuple", "type")  # fmt: skip
ORDERING = {"dict", "list", "str", "tuple"}
# What may be made of an answer where it was given: it is another answer, and still only that.
MAKING = {
    *FUNCTIONS,
    "repr",
    "enumerate",
    "zip",
    "map",
    "reversed",
    "vars",
    "next",
    "iter",
    "bytes",
    "ord",
    "chr",
}
NAMES = {name: getattr(builtins, name) for name in FUNCTIONS}
PLAIN_NODES = (
    ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop, ast.Compare,
    ast.cmpop, ast.Name, ast.Load, ast.Subscript, ast.Slice, ast.Expression, ast.keyword,
)  # fmt: skip
ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)


@dataclass(frozen=True, slots=True)
class Question:
    """Which answers an assertion is about, and how they decide it."""

    probe: int
    answers: int
    condition: CodeType
    text: str
    equals: tuple[object] | None = None  # what the answer must equal, where it is as simple as that
    surely: bytes = b""  # how an answer is written that needs no reading, as it is what is expected


@dataclass(frozen=True, slots=True)
class Questions:
    """What a candidate's process is told to do for a check, and what its answers must meet."""

    steps: str
    questions: tuple[Question, ...]
    probes: int

    def probe_of(self, answers: int) -> int:
        """The probe in which a program was that had given so many answers."""
        for question in self.questions:
            answers -= question.answers
            if answers < 0:
                return question.probe
        return self.probes


@lru_cache(maxsize=4096)
def questions(probes: tuple[str, ...], entry: str, setup: str, reference: str = "") -> Questions | None:
    """The questions of a check; None where not all of it can be decided by plain answers."""
    trees = [python.parse(probe) for probe in probes]
    calls = frozenset({entry, "candidate"} - {""})
    stored = set(python.stores(setup, *probes))
    if not all(trees) or "*" in stored or calls & stored:
        return None
    rebound = frozenset(NAMES) & stored
    lines: list[str] = []
    asked: list[Question] = []
    bodies: list[list[ast.stmt]] = [tree.body if tree else [] for tree in trees]
    if reference:  # it shows what a candidate may read
        bodies = with_expectations(bodies, calls, {*names_read(reference), *names_read(setup)})
    for number, body in enumerate(bodies, 1):
        for node in body:
            if isinstance(node, ast.Assert):
                asked_by_node = _question(node, number, calls, rebound)
                if asked_by_node is None:
                    return None
                question, sources = asked_by_node
                asked.append(question)
                lines += [f"{TELL}({source})" for source in sources]
            elif _is_arrangement(node, calls):
                lines.append(ast.unparse(node))
            elif not _is_idle(node):
                return None
    return Questions("\n".join(lines), tuple(asked), len(probes)) if asked else None


def _is_idle(node: ast.stmt) -> bool:
    """A name or a constant that stands alone, as a docstring does."""
    return isinstance(node, ast.Pass) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Name | ast.Constant)
    )


def _is_arrangement(node: ast.stmt, calls: frozenset[str]) -> bool:
    """An import, or a name for something that does not come from the candidate."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    if not isinstance(node, ASSIGNMENTS):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return all(isinstance(target, ast.Name) for target in targets) and not any(
        isinstance(part, ast.Name) and part.id in calls for part in ast.walk(node)
    )


def _question(
    node: ast.Assert, probe: int, calls: frozenset[str], rebound: frozenset[str]
) -> tuple[Question, list[str]] | None:
    """An assertion that plain answers can decide, and the expressions that give them."""
    asker = _Asker(calls)
    condition = asker.visit(ast.Expression(deepcopy(node.test)))
    if not _is_plain(condition, asker.sources, rebound):
        return None
    text = " ".join(ast.unparse(node).split())
    code = compile(ast.unparse(condition), "<assertion>", "eval", dont_inherit=True)
    equals = _equals(condition.body)
    question = Question(probe, len(asker.sources), code, text, equals, _surely(code, equals))
    return question, asker.sources


def _surely(condition: CodeType, equals: tuple[object] | None) -> bytes:
    """The text of the expected answer, where that is equal to itself. Empty where there is none."""
    if equals is None:
        return b""
    try:
        text = Encoder().text(equals[0])
        answer = Decoder().value(json.loads(text))
        holds = eval(condition, {"__builtins__": NAMES}, {f"{ANSWER}0": answer})
    except Exception:  # what cannot be read here is decided as any other answer is
        return b""
    return text.encode() if holds else b""


class _Asker(ast.NodeTransformer):
    """Takes what is said of the candidate's calls out of an assertion, and leaves a name for each answer."""

    def __init__(self, calls: frozenset[str]) -> None:
        self.calls = calls
        self.sources: list[str] = []

    def visit(self, node: ast.AST) -> Any:
        if self._is_answer(node):
            self.sources.append(ast.unparse(node))
            return ast.Name(f"{ANSWER}{len(self.sources) - 1}", ast.Load())
        if isinstance(node, ast.Lambda | ast.comprehension):
            return node  # a call in there is made later, if at all, or more than once
        return self.generic_visit(node)

    def _is_answer(self, node: ast.AST) -> bool:
        """A call of the candidate, or what is made of one without anything that could be expected of it."""
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in self.calls:
                return True
            case ast.Call(func=ast.Name(id=name), args=[inner], keywords=[]) if name in MAKING:
                return self._is_answer(inner)
            case ast.Subscript(value=inner, slice=ast.Constant()):
                return self._is_answer(inner)
            case _:
                return False


def _is_plain(condition: ast.Expression, sources: list[str], rebound: frozenset[str]) -> bool:
    answers = {f"{ANSWER}{number}" for number in range(len(sources))}
    return all(_is_plain_node(node, answers, rebound) for node in ast.walk(condition))


def _is_plain_node(node: ast.AST, answers: set[str], rebound: frozenset[str]) -> bool:
    match node:
        case ast.Name(id=name):
            return name in answers or (name in NAMES and name not in rebound)
        case ast.Call(func=ast.Name(id="round")) if not rounds_at_once(node):
            return False
        case ast.Call(func=ast.Name(id=name)):
            # The order of a set is another one here.
            return name in NAMES and not (name in ORDERING and any(map(_is_set, ast.walk(node))))
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Div()) | ast.operator():
            return True
        case ast.BinOp():
            # A product, a power or a remainder of what a candidate answers may be made to take for ever.
            return not any(isinstance(part, ast.Name) for part in ast.walk(node)) and is_small(node)
        case ast.BoolOp():
            # Of `a and b` Python asks for b only where a holds.
            return sum(isinstance(part, ast.Name) and part.id in answers for part in ast.walk(node)) <= 1
        case ast.boolop():
            return True
        case _:
            return isinstance(node, PLAIN_NODES)


def _is_set(node: ast.AST) -> bool:
    return isinstance(node, ast.Set) or (isinstance(node, ast.Name) and node.id in ("set", "frozenset"))


def _equals(condition: ast.expr) -> tuple[object] | None:
    match condition:
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[expected]):
            if not name.startswith(ANSWER):
                return None
            try:
                return (ast.literal_eval(expected),)
            except ValueError:
                return None
        case _:
            return None


def all_beside(probes: tuple[str, ...]) -> str:
    """Every probe as it is, each followed by a word that it ran clean: for the candidate's own process."""
    return "\n".join(part for probe in probes for part in (probe, f"{TELL}()"))


def names_read(source: str) -> Iterator[str]:
    """The global names that a program reads: of what probes bind, a candidate may be shown only these."""
    if python.parse(source) is None:
        return
    tables = [symtable.symtable(source, "<program>", "exec")]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        at_top = table.get_type() == "module"
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (at_top or symbol.is_global()):
                yield symbol.get_name()


@lru_cache(maxsize=1024)
def visible_names(reference: str) -> frozenset[str]:
    """Of the names that probes bind, those that a candidate may read: the ones that the reference reads."""
    return frozenset(names_read(reference))


def assigned_names(source: str) -> list[str]:
    """The names that a program gives to something at its top, by an assignment."""
    tree = python.parse(source)
    nodes = [node for node in (tree.body if tree else ()) if isinstance(node, ast.Assign)]
    return [target.id for node in nodes for target in node.targets if isinstance(target, ast.Name)]
