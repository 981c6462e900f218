"""Probe -> steps for the guest, and their report -> whether it holds. Pure; nothing here runs a candidate.

An assertion about what the candidate answers becomes a question: only the call crosses to the guest, the
answer comes back as plain data, and the assertion is decided here. What it expects never enters the process
that runs the candidate. Any other statement must run beside the candidate; there it is guarded by a witness
(see guest/witness.py) whenever something is decided by it.
"""

from __future__ import annotations

import ast
import builtins
import hashlib
import hmac
import json
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from types import CodeType
from typing import Any, Literal

from asmeant.languages import python

ANSWER = "_answer_"
# Functions of plain values that an assertion may use and that cannot be made to work long or do harm.
FUNCTIONS = ("abs", "all", "any", "bool", "dict", "float", "frozenset", "int", "isinstance", "len", "list",
             "max", "min", "round", "set", "sorted", "str", "sum", "tuple", "type")  # fmt: skip
NAMES = {name: getattr(builtins, name) for name in FUNCTIONS}
PLAIN_NODES = (
    ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.unaryop, ast.BoolOp, ast.boolop,
    ast.Compare, ast.cmpop, ast.Name, ast.Load, ast.Subscript, ast.Slice, ast.Expression, ast.keyword,
)  # fmt: skip
# Statements by which alone nothing is decided.
PREPARING = (
    ast.Import,
    ast.ImportFrom,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.FunctionDef,
    ast.ClassDef,
)


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask, and how the answers decide."""

    sources: tuple[str, ...]
    condition: CodeType
    text: str
    equals: tuple[object] | None = None  # what the answer must equal, where it is as simple as that


@dataclass(frozen=True, slots=True)
class Statement:
    """What to run, and whether anything is decided by it."""

    source: str
    guarded: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What the guest is to do next."""

    kind: Literal["question", "guarded", "plain"]
    source: str
    probe: int


@lru_cache(maxsize=4096)
def parts(probe: str, names: frozenset[str], shared: bool) -> tuple[Question | Statement, ...]:
    """The statements of a probe. With `shared`, all of them run beside the candidate."""
    tree = python.parse(probe)
    if tree is None:
        return (Statement(probe, guarded=True),)
    found = [None if shared else _question(node, names) for node in tree.body]
    decided_here = all(
        question is not None or isinstance(node, PREPARING)
        for node, question in zip(tree.body, found, strict=True)
    ) and any(question is not None for question in found)
    return tuple(
        question or Statement(_source(probe, node), guarded=not decided_here)
        for node, question in zip(tree.body, found, strict=True)
    )


def _source(probe: str, node: ast.stmt) -> str:
    first = min([node.lineno, *(item.lineno for item in getattr(node, "decorator_list", []))])
    lines = probe.splitlines()[first - 1 : node.end_lineno]
    # Two statements on one line share its text: then only the tree tells them apart.
    whole = "\n".join(lines)
    tree = python.parse(whole)
    return whole if tree is not None and len(tree.body) == 1 else ast.unparse(node)


def _question(node: ast.stmt, names: frozenset[str]) -> Question | None:
    """An assertion that plain answers can decide, as a question."""
    if not isinstance(node, ast.Assert):
        return None
    asker = _Asker(names)
    condition = asker.visit(ast.Expression(ast.parse(ast.unparse(node.test), mode="eval").body))
    if not asker.sources or not _is_plain(condition, asker.sources):
        return None
    text = " ".join(ast.unparse(node).split())
    code = compile(ast.fix_missing_locations(condition), "<assertion>", "eval", dont_inherit=True)
    return Question(tuple(asker.sources), code, text, _equals(condition.body))


class _Asker(ast.NodeTransformer):
    """Takes the candidate's calls out of an assertion, and leaves a name for the answer of each."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self.sources: list[str] = []

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in self.names:
            self.sources.append(ast.unparse(node))
            return ast.Name(f"{ANSWER}{len(self.sources) - 1}", ast.Load())
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node  # a call in there is made later, if at all


def _is_plain(condition: ast.Expression, sources: list[str]) -> bool:
    answers = {f"{ANSWER}{number}" for number in range(len(sources))}
    for node in ast.walk(condition):
        match node:
            case ast.Name(id=name):
                if name not in answers and name not in NAMES:
                    return False
            case ast.Call(func=ast.Name(id=name)):
                if name not in NAMES:
                    return False
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Div() | ast.FloorDiv()) | ast.operator():
                pass
            case ast.BinOp():
                # A product or a power of what a candidate answers may be made to take for ever.
                if any(isinstance(part, ast.Name) for part in ast.walk(node)):
                    return False
            case _:
                if not isinstance(node, PLAIN_NODES):
                    return False
    return True


def _equals(condition: ast.expr) -> tuple[object] | None:
    match condition:
        case ast.Compare(left=ast.Name(), ops=[ast.Eq()], comparators=[expected]):
            try:
                return (ast.literal_eval(expected),)
            except ValueError:
                return None
        case _:
            return None


def steps(probes: tuple[str, ...], names: frozenset[str], shared: bool) -> list[Step]:
    """What the guest does for one check. No step holds anything that a question is decided by."""
    found = []
    for number, probe in enumerate(probes, 1):
        for part in parts(probe, names, shared):
            if isinstance(part, Question):
                found += [Step("question", source, number) for source in part.sources]
            else:
                found.append(Step("guarded" if part.guarded else "plain", part.source, number))
    return found


# ── what came back ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Opaque:
    """An answer that is not plain data."""

    kind: str

    def __repr__(self) -> str:
        return f"an object of type {self.kind}"


NO_ANSWER = Opaque("nothing")


@dataclass(frozen=True, slots=True)
class Decision:
    """How far a check came. `fault` is None where all of it holds, and empty where the guest says why not.

    `opaque` says that it failed by an answer which is not plain data, and could be decided beside it.
    """

    probes_passed: int
    fault: str | None = None
    tampered: bool = False
    opaque: bool = False


def decide(probes: tuple[str, ...], names: frozenset[str], shared: bool, report: list[str]) -> Decision:
    """Whether every probe holds, by the answers and the witness's marks in the report."""
    said = _Report(report)
    if said.accusation:
        return Decision(0, said.accusation, tampered=True)
    for number, probe in enumerate(probes):
        for part in parts(probe, names, shared):
            if isinstance(part, Statement):
                if part.guarded and not said.vouched():
                    return Decision(number, "", tampered=said.forged)
                continue
            answers = [said.answer() for _ in part.sources]
            if NO_ANSWER in answers:
                return Decision(number, "")
            fault = _fault(part, answers)
            if fault is not None:
                opaque = any(isinstance(item, Opaque) for item in _all(answers))
                return Decision(number, f"probe {number + 1}: {fault}", opaque=opaque)
    return Decision(len(probes))


def _fault(question: Question, answers: list[Any]) -> str | None:
    values = {f"{ANSWER}{number}": answer for number, answer in enumerate(answers)}
    try:
        if eval(question.condition, {"__builtins__": NAMES}, values):
            return None
    except Exception as error:
        return f"{type(error).__name__}: {error} in {question.text}"
    if question.equals is not None:
        return f"answered {_short(answers[0])}, expected {_short(question.equals[0])}"
    return f"AssertionError: {question.text}"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."


def _all(values: list[Any]) -> list[Any]:
    found = []
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        found.append(value)
        if isinstance(value, list | tuple | set | frozenset):
            waiting += value
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
    return found


class _Report:
    """The lines of a report, each kind in its order."""

    def __init__(self, lines: list[str]) -> None:
        words = [line.partition(" ") for line in lines]
        self._values = iter([rest for kind, _, rest in words if kind == "value"])
        # Told before the candidate was loaded: whatever else calls itself a secret is not the first.
        self._secret = bytes.fromhex(words[0][2]) if words and words[0][0] == "secret" else b""
        self._marks = iter([rest for kind, _, rest in words if kind == "clean"])
        self._step = 0
        self.forged = False
        accused = [rest for kind, _, rest in words if kind == "tampered"]
        self.accusation = accused[0] if accused else ""

    def answer(self) -> Any:
        try:
            return decoded(json.loads(next(self._values)))
        except Exception:  # what cannot be read is no answer, whatever it was made to look like
            return NO_ANSWER

    def vouched(self) -> bool:
        mark = next(self._marks, None)
        if mark is None:
            return False
        right = hashlib.blake2b(b"%d" % self._step, key=self._secret, digest_size=16).hexdigest()
        genuine = bool(self._secret) and hmac.compare_digest(mark, f"{self._step} {right}")
        self.forged = self.forged or not genuine
        self._step += 1
        return genuine


def decoded(value: Any) -> Any:
    """The plain value that JSON from guest/values.py stands for."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((kind, content),) = value.items()
    match kind:
        case "tuple":
            return tuple(decoded(item) for item in content)
        case "dict":
            return {decoded(key): decoded(item) for key, item in content}
        case "set":
            return {decoded(item) for item in content}
        case "int":
            return int(content, 16)
        case "float":
            return float.fromhex(content)
        case "complex":
            return complex(decoded(content[0]), decoded(content[1]))
        case "bytes":
            return bytes.fromhex(content)
        case "decimal":
            return Decimal(content)
        case "fraction":
            return Fraction(decoded(content[0]), decoded(content[1]))
        case _:
            return Opaque(str(content))
