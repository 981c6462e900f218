"""Verdicts -> Scores: every metric over all tasks of a run, and over each slice of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asmeant import __version__
from asmeant.loaded_run import LoadedRun
from asmeant.metrics.score import Judged, default_metrics, measure_all, score, slices, within
from asmeant.records import Run, Score
from asmeant.runs import RunFolder
from asmeant.seams import Metric


def write_scores(
    files: RunFolder, metrics: Iterable[Metric] = (), by: str = "intent_language", processes: int = 1
) -> list[Score]:
    scores = scored(files, metrics, by, processes=processes)
    files.write_scores(scores)
    return scores


def scored(
    files: RunFolder,
    metrics: Iterable[Metric] = (),
    by: str = "intent_language",
    cluster: str | None = None,
    processes: int = 1,
) -> list[Score]:
    """Every metric over all tasks, and over each slice of them.

    `cluster` names the field or tag that tasks share which do not count as independent; by default the
    question that they come from. Scripts that ask for more than one process need a main guard.
    """
    return compute_scores(join(files), files.settings(), metrics, by, cluster, processes)


def compute_scores(
    judged: Sequence[Judged],
    run: Run,
    metrics: Iterable[Metric] = (),
    by: str = "intent_language",
    cluster: str | None = None,
    processes: int = 1,
) -> list[Score]:
    """The same, of what was read from a run before."""
    chosen = list(metrics) or default_metrics(run.sampling.count)
    statistics = measure_all(chosen, judged, processes)
    return [
        score(
            metric,
            [item for item in judged if within(item.task, where)],
            where,
            __version__,
            measured,
            cluster,
            settings=_settings(run),
        )
        for where in slices((item.task for item in judged), by)
        for metric, measured in zip(chosen, statistics, strict=True)
    ]


def _settings(run: Run) -> list[str]:
    """What a reader must know of a run beside its metrics, where it is not the default."""
    settings = {"extraction": run.prompt.extraction, "deadline": run.limits.deadline}
    defaults = {"extraction": "answer", "deadline": "fitting"}
    return [f"{name}:{value}" for name, value in settings.items() if value != defaults[name]]


def join(files: RunFolder) -> list[Judged]:
    """Every task that has a verdict, with its candidates and verdicts in the order of their ranks.

    Of a run that was not judged, every task that has a candidate: metrics that compare texts need no more.
    """
    return list(LoadedRun(files).judged)
