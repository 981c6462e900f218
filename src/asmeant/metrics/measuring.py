"""A metric, a task with its candidates and verdicts -> a statistic, or why there is none. Pure."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from math import isfinite
from time import perf_counter

from asmeant.errors import PluginError
from asmeant.metrics.counting import counted
from asmeant.metrics.processes import map_in_processes, start_method
from asmeant.records import Candidate, Task, Verdict
from asmeant.seams import ExplainsGaps, Metric, Statistic

UNDECIDED = "undecided"
CHUNK = 100
# Less work than this is done before another process has started and helped.
WORTH_A_PROCESS_SECONDS = {"fork": 0.2, "spawn": 1.5}


@dataclass(frozen=True, slots=True)
class Judged:
    """A task with what was answered and decided."""

    task: Task
    candidates: Sequence[Candidate]
    verdicts: Sequence[Verdict]


@dataclass(frozen=True, slots=True)
class Measured:
    """What a metric found on each task, and why it left the others out. Both by the task's id."""

    statistics: Mapping[str, Statistic]
    dropped: Mapping[str, str]


def measure(metric: Metric, judged: Sequence[Judged]) -> Measured:
    """One metric on every task."""
    return measure_all([metric], judged)[0]


def measure_all(metrics: Sequence[Metric], judged: Sequence[Judged], processes: int = 1) -> list[Measured]:
    """Every metric on every task, chunk by chunk, so that what one metric made of a text serves the next."""
    chunks = chunks_of(judged)
    outcomes = [outcome for chunk in _measured(metrics, chunks, processes) for outcome in chunk]
    ids = [item.task.id for item in judged]
    measured = []
    for number in range(len(metrics)):
        column = dict(zip(ids, (outcome[number] for outcome in outcomes), strict=True))
        measured.append(
            Measured(
                {key: value for key, value in column.items() if not isinstance(value, str)},
                {key: value for key, value in column.items() if isinstance(value, str)},
            )
        )
    return measured


def chunks_of(judged: Sequence[Judged]) -> list[Sequence[Judged]]:
    """Tasks with about as many candidates as CHUNK together."""
    most = max((len(item.candidates) for item in judged), default=1)
    size = max(1, CHUNK // max(1, most))
    return [judged[start : start + size] for start in range(0, len(judged), size)]


# One task's outcomes, a metric each: a statistic, or why there is none.
_Outcomes = tuple[Statistic | str, ...]


def _measured(
    metrics: Sequence[Metric], chunks: Sequence[Sequence[Judged]], processes: int
) -> Iterator[list[_Outcomes]]:
    """Chunk by chunk; in processes, once the second chunk has shown that the rest is worth it."""
    seconds = 0.0
    for number, chunk in enumerate(chunks):
        # The first one is no measure: it loads libraries.
        if number == 2 and processes > 1:
            method = start_method()
            if seconds * (len(chunks) - 2) > WORTH_A_PROCESS_SECONDS[method]:
                yield from map_in_processes(partial(_measure_chunk, metrics), chunks[2:], processes, method)
                return
        started = perf_counter()
        yield _measure_chunk(metrics, chunk)
        seconds = perf_counter() - started


def _measure_chunk(metrics: Sequence[Metric], chunk: Sequence[Judged]) -> list[_Outcomes]:
    """Metric by metric: what each of them works with stays in the processor's cache."""
    with _garbage_later():
        columns = [[_outcome(metric, item) for item in chunk] for metric in metrics]
    return list(zip(*columns, strict=True))


@contextmanager
def _garbage_later() -> Iterator[None]:
    """Cycles are looked for afterwards: syntax trees are many objects, and none of them is in a cycle."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _outcome(metric: Metric, item: Judged) -> Statistic | str:
    # Here, so that metrics of plug-ins follow the same rule.
    verdicts = counted(item.verdicts)
    statistic = metric.measure(item.task, item.candidates, verdicts)
    if statistic is None:
        if isinstance(metric, ExplainsGaps):
            return metric.why(item.task, item.candidates, verdicts) or UNDECIDED
        return UNDECIDED
    numbers = statistic if isinstance(statistic, tuple) else (statistic,)
    if not all(map(isfinite, numbers)):
        raise PluginError(
            f"The metric '{metric.name}' measured {statistic} on task '{item.task.id}'. "
            f"A statistic is a finite number, several of them, or None: mend the metric."
        )
    return statistic
