"""Runs -> Comparison: their scores on the same tasks, and the difference of each pair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from asmeant import __version__
from asmeant.analysis.difference import Difference, adjusted, difference
from asmeant.analysis.significance import Pairs
from asmeant.errors import UsageError
from asmeant.loaded_run import LoadedRun
from asmeant.metrics.measuring import UNDECIDED, Judged, Measured, measure
from asmeant.metrics.resampling import grouped
from asmeant.metrics.score import cluster_of, score
from asmeant.records import Run, Score, Task
from asmeant.runs import RunFolder
from asmeant.seams import Metric


@dataclass(frozen=True, slots=True)
class Contender:
    """A run that is compared: all its tasks, and those that were judged."""

    label: str
    path: Path
    settings: Run
    tasks: Mapping[str, Task]
    judged: Mapping[str, Judged]


@dataclass(frozen=True, slots=True)
class Standing:
    """The score of one run on the tasks that are compared. `letter` stands for the run in a table.

    `settings` are those in which the runs differ.
    """

    letter: str
    run: str
    model: str
    settings: Mapping[str, Any]
    score: Score


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Tasks of a run that are not compared, and why."""

    letter: str
    reason: str
    tasks: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Runs side by side under one metric."""

    metric: str
    dataset: str
    tasks: int
    groups: int
    standings: tuple[Standing, ...]
    differences: tuple[Difference, ...]
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]


# ── reading ────────────────────────────────────────────────────────────────────────────────────────


def contender(run: LoadedRun | RunFolder) -> Contender:
    run = run if isinstance(run, LoadedRun) else LoadedRun(run)
    judged = {item.task.id: item for item in run.judged}
    return Contender(run.label, run.path, run.settings, run.tasks, judged)


# ── comparing ──────────────────────────────────────────────────────────────────────────────────────


def compare(
    contenders: Sequence[Contender], metrics: Sequence[Metric], against_first: bool = False, seed: int = 0
) -> list[Comparison]:
    """One comparison for each metric. The p-values are adjusted for the number of comparisons."""
    _refuse_odd(contenders)
    common = [id_ for id_ in contenders[0].tasks if all(id_ in item.tasks for item in contenders)]
    if not common:
        raise UsageError(
            f"The runs have no task in common: {', '.join(item.label for item in contenders)}. "
            "Compare runs of the same tasks. See: asmeant show RUN"
        )
    comparisons = [_compare(contenders, common, metric, against_first, seed) for metric in metrics]
    raised = iter(adjusted([item for comparison in comparisons for item in comparison.differences]))
    return [
        replace(comparison, differences=tuple(next(raised) for _ in comparison.differences))
        for comparison in comparisons
    ]


def _compare(
    contenders: Sequence[Contender], common: Sequence[str], metric: Metric, against_first: bool, seed: int
) -> Comparison:
    """Compares every pair of runs, or each with the first, on the tasks that all of them have decided."""
    letters = [_letter(number) for number in range(len(contenders))]
    measured = [_measured(metric, item, common) for item in contenders]
    shared = [id_ for id_ in common if all(id_ in result.statistics for result in measured)]
    if not shared:
        raise UsageError(_nothing_decided(metric, contenders, common, measured))
    tasks = [contenders[0].tasks[id_] for id_ in shared]
    groups = grouped(len(shared), [cluster_of(task) for task in tasks])
    statistics = [[result.statistics[id_] for id_ in shared] for result in measured]
    every = combinations(range(len(letters)), 2)
    pairs = [(first, second) for first, second in every if first == 0 or not against_first]
    return Comparison(
        metric=metric.name,
        dataset=_dataset(contenders[0]),
        tasks=len(shared),
        groups=len(groups),
        standings=tuple(
            Standing(
                letter, item.label, item.settings.model, run_settings, _score(metric, item, shared, result)
            )
            for letter, item, run_settings, result in zip(
                letters, contenders, _apart(contenders), measured, strict=True
            )
        ),
        differences=tuple(
            difference(
                metric,
                tasks,
                Pairs(statistics[first], statistics[second], groups),
                letters[first],
                letters[second],
                seed,
            )
            for first, second in pairs
        ),
        left_out=tuple(_left_out(letters, contenders, common, measured)),
        notes=tuple(_notes(contenders, shared)),
    )


def _dataset(item: Contender) -> str:
    """The dataset without its variant, or the file that it is read from."""
    return item.settings.dataset.partition(":")[0]


def _letter(number: int) -> str:
    return chr(ord("A") + number) if number < 26 else f"run {number + 1}"


def _refuse_odd(contenders: Sequence[Contender]) -> None:
    if len(contenders) < 2:
        raise UsageError(
            "One run cannot be compared with itself. Name two runs or more: asmeant compare RUN RUN"
        )
    if len({item.path.resolve() for item in contenders}) < len(contenders):
        raise UsageError("A run is named twice. Name each run once.")
    datasets = dict.fromkeys(_dataset(item) for item in contenders)
    if len(datasets) > 1:
        raise UsageError(
            f"The runs are of different datasets: {', '.join(datasets)}. "
            "Only runs on the same tasks can be compared."
        )


def _measured(metric: Metric, item: Contender, ids: Iterable[str]) -> Measured:
    return measure(metric, [item.judged[id_] for id_ in ids if id_ in item.judged])


def _score(metric: Metric, item: Contender, ids: Iterable[str], measured: Measured) -> Score:
    return score(metric, [item.judged[id_] for id_ in ids], {}, __version__, measured)


def _left_out(
    letters: Sequence[str],
    contenders: Sequence[Contender],
    common: Sequence[str],
    measured: Sequence[Measured],
) -> Iterable[LeftOut]:
    for letter, item, result in zip(letters, contenders, measured, strict=True):
        counts = {
            "not in every run": len(item.tasks) - len(common),
            "not judged yet": sum(id_ not in item.judged for id_ in common),
            "undecided": len(result.dropped),
        }
        yield from (LeftOut(letter, reason, count) for reason, count in counts.items() if count)


def _nothing_decided(
    metric: Metric, contenders: Sequence[Contender], common: Sequence[str], measured: Sequence[Measured]
) -> str:
    """Why no task can be compared: a run has no decided task, or the runs have none in common."""
    for item, result in zip(contenders, measured, strict=True):
        if result.statistics:
            continue
        reason = next(iter(result.dropped.values()), UNDECIDED)
        if reason == UNDECIDED and not any(judged.verdicts for judged in item.judged.values()):
            return f"{item.label} has no verdicts yet. Judge it first: asmeant judge {item.label}"
        return (
            f"{item.label} has nothing to compare by {metric.name}: none of {len(common)} shared tasks is "
            f"decided ({reason}). Choose another --metric (see: asmeant list metrics), or see why: "
            f"asmeant show {item.label}"
        )
    return (
        f"No task is decided by {metric.name} in every run. Compare fewer runs at a time, or choose another "
        "--metric. See: asmeant list metrics"
    )


def _apart(contenders: Sequence[Contender]) -> list[Mapping[str, Any]]:
    """The settings of each run in which the runs differ."""
    settings_of_all = [
        msgspec.to_builtins(item.settings.sampling) | msgspec.to_builtins(item.settings.prompt)
        for item in contenders
    ]
    differ = [
        key
        for key in settings_of_all[0]
        if any(run_settings[key] != settings_of_all[0][key] for run_settings in settings_of_all)
    ]
    return [{key: settings[key] for key in differ} for settings in settings_of_all]


# ── what a reader should know ──────────────────────────────────────────────────────────────────────


def _notes(contenders: Sequence[Contender], shared: Sequence[str]) -> Iterable[str]:
    settings = [item.settings for item in contenders]
    variants = dict.fromkeys(item.dataset for item in settings)
    if len(variants) > 1:
        yield f"The runs are of {' and '.join(variants)}: tasks were matched by their ids."
    if len({item.prompt.naming for item in settings}) == 1:
        with_other_checks = sum(len({item.tasks[id_].checks for item in contenders}) > 1 for id_ in shared)
        if with_other_checks:
            yield f"{with_other_checks} of the tasks have other checks in one run than in another."
    worlds = dict.fromkeys(item.world for item in settings)
    if len(worlds) > 1:
        yield f"The programs ran in different places: {', '.join(worlds)}."
    counts = dict.fromkeys(item.sampling.count for item in settings)
    if len(counts) > 1:
        yield f"The runs drew different numbers of candidates per task: {', '.join(map(str, counts))}."
