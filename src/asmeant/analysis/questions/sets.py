"""Subjects -> the sets of probes of their tasks: how many (MBUPP, Figure 3), and which are met (Figure 4).

A set is a check. In MBUPP each stands for one acceptable signature, and `original` is that of MBPP. If an
intent leaves the signature open, no set is more likely than another, so a model that keeps meeting `original`
may have been trained on it. That is a hint, not a proof: the usual signature is also the likeliest guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log
from statistics import mean

from asmeant.analysis.questions.subject import (
    Analysis,
    AnalysisOptions,
    Subject,
    counted,
    need_verdicts,
    on_shared_tasks,
)
from asmeant.analysis.recomputed.mbupp import steps_of
from asmeant.errors import UsageError
from asmeant.loaded_run import Attempt
from asmeant.metrics.counting import can_be_decided
from asmeant.plots import Bars, Mark
from asmeant.tables import Cell, Estimate, Table

ORIGINAL = "original"


def analyse(runs: Sequence[Subject], _options: AnalysisOptions) -> Analysis:
    need_verdicts(runs)
    shared = on_shared_tasks(runs)
    if not any(len(task.checks) > 1 for task in shared.runs[0].tasks):
        raise UsageError(
            f"Every task of {runs[0].path} has one set of probes, so there is no choice between them. "
            "This is for tasks with several checks, as mbupp and mbupp:mbpp+tests have."
        )
    numbers = _numbers(shared.runs, shared.notes)
    met = _met(shared.runs)
    tables = (numbers, met, _concentration(shared.runs))
    return Analysis(tables, (_per_task(shared.runs[0]), _which(shared.runs)))


# ── how many sets a task has ──


def _numbers(runs: Sequence[Subject], notes: Sequence[str]) -> Table:
    """Tasks by their number of sets, and how many of them some candidate solves."""
    sizes = sorted({len(task.checks) for task in runs[0].tasks})
    rows: list[tuple[Cell, ...]] = []
    for size in sizes:
        count = sum(len(task.checks) == size for task in runs[0].tasks)
        rows.append((size, count, *(_solved(run, size) for run in runs)))
    largest = max(runs[0].tasks, key=lambda task: len(task.checks))
    total = sum(len(task.checks) for task in runs[0].tasks)
    summary = (
        f"{total} sets for {len(runs[0].tasks)} tasks; the most, {len(largest.checks)}, has {largest.id}."
    )
    columns = ("sets", "tasks", *(f"solved, {run.label}" for run in runs))
    note = "Solved: by at least one candidate, in per cent of the tasks that are decided."
    return Table("Sets per task", columns, tuple(rows), (summary, note, *notes))


def _solved(run: Subject, size: int) -> Estimate:
    decided = [
        any(verdict.status == "passed" for verdict in item.verdicts)
        for item in run.judged
        if len(item.task.checks) == size and can_be_decided(item.verdicts)
    ]
    return Estimate(mean(decided) if decided else None)


def _per_task(run: Subject) -> Bars:
    counts = Counter(len(task.checks) for task in run.tasks)
    series = {"tasks": tuple(Mark(counts[size]) for size in sorted(counts))}
    return Bars("Sets per task", tuple(map(str, sorted(counts))), series, "tasks")


# ── which of them are met ──


def kind_of(check: str) -> str:
    """The transformations that made this set, each once, in words; otherwise its name."""
    return " and ".join(dict.fromkeys(steps_of(check))) or check


def choosing(run: Subject) -> Iterator[Attempt]:
    """Candidates that pass a task with several sets, where there is a choice."""
    for attempt in run.attempts:
        if attempt.passed and len(attempt.task.checks) > 1:
            yield attempt


def votes(attempts: Iterator[Attempt]) -> Counter[str]:
    """How often sets of each kind are met. A candidate that meets several gives each an equal share."""
    counts: Counter[str] = Counter()
    for attempt in attempts:
        held_checks = attempt.verdict.held if attempt.verdict else ()
        for check in held_checks:
            counts[kind_of(check)] += 1 / len(held_checks)  # type: ignore[assignment]
    return counts


def _met(runs: Sequence[Subject]) -> Table:
    several = [task for task in runs[0].tasks if len(task.checks) > 1]
    having = Counter(kind for task in several for kind in {kind_of(check.name) for check in task.checks})
    counts = [votes(choosing(run)) for run in runs]
    met = [kind for kind in having if any(of[kind] for of in counts)]
    order = sorted(met, key=lambda kind: (kind != ORIGINAL, -sum(of[kind] for of in counts), kind))
    rows: list[tuple[Cell, ...]] = [
        (kind, having[kind], *(_share(of, kind) for of in counts)) for kind in order
    ]
    if len(met) < len(having):
        without = sum(any(kind_of(check.name) not in met for check in task.checks) for task in several)
        rows.append(
            (f"{counted(len(having) - len(met), 'more kind')}, not met", without, *([None] * len(runs)))
        )
    columns = ("set", "tasks with it", *(run.label for run in runs))
    notes = (
        f"Of the candidates that pass one of the {len(several)} tasks with several sets, in per cent. "
        "One that meets several gives each an equal part.",
    )
    return Table("Sets that are met", columns, tuple(rows), notes)


def _share(counts: Mapping[str, float], kind: str) -> Estimate:
    total = sum(counts.values())
    return Estimate(counts.get(kind, 0) / total if total else None)


def _which(runs: Sequence[Subject]) -> Bars:
    counts = {run.label: votes(choosing(run)) for run in runs}
    totals: Counter[str] = sum(counts.values(), Counter())
    kinds = tuple(kind for kind, _ in totals.most_common())
    series = {
        label: tuple(
            Mark(100 * value if (value := _share(of, kind).value) is not None else None) for kind in kinds
        )
        for label, of in counts.items()
    }
    return Bars("Sets that are met", kinds, series, "per cent", about="Of candidates that pass such a task.")


# ── how concentrated that is ──


def _concentration(runs: Sequence[Subject]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (run.label, *cells) for run in runs for cells in [tuple(_concentrated(run))]
    ]
    columns = (
        "run",
        "candidates",
        "met original",
        "by chance",
        "most met",
        "its share",
        "entropy",
        "in a task",
    )
    notes = (
        "Met original: the share of these candidates that meet it. By chance: what it would be if each of a "
        "task's sets were as likely.",
        "Entropy: of the kinds that are met, from 0 (always one kind) to 1 (all alike). In a task: the "
        "share of its most met set, over tasks that two or more candidates pass.",
        "Far above chance is a hint that the model has seen the signatures, and no proof of it.",
    )
    return Table("How concentrated they are", columns, tuple(rows), notes)


def _concentrated(run: Subject) -> Iterator[Cell]:
    attempts = list(choosing(run))
    yield len(attempts)
    with_original = [item for item in attempts if any(check.name == ORIGINAL for check in item.task.checks)]
    original = [item.verdict is not None and ORIGINAL in item.verdict.held for item in with_original]
    yield Estimate(mean(original) if with_original else None)
    yield Estimate(mean(_by_chance(item) for item in with_original) if with_original else None)
    counts = votes(iter(attempts))
    (kind, _), *_ = counts.most_common(1) or [("", 0)]
    yield kind or None
    yield _share(counts, kind)
    yield Estimate(entropy(counts), percent=False, digits=2)
    within = list(_within(attempts))
    yield Estimate(mean(within) if within else None)


def _by_chance(item: Attempt) -> float:
    """The probability to meet `original` with as many sets drawn at random as the candidate meets."""
    drawn = len(item.verdict.held) if item.verdict else 1
    return min(1.0, drawn / len(item.task.checks))


def entropy(counts: Mapping[str, float]) -> float | None:
    """The entropy of the shares, relative to its maximum; None if there is at most one kind."""
    total = sum(counts.values())
    shares = [count / total for count in counts.values() if count]
    return -sum(share * log(share) for share in shares) / log(len(shares)) if len(shares) > 1 else None


def _within(attempts: Sequence[Attempt]) -> Iterator[float]:
    """For each task, the share of its candidates that meet its most frequently met set."""
    tasks: dict[str, list[Attempt]] = {}
    for item in attempts:
        tasks.setdefault(item.task.id, []).append(item)
    for mine in tasks.values():
        if len(mine) > 1:
            counts = Counter(check for item in mine if item.verdict for check in item.verdict.held)
            yield max(counts.values(), default=0) / len(mine)
