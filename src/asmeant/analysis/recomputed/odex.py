"""ODEX: its Tables 1 (domains), 2 (lengths, depth, variables) and 5 (libraries), and the number of tests.

Also computes whether the metrics of its Tables 13 and 14 rank systems as pass@1 does (Figure 9).
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from asmeant.analysis.published import as_printed, figures, paper
from asmeant.analysis.questions.correlation import spearman
from asmeant.analysis.recomputed.fact import Fact, mean
from asmeant.errors import UsageError
from asmeant.languages import python
from asmeant.languages.natural.words import word_splitter
from asmeant.metrics.tokens import conala
from asmeant.records import Task

ARGUMENTS = re.compile(r"def \w+\((.*?)\)", re.DOTALL)
RETURNED = re.compile(r"return\s+(.*)")
IMPORTING = re.compile(r"^[ \t]*(?:import|from)[ \t]+(\w+)", re.MULTILINE)
# Libraries that only the tests need are not counted.
TESTING = ("unittest", "mock")
LANGUAGES = ("en", "es", "ja", "ru")
NONE = "none"
NOTES = {
    "intent words": "by the tokenizers of spaCy, with SudachiPy for Japanese",
    "AST depth": "as Python 3.8 has it, with a level for an index; of code that parses here",
    "variables in": "counted by commas, as in the paper: no variable counts as one",
    "variables out": "counted by commas after `return` in what follows the gap",
}


def facts(tasks: Sequence[Task]) -> Iterator[Fact]:
    for language in LANGUAGES:
        mine = [task for task in tasks if task.intent_language == language]
        if mine:
            yield from _of_language(language, mine)
            tests = sum(len(task.checks[0].probes) for task in mine)
            yield Fact("section 2", f"tests, {language}", "", tests)
    if set(LANGUAGES) <= {task.intent_language for task in tasks}:
        yield from _of_all(tasks)
    yield from _of_libraries(tasks)
    yield from _rankings()


def _of_language(language: str, tasks: Sequence[Task]) -> Iterator[Fact]:
    yield from _domains(language, tasks)
    values: dict[str, float | None] = {
        "intent words": None,
        "code tokens": mean(len(conala(task.references[0])) for task in tasks),
        "AST depth": mean(depth for task in tasks if (depth := _depth(task)) is not None),
        "variables in": mean(_count(ARGUMENTS, task.scaffold.before) for task in tasks),
        "variables out": mean(_count(RETURNED, task.scaffold.after) for task in tasks),
    }
    notes = dict(NOTES)
    try:
        split = word_splitter(language)
        values["intent words"] = mean(len(split(task.intent)) for task in tasks)
    except UsageError as error:
        notes["intent words"] = str(error)
    printed = paper("odex").table("2").row(language=language).cells
    for name, value in values.items():
        yield Fact("Table 2", f"{name}, {language}", as_printed(printed[name]), value, notes.get(name, ""))


def _domains(language: str, tasks: Sequence[Task]) -> Iterator[Fact]:
    printed = paper("odex").table("1").row(language=language).cells
    is_open = sum(task.tags["domain"] == "open" for task in tasks)
    values = {
        "tasks": len(tasks),
        "open": is_open,
        "closed": len(tasks) - is_open,
        "libraries": len({name for task in tasks for name in task.scaffold.libraries}),
    }
    for name, value in values.items():
        yield Fact("Table 1", f"{name}, {language}", as_printed(printed[name]), value)


def _of_libraries(tasks: Sequence[Task]) -> Iterator[Fact]:
    """The paper counts import lines, so a task may count twice, and tasks that import nothing."""
    counts = Counter(name for task in tasks for name in IMPORTING.findall(task.scaffold.setup))
    for name in TESTING:
        counts.pop(name, None)
    counts[NONE] = sum(not task.scaffold.libraries for task in tasks)
    languages = [name for name in LANGUAGES if any(task.intent_language == name for task in tasks)]
    is_complete = len(languages) == len(LANGUAGES)
    reason = "" if is_complete else f"only {', '.join(languages)} here; the paper has all four languages"
    printed = {as_printed(row.cells["library"]): row for row in paper("odex").table("5").rows}
    for name in dict.fromkeys([*printed, *sorted(counts)]):
        published = as_printed(printed[name].cells["count"]) if name in printed else "0"
        label = "tasks without a library" if name == NONE else f"lines that import {name}"
        yield Fact("Table 5", label, published, counts[name], reason, comparable=is_complete)
    stated = sum(int(as_printed(row.cells["count"])) for row in printed.values())
    yield Fact("Table 5", "entries in all", str(stated), counts.total(), reason, comparable=is_complete)


def _of_all(tasks: Sequence[Task]) -> Iterator[Fact]:
    tests = sum(len(task.checks[0].probes) for task in tasks)
    is_open = sum(task.tags["domain"] == "open" for task in tasks)
    yield from _domains("total", tasks)
    yield Fact("section 2", "tasks", "945", len(tasks))
    yield Fact("section 2", "tests", "1707", tests)
    yield Fact("section 2", "tests a task", "1.8", tests / len(tasks))
    yield Fact("section 1", "share of open-domain tasks, %", "53.4", 100 * is_open / len(tasks))


def _rankings() -> Iterator[Fact]:
    """The rank correlation over the six systems, from printed scores: Figure 9 has no numbers.

    The paper prints two scores for CodeGen 2.7B, in Tables 4 and 9. They change the outcome, so both are
    used.
    """
    for table in ("Table 4", "Table 9"):
        scores = {
            (item.metric, item.language, item.system): item.value
            for name in ("Table 4", "Table 13", "Table 14", table)
            for item in figures("odex")
            if item.table == name
        }
        yield from _correlations(scores, f"CodeGen 2.7B by {table}")


def _correlations(scores: Mapping[tuple[str, str, str], float], variant: str) -> Iterator[Fact]:
    systems = list(dict.fromkeys(system for metric, _, system in scores if metric == "pass@1"))
    metrics = [metric for metric in dict.fromkeys(key[0] for key in scores) if not metric.startswith("pass@")]
    note = f"rank correlation with pass@1 over {len(systems)} systems, by the printed scores"
    for metric in metrics:
        by_language = []
        for language in LANGUAGES:
            ours, passed = (
                [scores[name, language, system] for system in systems] for name in (metric, "pass@1")
            )
            by_language.append(spearman(ours, passed) or 0.0)
            yield Fact("Figure 9", f"{metric}, {language}, {variant}", "", by_language[-1], note, digits=2)
        yield Fact("Figure 9", f"{metric}, mean, {variant}", "", fmean(by_language), note, digits=2)


def _depth(task: Task) -> int | None:
    """The number of levels below the module, for the whole function."""
    tree = python.parse(task.scaffold.before + task.references[0] + task.scaffold.after)
    return None if tree is None else _levels(tree) - 1


def _levels(node: ast.AST) -> int:
    return 1 + max(
        (_levels(child) + _is_index(node, child) for child in ast.iter_child_nodes(node)), default=0
    )


def _is_index(node: ast.AST, child: ast.AST) -> bool:
    """Whether the trees of Python 3.8 have an Index node between the two."""
    slices = isinstance(child, ast.Slice) or (
        isinstance(child, ast.Tuple) and any(isinstance(item, ast.Slice) for item in child.elts)
    )
    return isinstance(node, ast.Subscript) and child is node.slice and not slices


def _count(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.search(text)
    return len(match[1].split(",")) if match else 0
