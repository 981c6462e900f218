"""Run on disk -> Subject: a run as analyses use it, and checks that analyses share. Only reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from asmeant import plugins
from asmeant.analysis.naming import run_names
from asmeant.errors import UsageError
from asmeant.loaded_run import Attempt, LoadedRun
from asmeant.metrics.counting import can_be_decided
from asmeant.metrics.score import Judged
from asmeant.plots import Plot
from asmeant.records import Run, Task
from asmeant.runs import RunFolder
from asmeant.tables import Table


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """The options of an analysis. Each analysis uses some of them.

    `originals` are the tasks from which the intents of a run were translated. `alone` are the folders in
    which each probe of a run was run alone, in the order of the runs.
    """

    metrics: tuple[str, ...] = ()
    by: str = "intent_language"
    examples: int = 1
    order: int = 8
    originals: tuple[Task, ...] = ()
    alone: tuple[RunFolder, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result: tables and plots."""

    tables: tuple[Table, ...]
    plots: tuple[Plot, ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """One run. `label` identifies it; `tasks` are all its tasks, `judged` those that were begun.

    `variant` is the variant of the dataset, or its default one.
    """

    label: str
    variant: str
    run: LoadedRun
    tasks: tuple[Task, ...]
    judged: tuple[Judged, ...]

    @property
    def path(self) -> str:
        """The folder or the URL of the run."""
        return self.run.label

    @property
    def settings(self) -> Run:
        return self.run.settings

    @property
    def attempts(self) -> Iterator[Attempt]:
        """The candidates of its tasks, read from disk each time."""
        return (attempt for task in self.tasks for attempt in self.run.attempts(task.id))

    @property
    def dataset(self) -> str:
        """The dataset without its variant, or the file that it is read from."""
        return self.settings.dataset.partition(":")[0]

    @property
    def samples(self) -> int:
        """The largest number of judged candidates of a task."""
        return max((len(item.verdicts) for item in self.judged), default=0)

    def only(self, is_included: Callable[[Task], bool]) -> Subject:
        """The same run with some of its tasks."""
        return replace(
            self,
            tasks=tuple(task for task in self.tasks if is_included(task)),
            judged=tuple(item for item in self.judged if is_included(item.task)),
        )


def subjects(folders: Sequence[RunFolder]) -> list[Subject]:
    """The runs with distinct labels. It is an error if they do not belong together."""
    if not folders:
        raise UsageError("No run was named. Use: asmeant analyse KIND RUN...")
    if len({files.path.resolve() for files in folders}) < len(folders):
        raise UsageError("A run is named twice. Name each run once.")
    runs = [LoadedRun(files) for files in folders]
    settings = [run.settings for run in runs]
    datasets = dict.fromkeys(run.dataset.partition(":")[0] for run in settings)
    if len(datasets) > 1:
        raise UsageError(
            f"The runs are of different datasets: {', '.join(datasets)}. "
            "Analyse runs of one dataset at a time; its variants may differ."
        )
    labels = run_names(settings, [files.path.resolve().name for files in folders])
    return [_subject(label, run) for label, run in zip(labels, runs, strict=True)]


def _subject(label: str, run: LoadedRun) -> Subject:
    if not run.candidate_keys:
        raise UsageError(f"{run.label} has no candidates yet. Continue it: asmeant run --resume {run.label}")
    return Subject(label, _variant(run.settings.dataset), run, tuple(run.tasks.values()), tuple(run.judged))


def _variant(dataset: str) -> str:
    name, _, variant = dataset.partition(":")
    if variant or name not in plugins.names("dataset"):
        return variant
    return next(iter(getattr(plugins.load("dataset", name), "variants", ())), "")


# ── what several analyses ask ──────────────────────────────────────────────────────────────────────


def need_verdicts(runs: Iterable[Subject]) -> None:
    """Raises an error for runs in which nothing is decided."""
    for run in runs:
        verdicts = [verdict for item in run.judged for verdict in item.verdicts]
        if not verdicts:
            raise UsageError(f"{run.path} has no verdicts yet. Judge it first: asmeant judge {run.path}")
        if not can_be_decided(verdicts):
            (reason, _), *_ = Counter(verdict.reason for verdict in verdicts).most_common(1)
            raise UsageError(
                f"Nothing is decided in {run.path}: all {len(verdicts)} verdicts are undecided ({reason}). "
                f"See: asmeant show {run.path}"
            )


def need_tag(runs: Iterable[Subject], tag: str, instead: str) -> None:
    for run in runs:
        if not any(tag in task.tags for task in run.tasks):
            raise UsageError(f"No task of {run.path} has the tag '{tag}'. {instead}")


@dataclass(frozen=True, slots=True)
class Shared:
    """Runs on the tasks that all of them have, with notes for the reader."""

    runs: tuple[Subject, ...]
    notes: tuple[str, ...]


def on_shared_tasks(runs: Sequence[Subject]) -> Shared:
    """The runs on their common tasks.

    Tasks of two variants match if only the variant differs in their ids.
    """
    keys = [_keys(run) for run in runs]
    common = set.intersection(*(set(own_keys.values()) for own_keys in keys))
    if not common:
        raise UsageError(
            f"The runs have no task in common: {', '.join(run.path for run in runs)}. "
            "Analyse them one at a time, or name runs of the same tasks."
        )
    left_out = {run.label: len(run.tasks) - len(common) for run in runs if len(run.tasks) > len(common)}
    counts = ", ".join(f"{count} of {label}" for label, count in left_out.items())
    notes = (f"On the {len(common)} tasks that every run has; left out: {counts}.",) if left_out else ()
    shared_runs = (
        run.only(lambda task, keys_of_run=keys_of_run: keys_of_run[task.id] in common)  # type: ignore[misc]
        for run, keys_of_run in zip(runs, keys, strict=True)
    )
    return Shared(tuple(shared_runs), notes)


def _keys(run: Subject) -> Mapping[str, str]:
    ids = [task.id for task in run.tasks]
    keys = [task_key(run, id_) for id_ in ids]
    return dict(zip(ids, keys if len(set(keys)) == len(ids) else ids, strict=True))


def task_key(run: Subject, id_: str) -> str:
    """A task's id without the names of its dataset and variant."""
    words = [part for part in id_.split("/") if part not in (run.dataset, run.variant)]
    return "/".join(words) or id_


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
