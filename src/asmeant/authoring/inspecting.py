"""Tasks -> what a reader would object to. Pure: nothing is run.

`audit` runs references; this reads tasks: probes that cannot fail, checks that a program passes which does no
work, tasks that repeat another, libraries that are not declared, names that intent and code do not share.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from asmeant.authoring.varying import read_check
from asmeant.authoring.varying.refusing import refusal
from asmeant.languages import python
from asmeant.records import Check, Task

Objection = Literal[
    "a probe cannot fail",
    "a probe never calls the candidate",
    "a check is too weak",
    "repeats another task",
    "is in the other dataset",
    "library not declared",
    "library not used",
    "name not in the code",
]


@dataclass(frozen=True, slots=True)
class Remark:
    """An objection to one task, and what it rests on."""

    task_id: str
    objection: Objection
    reason: str


def inspect(tasks: Sequence[Task], others: Iterable[Task] = ()) -> Iterator[Remark]:
    """The remarks on each task, in order. `others` is a dataset that should share nothing with this one."""
    first: dict[tuple[str, str], str] = {}
    elsewhere = {_meaning(task): task.id for task in others}
    for task in tasks:
        if task.code_language == "python":
            yield from _on_probes(task)
            yield from _on_libraries(task)
        yield from _on_names(task)
        meaning = _meaning(task)
        if meaning in elsewhere:
            yield Remark(task.id, "is in the other dataset", f"as {elsewhere[meaning]}")
        if meaning in first:
            yield Remark(task.id, "repeats another task", f"the same intent and code as {first[meaning]}")
        first.setdefault(meaning, task.id)


def _meaning(task: Task) -> tuple[str, str]:
    """Intent and first reference, without case, spacing and punctuation at the end."""
    intent = " ".join(task.intent.casefold().split()).rstrip(".?!。？！")
    reference = " ".join(task.references[0].split()) if task.references else ""
    return intent, reference


# ── probes ──


def _on_probes(task: Task) -> Iterator[Remark]:
    names = {"candidate", task.scaffold.entry} - {""}
    for check in task.checks:
        for number, probe in enumerate(check.probes, 1):
            tree = python.parse(probe)
            if tree is None:
                continue
            where = f"check '{check.name}', probe {number}"
            if not _can_fail(tree):
                yield Remark(task.id, "a probe cannot fail", f"{where} has no assertion")
            if names and not names & _names(tree):
                yield Remark(task.id, "a probe never calls the candidate", where)
        yield from _weakness(task, check)


def _can_fail(tree: ast.AST) -> bool:
    """Whether it asserts anything: by a statement, or a call such as `assertEqual` or `pytest.raises`."""
    return any(
        isinstance(node, ast.Assert | ast.Raise)
        or (isinstance(node, ast.Call) and _ASSERTING.search(ast.unparse(node.func)) is not None)
        for node in ast.walk(tree)
    )


_ASSERTING = re.compile(r"(?:^|[._])(?:assert|raises|fail|exit)", re.IGNORECASE)


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _weakness(task: Task, check: Check) -> Iterator[Remark]:
    call = read_check(check)
    if call is not None and (reason := refusal(call[1])):
        yield Remark(task.id, "a check is too weak", f"check '{check.name}': {reason}")


# ── libraries and names ──


def _on_libraries(task: Task) -> Iterator[Remark]:
    scaffold = task.scaffold
    code = [*task.references, scaffold.before, scaffold.setup, *_probes(task)]
    imported = {name for text in code for name in _imported(text)} - set(sys.stdlib_module_names)
    declared = set(scaffold.libraries)
    for name in sorted(imported - declared):
        yield Remark(task.id, "library not declared", f"'{name}' is imported, and is not in its libraries")
    text = "\n".join(code)
    for name in sorted(declared - imported):
        if not re.search(rf"\b{re.escape(name)}\b", text):
            yield Remark(task.id, "library not used", f"'{name}' is in its libraries, and nothing uses it")


def _probes(task: Task) -> Iterator[str]:
    for check in task.checks:
        yield from check.probes


def _imported(source: str) -> Iterator[str]:
    tree = python.parse(python.dedent(source))
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _on_names(task: Task) -> Iterator[Remark]:
    """Names in backquotes that no reference has, nor what stands around it."""
    code = "\n".join([*task.references, task.scaffold.before, task.scaffold.after, *_probes(task)])
    for name in dict.fromkeys(_QUOTED.findall(task.intent)):
        if task.references and name not in code:
            yield Remark(task.id, "name not in the code", f"the intent names `{name}`")


_QUOTED = re.compile(r"`([A-Za-z_][A-Za-z0-9_]*)`")
