"""LoadedRun -> RunView: a run as a page shows it, with its scores and why candidates failed. Only reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from asmeant.analysis.naming import run_names
from asmeant.analysis.questions.calls import libraries_in
from asmeant.analysis.questions.error_classes import outcome_class
from asmeant.loaded_run import Key, LoadedRun
from asmeant.metrics.score import Judged, known_slice
from asmeant.pipeline import compute_scores
from asmeant.records import Run, Score, Task
from asmeant.runs import RunFolder
from asmeant.seams import Metric


@dataclass(frozen=True, slots=True)
class RunView:
    """One run, as a page shows it.

    `causes` says of each candidate, by task and rank, that it passed, or the class of its error; it is empty
    where causes were not looked for.
    """

    label: str
    run: LoadedRun
    scores: tuple[Score, ...]
    causes: Mapping[Key, str]

    @property
    def path(self) -> Path:
        return self.run.path

    @property
    def settings(self) -> Run:
        return self.run.settings

    @property
    def tasks(self) -> Sequence[Task]:
        return tuple(self.run.tasks.values())

    @property
    def judged(self) -> Sequence[Judged]:
        """Every task that has a verdict, as metrics take them."""
        return [item for item in self.run.judged if item.verdicts]

    @property
    def statuses(self) -> Counter[str]:
        """How many candidates passed, failed, are undecided, or wait for their verdict."""
        return self.run.statuses()

    @property
    def wanted(self) -> int:
        """How many candidates the run has when it is finished."""
        return len(self.run.tasks) * self.settings.sampling.count


def views(
    folders: Sequence[RunFolder],
    metrics: Sequence[Metric] = (),
    by: str = "intent_language",
    processes: int = 1,
    with_causes: bool = True,
) -> list[RunView]:
    """The runs, each under a name that tells it from the others.

    To find out why candidates failed, the code of each is parsed. A table of scores does without that.
    """
    runs = [LoadedRun(files) for files in folders]
    known_slice([task for run in runs for task in run.tasks.values()], by, runs[0].label)
    labels = run_names([run.settings for run in runs], [run.path.resolve().name for run in runs])
    return [
        RunView(
            label,
            run,
            tuple(compute_scores(run.judged, run.settings, metrics, by, processes=processes)),
            _causes(run) if with_causes else {},
        )
        for label, run in zip(labels, runs, strict=True)
    ]


def _causes(run: LoadedRun) -> Mapping[Key, str]:
    libraries = libraries_in(run.tasks.values(), (candidate.code for candidate in run.candidates()))
    causes: dict[Key, str] = {}
    for task_id in run.tasks:
        # Many candidates of a task are the same code, and failed for the same reason.
        classes: dict[tuple[object, ...], str] = {}
        for attempt in run.attempts(task_id):
            candidate = attempt.candidate
            alike = (candidate.code, candidate.fault, candidate.truncated, attempt.status, attempt.cause)
            if alike not in classes:
                classes[alike] = outcome_class(attempt, libraries)
            causes[task_id, candidate.rank] = classes[alike]
    return causes


# ── slices ─────────────────────────────────────────────────────────────────────────────────────────


def slices_of(task: Task) -> Iterator[tuple[str, str]]:
    """Every way of slicing in which a task takes part: (by what, which)."""
    yield "intent language", task.intent_language
    yield "code language", task.code_language
    for library in task.scaffold.libraries:
        yield "library", library
    for key, value in task.tags.items():
        if key not in {"library", "quarantine"}:
            yield key, value
