"""Task -> findings on its checks and probes. Nothing is run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.varying import read_check
from asmeant.authoring.varying.examples import Examples, meaning
from asmeant.authoring.varying.refusing import refusal
from asmeant.languages import python
from asmeant.languages.free_names import BUILTINS, bound_names, free_names
from asmeant.records import Check, Task

NO_ASSERTION = "a probe cannot fail"
NO_CALL = "a probe never calls the candidate"
BARE_EXCEPT = "a probe catches everything"
DEPENDENT = "a probe needs an earlier one"
NOT_PYTHON = "a check is not Python"
REPEATED = "a check repeats another"
WEAK = "a check is too weak"
MIXED = "a check mixes forms"
EXACT_FLOAT = "a probe compares floats exactly"

_ASSERTING = re.compile(r"(?:^|[._])(?:assert|raises|fail|exit)", re.IGNORECASE)


def on_probes(task: Task) -> Iterator[Finding]:
    """The findings on each probe, then on each check."""
    if task.code_language != "python":
        return
    for check in task.checks:
        for number, probe in enumerate(check.probes, 1):
            where = f"check '{check.name}', probe {number}"
            tree = python.parse(probe)
            if tree is None:
                yield Finding(task.id, NOT_PYTHON, where, str(python.first_fault(probe) or ""))
            else:
                yield from _on_probe(task, tree, where)
        yield from _dependent(task, check)
        yield from _on_examples(task, check)
    yield from _repeated(task)


def _on_probe(task: Task, tree: ast.Module, where: str) -> Iterator[Finding]:
    names = {"candidate", task.scaffold.entry} - {""}
    if not _can_fail(tree):
        yield Finding(task.id, NO_ASSERTION, f"{where} has no assertion")
    if names and not names & _names(tree):
        yield Finding(task.id, NO_CALL, where)
    if any(isinstance(node, ast.ExceptHandler) and node.type is None for node in ast.walk(tree)):
        yield Finding(task.id, BARE_EXCEPT, f"{where} has an `except` without a type")
    if any(map(_compares_floats, ast.walk(tree))):
        yield Finding(task.id, EXACT_FLOAT, where)


def _can_fail(tree: ast.AST) -> bool:
    """Whether a probe asserts anything: by a statement, or by a call such as `pytest.raises`."""
    return any(
        isinstance(node, ast.Assert | ast.Raise)
        or (isinstance(node, ast.Call) and _ASSERTING.search(ast.unparse(node.func)) is not None)
        for node in ast.walk(tree)
    )


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _compares_floats(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[ast.Eq()], comparators=[ast.Constant(value=float())]):
            return True
        case ast.Compare(
            ops=[ast.Eq()], comparators=[ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=float()))]
        ):
            return True
        case _:
            return False


def _dependent(task: Task, check: Check) -> Iterator[Finding]:
    """Probes that read names that only an earlier probe binds: they fail alone, or in another order."""
    scaffold = task.scaffold
    around = "\n".join((scaffold.setup, python.preamble(scaffold.before, scaffold.entry)))
    bound = {*BUILTINS, *bound_names(around), scaffold.entry, "candidate"}
    for reference in task.references[:1]:
        bound |= set(bound_names(scaffold.before + reference + scaffold.after))
    earlier: set[str] = set()
    for number, probe in enumerate(check.probes, 1):
        borrowed = [name for name in free_names(probe) if name not in bound and name in earlier]
        if borrowed:
            where = f"check '{check.name}', probe {number}"
            yield Finding(task.id, DEPENDENT, f"{where} reads names of an earlier probe", ", ".join(borrowed))
        earlier |= set(bound_names(probe))


def _on_examples(task: Task, check: Check) -> Iterator[Finding]:
    call = read_check(check)
    if call is None:
        return
    if reason := refusal(call[1]):
        yield Finding(task.id, WEAK, f"check '{check.name}': {reason}")
    first = read_check(task.checks[0])
    if check is not task.checks[0] and first and _mixed(call[1]) and not _mixed(first[1]):
        yield Finding(task.id, MIXED, f"check '{check.name}': its assertions have values of different forms")


def _mixed(examples: Examples) -> bool:
    """Whether arguments in one position, or answers, have different types. Calls may differ in length."""
    columns = [*zip(*(example.arguments for example in examples), strict=False)]
    columns.append(tuple(example.answer for example in examples))
    return any(len({_kind(value) for value in column}) > 1 for column in columns)


def _kind(value: object) -> str:
    return "number" if type(value) in (int, float) else type(value).__name__


def _repeated(task: Task) -> Iterator[Finding]:
    first: dict[object, str] = {}
    for check in task.checks:
        call = read_check(check)
        key = meaning(call[1]) if call else check.probes
        if not check.probes:
            continue
        if key in first:
            yield Finding(
                task.id, REPEATED, f"check '{check.name}' asks for the same as check '{first[key]}'"
            )
        first.setdefault(key, check.name)
