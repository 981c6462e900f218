"""ODEX: its Tables 1 (domains), 2 (lengths, depth, variables) and 5 (libraries), and the number of tests."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from asmeant.analysis.recomputed.fact import Fact, mean
from asmeant.languages import python
from asmeant.metrics.tokens import conala
from asmeant.records import Task

ARGUMENTS = re.compile(r"def \w+\((.*?)\)", re.DOTALL)
RETURNED = re.compile(r"return\s+(.*)")
IMPORTING = re.compile(r"^[ \t]*(?:import|from)[ \t]+(\w+)", re.MULTILINE)
# What the tests themselves need is not counted as a library.
TESTING = ("unittest", "mock")
MOST_LIBRARIES = 10
# By language: tasks, open-domain tasks, libraries, tokens, depth, variables in and out.
PRINTED = {
    "en": ("439", "230", "45", "18.49", "7.02", "1.13", "0.21"),
    "es": ("90", "48", "20", "28.62", "7.74", "1.46", "0.64"),
    "ja": ("164", "113", "44", "17.70", "6.77", "1.40", "0.41"),
    "ru": ("252", "114", "35", "20.19", "6.94", "1.44", "0.71"),
}
NOTES = {
    "AST depth": "as Python 3.8 has it, with a level for an index; of code that parses here",
    "variables in": "counted by commas, as in the paper: no variable counts as one",
    "variables out": "counted by commas after `return` in what follows the gap",
}


def facts(tasks: Sequence[Task]) -> Iterator[Fact]:
    for language, printed in PRINTED.items():
        mine = [task for task in tasks if task.intent_language == language]
        if mine:
            yield from _of_language(language, mine, printed)
            tests = sum(len(task.checks[0].probes) for task in mine)
            yield Fact("section 2", f"tests, {language}", "", tests)
    yield from _of_libraries(tasks)
    if set(PRINTED) <= {task.intent_language for task in tasks}:
        yield from _of_all(tasks)


def _of_language(language: str, tasks: list[Task], printed: tuple[str, ...]) -> Iterator[Fact]:
    found = {
        "tasks": len(tasks),
        "open-domain tasks": sum(task.tags["domain"] == "open" for task in tasks),
        "libraries": len({name for task in tasks for name in task.scaffold.libraries}),
        "code tokens": mean(len(conala(task.references[0])) for task in tasks),
        "AST depth": mean(depth for task in tasks if (depth := _depth(task)) is not None),
        "variables in": mean(_count(ARGUMENTS, task.scaffold.before) for task in tasks),
        "variables out": mean(_count(RETURNED, task.scaffold.after) for task in tasks),
    }
    for (what, value), figure in zip(found.items(), printed, strict=True):
        table = "Table 1" if what in ("tasks", "open-domain tasks", "libraries") else "Table 2"
        yield Fact(table, f"{what}, {language}", figure, value, NOTES.get(what, ""))


def _of_libraries(tasks: Sequence[Task]) -> Iterator[Fact]:
    """The paper counts lines that import, so that a task may count twice."""
    counts = Counter(name for task in tasks for name in IMPORTING.findall(task.scaffold.setup))
    for name in TESTING:
        counts.pop(name, None)
    languages = ",".join(dict.fromkeys(task.intent_language for task in tasks))
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    for name, count in ordered[:MOST_LIBRARIES]:
        yield Fact("Table 5", f"imports of {name}", "", count, f"lines that import it, in {languages}")


def _of_all(tasks: Sequence[Task]) -> Iterator[Fact]:
    tests = sum(len(task.checks[0].probes) for task in tasks)
    is_open = sum(task.tags["domain"] == "open" for task in tasks)
    yield Fact("section 2", "tasks", "945", len(tasks))
    yield Fact("section 2", "tests", "1707", tests)
    yield Fact("section 2", "tests a task", "1.8", tests / len(tasks))
    yield Fact("Table 1", "open-domain tasks", "505", is_open)
    yield Fact("Table 1", "share of open-domain tasks", "53.4%", 100 * is_open / len(tasks))
    yield Fact(
        "Table 1", "libraries", "79", len({name for task in tasks for name in task.scaffold.libraries})
    )


def _depth(task: Task) -> int | None:
    """Levels below the module, of the whole function."""
    tree = python.parse(task.scaffold.before + task.references[0] + task.scaffold.after)
    return None if tree is None else _levels(tree) - 1


def _levels(node: ast.AST) -> int:
    return 1 + max(
        (_levels(child) + _is_index(node, child) for child in ast.iter_child_nodes(node)), default=0
    )


def _is_index(node: ast.AST, child: ast.AST) -> bool:
    """Where the trees of Python 3.8 have an Index between the two."""
    slices = isinstance(child, ast.Slice) or (
        isinstance(child, ast.Tuple) and any(isinstance(item, ast.Slice) for item in child.elts)
    )
    return isinstance(node, ast.Subscript) and child is node.slice and not slices


def _count(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.search(text)
    return len(found[1].split(",")) if found else 0
