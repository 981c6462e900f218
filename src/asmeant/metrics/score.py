"""A metric, over the tasks of one slice -> Score, with a bootstrap interval over tasks. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from asmeant.metrics.pass_at_k import PassAtK
from asmeant.metrics.solvability import Solvability
from asmeant.records import Candidate, Score, Task, Verdict
from asmeant.seams import Metric

RESAMPLES = 1000
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Judged:
    """A task with what was answered and decided."""

    task: Task
    candidates: Sequence[Candidate]
    verdicts: Sequence[Verdict]


def default_metrics(samples: int) -> list[Metric]:
    """pass@k for the ks that people publish, up to the number of candidates per task, and solvability."""
    ks = sorted({k for k in (1, 5, 10, 100) if k <= samples} | {samples})
    return [*(PassAtK(k) for k in ks), *([Solvability()] if samples > 1 else [])]


def score(metric: Metric, judged: Sequence[Judged], where: Mapping[str, str], version: str) -> Score:
    measured = [metric.measure(item.task, item.candidates, item.verdicts) for item in judged]
    statistics = [value for value in measured if value is not None]
    undecided = len(measured) - len(statistics)
    samples = max((len(item.verdicts) for item in judged), default=0)
    slice_name = ",".join(f"{key}={value}" for key, value in where.items()) or "all"
    signature = (
        f"{metric.name}|n:{samples}|tasks:{len(statistics)}|undecided:{undecided}|where:{slice_name}"
        f"|interval:bootstrap-{RESAMPLES}-{CONFIDENCE:.0%}-seed-0|asmeant:{version}"
    )
    return Score(
        metric=metric.name,
        value=metric.aggregate(statistics) if statistics else None,
        interval=bootstrap(metric, statistics, Random(0)),
        tasks=len(statistics),
        undecided=undecided,
        signature=signature,
        where=where,
    )


def bootstrap(metric: Metric, statistics: Sequence[float], random: Random) -> tuple[float, float] | None:
    """The middle of what the metric gives on tasks drawn again with replacement. One task tells nothing."""
    if len(statistics) < 2:
        return None
    drawn = sorted(metric.aggregate(random.choices(statistics, k=len(statistics))) for _ in range(RESAMPLES))
    tail = (1 - CONFIDENCE) / 2
    return drawn[int(tail * RESAMPLES)], drawn[int((1 - tail) * RESAMPLES) - 1]


def slices(tasks: Iterable[Task], by: str = "intent_language") -> list[Mapping[str, str]]:
    """All tasks, then those of each value of a field or tag, when there are several."""
    found = sorted({value for task in tasks if (value := value_of(task, by)) is not None})
    return [{}, *({by: value} for value in found if len(found) > 1)]


def within(task: Task, where: Mapping[str, str]) -> bool:
    return all(value_of(task, key) == value for key, value in where.items())


def value_of(task: Task, key: str) -> str | None:
    """A field that is a word, or else a tag."""
    value = getattr(task, key, None)
    return value if isinstance(value, str) else task.tags.get(key)
