"""Run on disk -> View: all that a page shows of one run, joined by task and rank. Only reads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from asmeant.analysis.naming import run_names
from asmeant.analysis.of_runs.calls import libraries_in
from asmeant.analysis.of_runs.error_classes import cause, telling
from asmeant.analysis.of_runs.subject import Attempt
from asmeant.metrics.score import Judged, known_slice
from asmeant.pipeline import scored
from asmeant.records import Candidate, Observation, Run, Score, Task, TaskPrompt, Verdict
from asmeant.runs import RunFolder
from asmeant.seams import Metric

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """A candidate with its verdict, where it is judged, and the observation that tells most about it.

    `cause` is a word or two for why it is where it is: `passed`, or the class of its error; empty where it
    was not looked for.
    """

    candidate: Candidate
    verdict: Verdict | None
    observation: Observation | None
    cause: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """One run, as a page looks at it."""

    label: str
    path: Path
    settings: Run
    tasks: tuple[Task, ...]
    seen: Mapping[str, tuple[Seen, ...]]
    scores: tuple[Score, ...]
    prompts: Mapping[str, tuple[TaskPrompt, ...]]

    @property
    def judged(self) -> list[Judged]:
        """Every task that has a verdict, as metrics take them."""
        return [
            Judged(task, [item.candidate for item in items], [item.verdict for item in items if item.verdict])
            for task in self.tasks
            if (items := [item for item in self.seen[task.id] if item.verdict])
        ]

    @property
    def statuses(self) -> Counter[str]:
        """How many candidates passed, failed, are undecided, or wait for their verdict."""
        return Counter(status_of(item) for items in self.seen.values() for item in items)

    @property
    def wanted(self) -> int:
        return len(self.tasks) * self.settings.sampling.count


def status_of(item: Seen) -> str:
    return item.verdict.status if item.verdict else "not judged"


def views(
    folders: Sequence[RunFolder],
    metrics: Sequence[Metric] = (),
    by: str = "intent_language",
    processes: int = 1,
    with_causes: bool = True,
) -> list[View]:
    """The runs, each under a name that tells it from the others.

    To say why candidates failed takes a look at the code of each, which a table of scores has no use for.
    """
    settings = [files.settings() for files in folders]
    known_slice([task for files in folders for task in files.read(Task)], by, folders[0].path)
    labels = run_names(settings, [files.path.resolve().name for files in folders])
    return [
        View(
            label,
            files.path,
            run,
            tuple(files.read(Task)),
            _seen(files, with_causes),
            tuple(scored(files, metrics, by, processes=processes)),
            _prompts(files),
        )
        for label, run, files in zip(labels, settings, folders, strict=True)
    ]


def _prompts(files: RunFolder) -> Mapping[str, tuple[TaskPrompt, ...]]:
    """The prompts of each task: none where none was sent, several where it changed during the run."""
    prompts: dict[str, tuple[TaskPrompt, ...]] = {}
    for prompt in files.read(TaskPrompt):
        prompts[prompt.task_id] = (*prompts.get(prompt.task_id, ()), prompt)
    return prompts


def _seen(files: RunFolder, with_causes: bool) -> Mapping[str, tuple[Seen, ...]]:
    candidates = {(item.task_id, item.rank): item for item in files.read(Candidate)}
    verdicts = {(item.task_id, item.rank): item for item in files.read(Verdict)}
    observations: dict[Key, dict[str, Observation]] = defaultdict(dict)
    for item in files.read(Observation):
        observations[item.task_id, item.rank][item.check] = item  # what was run again counts once
    tasks = {task.id: task for task in files.read(Task)}
    codes = (candidate.code for candidate in candidates.values())
    libraries = libraries_in(tasks.values(), codes) if with_causes else None
    found: dict[str, list[Seen]] = {task_id: [] for task_id in tasks}
    for key, candidate in sorted(candidates.items(), key=lambda pair: pair[0][1]):
        if candidate.task_id in found:
            mine = tuple(observations[key].values())
            attempt = Attempt(tasks[candidate.task_id], candidate, verdicts.get(key), mine)
            found[candidate.task_id].append(_seen_of(attempt, libraries))
    return {task_id: tuple(items) for task_id, items in found.items()}


def _seen_of(attempt: Attempt, libraries: Collection[str] | None) -> Seen:
    """With the observation of the check that held, or else the one that came furthest."""
    held = attempt.verdict.held[:1] if attempt.verdict else ()
    by_held = next((item for item in attempt.observations if item.check in held), None)
    why = "" if libraries is None else cause(attempt, libraries)
    return Seen(attempt.candidate, attempt.verdict, by_held or telling(attempt), why)


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
