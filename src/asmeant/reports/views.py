"""Run on disk -> View: all that a page shows of one run, joined by task and rank. Only reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from asmeant.analysis.naming import run_names
from asmeant.metrics.score import Judged, known_slice
from asmeant.pipeline import scored
from asmeant.records import Candidate, Observation, Run, Score, Task, TaskPrompt, Verdict
from asmeant.runs import RunFolder
from asmeant.seams import Metric

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """A candidate with its verdict, where it is judged, and the observation that tells most about it."""

    candidate: Candidate
    verdict: Verdict | None
    observation: Observation | None


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
) -> list[View]:
    """The runs, each under a name that tells it from the others."""
    settings = [files.settings() for files in folders]
    known_slice([task for files in folders for task in files.read(Task)], by, folders[0].path)
    labels = run_names(settings, [files.path.resolve().name for files in folders])
    return [
        View(
            label,
            files.path,
            run,
            tuple(files.read(Task)),
            _seen(files),
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


def _seen(files: RunFolder) -> Mapping[str, tuple[Seen, ...]]:
    candidates = {(item.task_id, item.rank): item for item in files.read(Candidate)}
    verdicts = {(item.task_id, item.rank): item for item in files.read(Verdict)}
    observations = _telling(files.read(Observation), verdicts)
    found: dict[str, list[Seen]] = {task.id: [] for task in files.read(Task)}
    for key, candidate in sorted(candidates.items(), key=lambda pair: pair[0][1]):
        if candidate.task_id in found:
            item = Seen(candidate, verdicts.get(key), observations.get(key))
            found[candidate.task_id].append(item)
    return {task_id: tuple(items) for task_id, items in found.items()}


def _telling(observations: Iterable[Observation], verdicts: Mapping[Key, Verdict]) -> dict[Key, Observation]:
    """Of a candidate's observations the one of the check that held, or else the one that came furthest."""
    best: dict[Key, Observation] = {}
    for item in observations:
        key = item.task_id, item.rank
        held = verdicts[key].held[:1] if key in verdicts else ()
        if key not in best or (item.check in held) or item.probes_passed > best[key].probes_passed:
            best[key] = item
    return best


# ── why candidates fail ────────────────────────────────────────────────────────────────────────────

_ENDINGS = ("timed out", "out of memory", "killed", "tampered")
_RAISED = re.compile(
    r"(?:[a-z][a-z ]*\d*: )?(?:[\w.]*\.)?"
    r"([A-Za-z_]\w*(?:Error|Exception|Exit|Interrupt|Iteration|Warning))\b"
)


def cause(item: Seen) -> str:
    """In a word or two, why a candidate is where it is."""
    if item.verdict is None:
        return "not judged"
    if item.verdict.status == "passed":
        return "passed"
    if item.verdict.status == "undecided":
        return "undecided"
    if item.candidate.fault or not item.candidate.code.strip():
        return "no code"
    reason = item.verdict.reason
    if item.observation and item.observation.same_outcome is False:
        return "command not found" if reason.endswith("command not found") else "another outcome"
    ending = next((ending for ending in _ENDINGS if reason.startswith(ending)), None)
    raised = _RAISED.match(reason)
    if ending or raised is None:
        return ending or ("wrong answer" if re.match(r"probe \d+: answered", reason) else "other")
    return "wrong answer" if raised[1] == "AssertionError" else raised[1]


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
