"""MBUPP: how many tasks, how many sets of tests for each (Figure 3), and which transformations (Table 1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from asmeant.analysis.recomputed.fact import Fact
from asmeant.records import Task

# A set is called by what was done to the first, the last step first: `ip_resp-PermuteArgs(1,0)--original`.
STEP = re.compile(r"(?:(ip|op)_resp[-_]+)?([A-Za-z]+)")
SIDES = {"ip": "arguments", "op": "answers"}
PRINTED_MOST = "16"


def facts(tasks: Sequence[Task]) -> Iterator[Fact]:
    counts = {task.id: len(task.checks) for task in tasks}
    largest = max(counts, key=lambda name: counts[name])
    yield Fact("section 4", "tasks", "466", len(tasks))
    yield Fact("Figure 3", "most sets for a task", PRINTED_MOST, counts[largest], f"it is {largest}")
    yield Fact("Figure 3", "sets in all", "", sum(counts.values()))
    yield Fact("Figure 3", "tasks with one set", "", sum(count == 1 for count in counts.values()))
    yield Fact("Figure 3", "tasks with several sets", "", sum(count > 1 for count in counts.values()))
    steps = Counter(step for task in tasks for check in task.checks for step in steps_of(check.name))
    for step, count in steps.most_common():
        yield Fact("Table 1", f"steps: {step}", "", count)


def steps_of(name: str) -> list[str]:
    """What was done to get this set, in words."""
    found = []
    for part in name.replace("ip_resp--", "ip_resp-").split("--"):
        match = STEP.match(part)
        if match and match[2] != "original":
            side = f" of {SIDES[match[1]]}" if match[1] else ""
            found.append(match[2] + side)
    return found
