"""MBUPP: numbers of tasks and sets of tests (Figure 3), transformations (Table 1), gains (Tables 3 and 4)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from asmeant.analysis.published import PaperTable, Row, as_printed, paper
from asmeant.analysis.recomputed.fact import Fact, mean
from asmeant.records import Task

# The name of a set has its transformations, the last one first: `ip_resp-PermuteArgs(1,0)--original`.
STEP = re.compile(r"(?:(ip|op)_resp[-_]+)?([A-Za-z]+)")
SIDES = {"ip": "arguments", "op": "answers"}
PRINTED_MOST = "16"
TASKS = 466
FIRST = "MBPP"
# The mean gains in section 4.2, by column.
MEAN_GAINS = {"+NL": "9", "MBUPP": "45"}


def facts(tasks: Sequence[Task]) -> Iterator[Fact]:
    counts = {task.id: len(task.checks) for task in tasks}
    largest = max(counts, key=lambda name: counts[name])
    yield Fact("README of the release", "tasks", str(TASKS), len(tasks), "the paper does not print it")
    yield Fact("Figure 3", "most sets for a task", PRINTED_MOST, counts[largest], f"it is {largest}")
    yield Fact("Figure 3", "sets in all", "", sum(counts.values()))
    yield Fact("Figure 3", "tasks with one set", "", sum(count == 1 for count in counts.values()))
    yield Fact("Figure 3", "tasks with several sets", "", sum(count > 1 for count in counts.values()))
    steps = Counter(step for task in tasks for check in task.checks for step in steps_of(check.name))
    for step, count in steps.most_common():
        yield Fact("Table 1", f"steps: {step}", "", count)
    yield from gains()


def steps_of(name: str) -> list[str]:
    """The transformations that made this set, in words."""
    steps = []
    for step in name.replace("ip_resp--", "ip_resp-").split("--"):
        match = STEP.match(step)
        if match and match[2] != "original":
            side = f" of {SIDES[match[1]]}" if match[1] else ""
            steps.append(match[2] + side)
    return steps


def gains() -> Iterator[Fact]:
    """Computed from the numbers of solved tasks, which the printed shares of 466 determine."""
    table = paper("mbupp").table("3")
    for column in ("+NL", "+Tests", "MBUPP"):
        for row in table.rows:
            printed = as_printed(row.cells[f"gain {column}"])
            yield Fact(
                "Table 3", f"gain of {row.cells['system']} by {column}, %", printed, _gain(row, column)
            )
    for column, stated in MEAN_GAINS.items():
        note = "the mean of the gains that Table 3 prints"
        yield Fact("section 4.2", f"mean gain by {column}, %", stated, _mean_gain(table, column), note)
    coolest = paper("mbupp").table("4").rows[0]
    note = "cut off in the paper, not rounded"
    yield Fact("section 4.2", "gain by MBUPP at temperature 0.1, %", "52", _gain(coolest, "MBUPP"), note)


def _gain(row: Row, column: str) -> float:
    before, after = (_solved(row, name) for name in (FIRST, column))
    return 100 * (after / before - 1)


def _solved(row: Row, column: str) -> int:
    return round(float(as_printed(row.cells[column])) * TASKS / 100)


def _mean_gain(table: PaperTable, column: str) -> float:
    return mean(float(as_printed(row.cells[f"gain {column}"])) for row in table.rows)
