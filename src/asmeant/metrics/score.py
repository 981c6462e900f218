"""A metric, over the tasks of one slice -> Score, with an interval over tasks. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from asmeant.errors import UsageError
from asmeant.metrics.intervals import interval
from asmeant.metrics.measuring import UNDECIDED, Judged, Measured, measure, measure_all
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.metrics.resampling import aggregated
from asmeant.metrics.solvability import Solvability
from asmeant.metrics.uncertainty import uncertainty
from asmeant.records import Score, Task
from asmeant.seams import HasNotes, HasSignature, Metric, Statistic

__all__ = ["Judged", "Measured", "default_metrics", "measure", "measure_all", "score", "slices"]

# Tags that name the question from which a task was taken. Answers to one question are not independent.
QUESTION_TAGS = ("question", "post")


def default_metrics(samples: int) -> list[Metric]:
    """pass@k for the ks that people publish, up to the number of candidates per task, and solvability."""
    ks = sorted({k for k in (1, 5, 10, 100) if k <= samples} | {samples})
    return [*(PassAtK(k) for k in ks), *([Solvability()] if samples > 1 else [])]


def score(
    metric: Metric,
    judged: Sequence[Judged],
    where: Mapping[str, str],
    version: str,
    measured: Measured | None = None,
    cluster: str | None = None,
    settings: Sequence[str] = (),
) -> Score:
    """The metric over these tasks. `cluster` names the field or tag of tasks that are drawn together.

    `settings` are those of the run that its signature names.
    """
    measured = measured or measure(metric, judged)
    kept = [item for item in judged if item.task.id in measured.statistics]
    statistics = [measured.statistics[item.task.id] for item in kept]
    clusters = [cluster_of(item.task, cluster) for item in kept]
    dropped = Counter(measured.dropped[item.task.id] for item in judged if item.task.id in measured.dropped)
    sure = interval(metric, statistics, Random(0), clusters)
    left_open = uncertainty(metric, kept, statistics)
    return Score(
        metric=metric.name,
        value=aggregated(metric, statistics) if statistics else None,
        interval=(sure.low, sure.high) if sure else None,
        tasks=len(statistics),
        undecided=sum(dropped.values()),
        signature="|".join(
            [
                metric.name,
                *_own_words(metric, statistics),
                f"n:{max((len(item.candidates or item.verdicts) for item in judged), default=0)}",
                f"tasks:{len(statistics)}",
                *_left_out(dropped),
                *([f"undecided-candidates:{left_open.candidates}"] if left_open.candidates else []),
                f"where:{','.join(f'{key}={value}' for key, value in where.items()) or 'all'}",
                f"interval:{sure.method if sure else 'none'}{_clustered(clusters, cluster)}",
                *settings,
                f"asmeant:{version}",
            ]
        ),
        where=where,
        undecided_candidates=left_open.candidates,
        if_undecided_passed=left_open.if_passed,
        missing_libraries=left_open.missing_libraries,
        passed_beside=left_open.beside,
        reason="" if statistics else _most_common(dropped),
    )


def _most_common(dropped: Counter[str]) -> str:
    return next((reason for reason, _ in dropped.most_common(1)), "no task is judged")


def _own_words(metric: Metric, statistics: Sequence[Statistic]) -> list[str]:
    """What the metric itself says about its settings, and about what it found."""
    settings = metric.signature if isinstance(metric, HasSignature) else ""
    notes = metric.notes(statistics) if isinstance(metric, HasNotes) else ""
    return [words for words in (settings, notes) if words]


def _left_out(dropped: Counter[str]) -> list[str]:
    """How many tasks have no statistic, and why, as far as the metric says."""
    reasons = [f"{count} {reason}" for reason, count in sorted(dropped.items()) if reason != UNDECIDED]
    return [f"undecided:{sum(dropped.values())}", *([f"dropped:{'; '.join(reasons)}"] if reasons else [])]


def _clustered(clusters: Sequence[tuple[str, str]], cluster: str | None) -> str:
    """Said only where it makes a difference."""
    if len(set(clusters)) == len(clusters):
        return ""
    names = [cluster] if cluster else sorted({name for name, _ in clusters if name != "id"})
    return f"-clustered-by-{'-or-'.join(names)}"


def cluster_of(task: Task, cluster: str | None = None) -> tuple[str, str]:
    """What tasks that are drawn together share: a field or tag, by default the question they come from."""
    for name in [cluster] if cluster else QUESTION_TAGS:
        if (value := value_of(task, name)) is not None:
            return name, value
    return "id", task.id


def slices(tasks: Iterable[Task], by: str = "intent_language") -> list[Mapping[str, str]]:
    """All tasks, then those of each value of a field or tag, when there are several."""
    values = sorted({value for task in tasks if (value := value_of(task, by)) is not None})
    return [{}, *({by: value} for value in values if len(values) > 1)]


def known_slice(tasks: Sequence[Task], by: str, path: object) -> None:
    """A field or tag that no task has slices nothing, and is mostly a slip of the pen."""
    if tasks and not any(value_of(task, by) is not None for task in tasks):
        tags = sorted({tag for task in tasks for tag in task.tags})
        raise UsageError(
            f"No task of {path} has the field or tag '{by}'. "
            f"Slice --by one of: {', '.join(['intent_language', 'code_language', *tags])}."
        )


def within(task: Task, where: Mapping[str, str]) -> bool:
    return all(value_of(task, key) == value for key, value in where.items())


def value_of(task: Task, key: str) -> str | None:
    """A field that is a word, or else a tag."""
    value = getattr(task, key, None)
    return value if isinstance(value, str) else task.tags.get(key)
