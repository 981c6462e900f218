"""Subjects -> verdicts by fewer probes: by the first alone, the first two, and so on up to all (ODEX).

A program's probes are tried in order, up to the first that fails, and an observation has how many ran clean.
So it can be told what the first one, two or three would have decided, and not what the second would have
decided alone, nor a probe drawn by chance, as ODEX draws it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from asmeant.analysis.of_runs.scoring import PER_CENT, cell, mark, scorer
from asmeant.analysis.of_runs.subject import (
    Analysis,
    Attempt,
    Subject,
    Wishes,
    need_verdicts,
    on_shared_tasks,
)
from asmeant.errors import UsageError
from asmeant.judging import holds
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.metrics.score import Judged
from asmeant.plots import Bars, Mark
from asmeant.records import Check, Observation, Status, Task, Verdict
from asmeant.tables import Cell, Table

# Whatever such a program did first, it is not believed.
NEVER = ("tampered", "not run")


@dataclass(frozen=True, slots=True)
class Redecided:
    """A run's tasks with verdicts by its first probes, and how many candidates pass only so."""

    probes: int
    judged: tuple[Judged, ...]
    gained: int


def analyse(runs: Sequence[Subject], _wishes: Wishes) -> Analysis:
    need_verdicts(runs)
    shared = on_shared_tasks(runs)
    counts = Counter(len(check.probes) for task in shared.runs[0].tasks for check in task.checks)
    most = max(counts, default=0)
    if most < 2:
        raise UsageError(
            f"No check of {runs[0].path} has more than one probe. "
            "There is nothing that fewer could decide: choose a run with more of them."
        )
    if not any(attempt.observations for run in shared.runs for attempt in run.attempts):
        raise UsageError(
            f"{runs[0].path} has verdicts and no observations, which say how far each program came. "
            f"Make them again: asmeant judge {runs[0].path} --rerun"
        )
    steps = sorted({1, *(count for count in counts if count)})
    rows: list[tuple[Cell, ...]] = []
    marks: dict[str, list[Mark]] = {}
    for run in shared.runs:
        for probes in steps:
            found = redecided(run, probes)
            score = scorer([replace(run, judged=found.judged)], PassAtK(1)).score(0)
            rows.append((run.label, _told(probes, most), cell(score), found.gained, _fewer(run, probes)))
            marks.setdefault(run.label, []).append(mark(score))
    title = "pass@1 by the number of probes that decide"
    columns = ("run", "decided by", "pass@1", "only so", "tasks")
    notes = (
        PER_CENT,
        "Only so: candidates that pass by these probes and fail by all.",
        "Tasks: those with more probes than these; the others are decided as before.",
        "What a later probe would decide alone cannot be told: nothing is tried after one fails.",
        *shared.notes,
    )
    series = {name: tuple(values) for name, values in marks.items()}
    labels = tuple(_told(probes, most) for probes in steps)
    plot = Bars(title, labels, series, "per cent", (0, 100), about="With 95% intervals.")
    return Analysis((Table(title, columns, tuple(rows), notes),), (plot,))


def _told(probes: int, most: int) -> str:
    if probes == most:
        return "all"
    return "the first probe" if probes == 1 else f"the first {probes}"


def _fewer(run: Subject, probes: int) -> int:
    return sum(any(len(check.probes) > probes for check in task.checks) for task in run.tasks)


def redecided(run: Subject, probes: int) -> Redecided:
    """The run as if every check had ended after its first probes."""
    ranks: dict[str, list[tuple[Attempt, Verdict]]] = {}
    for attempt in run.attempts:
        if attempt.verdict is not None:
            status = status_by(attempt, probes)
            ranks.setdefault(attempt.task.id, []).append((attempt, replace(attempt.verdict, status=status)))
    judged = tuple(
        Judged(task, [attempt.candidate for attempt, _ in mine], [verdict for _, verdict in mine])
        for task in run.tasks
        if (mine := ranks.get(task.id))
    )
    gained = sum(
        verdict.status == "passed" and attempt.passed is False
        for mine in ranks.values()
        for attempt, verdict in mine
    )
    return Redecided(probes, judged, gained)


def status_by(attempt: Attempt, probes: int) -> Status:
    """What passes by all its probes passes by the first of them, and what is undecided stays so."""
    assert attempt.verdict is not None
    if attempt.verdict.status != "failed":
        return attempt.verdict.status
    return "passed" if any(_held(attempt.task, attempt.observations, probes)) else "failed"


def _held(task: Task, observations: Sequence[Observation], probes: int) -> Iterator[bool]:
    checks = {check.name: check for check in task.checks}
    for seen in observations:
        if seen.check in checks:
            yield holds_by(checks[seen.check], seen, probes)


def holds_by(check: Check, seen: Observation, probes: int) -> bool:
    """What expects an outcome, or has no more probes than these, is decided as before."""
    if check.same_outcome_as is not None or len(check.probes) <= probes:
        return holds(check, seen)
    return seen.ending not in NEVER and seen.probes_passed >= probes
