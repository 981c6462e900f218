"""Subjects -> verdicts with fewer probes: a random one, the first, the first two ... all (ODEX, section 7).

Probes are tried in order until one fails, and an observation has the number that passed. This determines what
the first one, two or three would have decided. For one random probe it gives only bounds, unless each probe
was run alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from asmeant.analysis.questions.random_probe import NEVER, Chance, Key, at_least, at_most, exactly
from asmeant.analysis.questions.scoring import PER_CENT, cell, mark, scorer
from asmeant.analysis.questions.subject import (
    Analysis,
    AnalysisOptions,
    Subject,
    need_verdicts,
    on_shared_tasks,
)
from asmeant.errors import UsageError
from asmeant.judging import holds
from asmeant.loaded_run import Attempt
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.metrics.score import Judged
from asmeant.plots import Bars, Mark
from asmeant.records import Check, Observation, Score, Status, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.tables import Cell, Estimate, Table


@dataclass(frozen=True, slots=True)
class Redecided:
    """A run's tasks with verdicts by its first probes, and how many more candidates pass."""

    probes: int
    judged: tuple[Judged, ...]
    gained: int


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    need_verdicts(runs)
    shared = on_shared_tasks(runs)
    steps = _steps(shared.runs)
    rows: list[tuple[Cell, ...]] = []
    series: dict[str, tuple[Mark, ...]] = {}
    names: tuple[str, ...] = ()
    for place, run in enumerate(shared.runs):
        decisions = list(_decisions(run, steps, options.alone[place] if options.alone else None))
        rows += [(run.label, name, cell(score), only_so, tasks) for name, score, only_so, tasks in decisions]
        names = tuple(name for name, *_ in decisions)
        series[run.label] = tuple(mark(score) for _, score, *_ in decisions)
    title = "pass@1 by the number of probes that decide"
    columns = ("run", "decided by", "pass@1", "only so", "tasks")
    notes = (
        PER_CENT,
        "Only so: candidates that pass by these probes and fail by all.",
        "Tasks: those with more probes than these; the others are decided as before.",
        *_of_chance(shared.runs, options),
        *shared.notes,
    )
    plot = Bars(title, names, series, "per cent", (0, 100), about="With 95% intervals.")
    return Analysis((Table(title, columns, tuple(rows), notes),), (plot,))


def _steps(runs: Sequence[Subject]) -> list[int]:
    """The numbers of probes that checks have, and 1. It is an error if no check has several."""
    counts = {len(check.probes) for task in runs[0].tasks for check in task.checks}
    if max(counts, default=0) < 2:
        raise UsageError(
            f"No check of {runs[0].path} has more than one probe. "
            "There is nothing that fewer could decide: choose a run with more of them."
        )
    if not any(attempt.observations for run in runs for attempt in run.attempts):
        raise UsageError(
            f"{runs[0].path} has verdicts and no observations, which say how far each program came. "
            f"Make them again: asmeant judge {runs[0].path} --rerun"
        )
    return sorted({1, *counts} - {0})


def _decisions(
    run: Subject, steps: Sequence[int], folder: RunFolder | None
) -> Iterator[tuple[str, Score, Cell, int]]:
    """For each number of probes: pass@1, how many more candidates pass, and the number of tasks."""
    for name, chances in _by_one_probe(run, folder).items():
        yield name, scorer([run], Chance("pass@1", chances)).score(0), _expected(run, chances), _fewer(run, 1)
    for probes in steps:
        outcome = redecided(run, probes)
        score = scorer([replace(run, judged=outcome.judged)], PassAtK(1)).score(0)
        yield _label(probes, steps[-1]), score, outcome.gained, _fewer(run, probes)


def _by_one_probe(run: Subject, folder: RunFolder | None) -> dict[str, dict[Key, float]]:
    """Verdicts by one random probe: exact if each probe was run alone, otherwise bounds."""
    if folder is not None:
        return {"one at random": exactly(run, folder)}
    return {"one at random, at least": at_least(run), "one at random, at most": at_most(run)}


def _expected(run: Subject, chances: Mapping[Key, float]) -> Estimate:
    """The expected number of failed candidates that pass with a random probe."""
    failed = [attempt.candidate for attempt in run.attempts if attempt.passed is False]
    only_so = sum(chances.get((candidate.task_id, candidate.rank), 0.0) for candidate in failed)
    return Estimate(only_so, percent=False, digits=1)


def _of_chance(runs: Sequence[Subject], options: AnalysisOptions) -> Iterator[str]:
    if not options.alone:
        yield "Nothing is tried after a probe fails, so that one at random has bounds. Exactly: --alone"
        return
    yield "One at random: the mean over all that could be drawn, each run alone."
    for run, folder in zip(runs, options.alone, strict=True):
        chances = exactly(run, folder)
        lost = sum(
            attempt.passed is True and chances.get((attempt.candidate.task_id, attempt.candidate.rank), 1) < 1
            for attempt in run.attempts
        )
        if lost:
            yield f"{run.label}: {lost} candidates pass by all probes in order, and not by each alone."


def _label(probes: int, largest: int) -> str:
    if probes == largest:
        return "all"
    return "the first probe" if probes == 1 else f"the first {probes}"


def _fewer(run: Subject, probes: int) -> int:
    return sum(any(len(check.probes) > probes for check in task.checks) for task in run.tasks)


def redecided(run: Subject, probes: int) -> Redecided:
    """The run as if every check had only its first probes."""
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
    """The status with fewer probes. Passed and undecided candidates keep theirs."""
    assert attempt.verdict is not None
    if attempt.verdict.status != "failed":
        return attempt.verdict.status
    return "passed" if any(_held(attempt.task, attempt.observations, probes)) else "failed"


def _held(task: Task, observations: Sequence[Observation], probes: int) -> Iterator[bool]:
    checks = {check.name: check for check in task.checks}
    for observation in observations:
        if observation.check in checks:
            yield holds_by(checks[observation.check], observation, probes)


def holds_by(check: Check, observation: Observation, probes: int) -> bool:
    """Whether the check holds with fewer probes. A check with an expected outcome is decided as before."""
    if check.same_outcome_as is not None or len(check.probes) <= probes:
        return holds(check, observation)
    return observation.ending not in NEVER and observation.probes_passed >= probes
