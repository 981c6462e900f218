"""Run folder -> LoadedRun: the tasks of a run, joined with their candidates, observations and verdicts.

This is the only place where the files of a run are joined. One rule says which record counts:

- Of several records with the same key, the one that was written last counts. The key of a candidate is its
  task and rank; that of an observation also has the check, that of a verdict also has the judge.
- The verdict of a candidate is the last one that any judge wrote.
- The observation that explains a verdict is the one of the first check that held. Of a candidate that is
  undecided, it is the first that was not run; of any other, the one in which most probes passed.

Only the tasks, the verdicts and an index of the other files (32 bytes a record) are kept in memory.
Candidates and observations are read from disk each time that they are used. A LoadedRun shows the run as it
was when each file was first read; load it again to see what was written since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from asmeant.causes import cause_of, from_reason
from asmeant.metrics.measuring import Judged
from asmeant.record_files import RecordFile
from asmeant.records import (
    Candidate,
    Cause,
    Observation,
    Run,
    Score,
    Status,
    Task,
    TaskPrompt,
    Verdict,
)
from asmeant.runs import RunFolder
from asmeant.store_runs import run_folder

Key = tuple[str, int]  # task id, rank
NOT_JUDGED = "not judged"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A candidate with its task, its verdict where it is judged, and its observations, one for each check."""

    task: Task
    candidate: Candidate
    verdict: Verdict | None
    observations: Sequence[Observation] = ()

    @property
    def status(self) -> Status | str:
        """The status of its verdict, or `not judged`."""
        return self.verdict.status if self.verdict else NOT_JUDGED

    @property
    def passed(self) -> bool | None:
        """None where it is not decided."""
        return {"passed": True, "failed": False}.get(self.status)

    @property
    def cause(self) -> Cause | None:
        """Why it did not pass. None where it passed, or is not judged."""
        if self.verdict is None or self.verdict.status == "passed":
            return None
        if self.verdict.cause is not None:
            return self.verdict.cause
        observation = self.observation
        if observation is not None and (cause := cause_of(observation)) is not None:
            return cause
        return from_reason(self.verdict.reason)

    @property
    def observation(self) -> Observation | None:
        """The observation that explains the verdict."""
        observations = list(self.observations)
        if self.status == "passed" and self.verdict:
            held = self.verdict.held[:1]
            observations = [item for item in observations if item.check in held] or observations
        elif self.status == "undecided":
            observations = [item for item in observations if item.ending == "not run"][:1] or observations
        return max(observations, key=lambda item: item.probes_passed, default=None)


class LoadedRun:
    """One run, read as needed. For any number of threads."""

    def __init__(self, files: RunFolder | Path | str) -> None:
        self.files = run_folder(files)
        self._candidates = RecordFile(self.files.path, Candidate)
        self._observations = RecordFile(self.files.path, Observation)
        self._prompts = RecordFile(self.files.path, TaskPrompt)

    @property
    def path(self) -> Path:
        """Where its files are on this machine."""
        return self.files.path

    @property
    def label(self) -> str:
        """How a person names it: its folder, or its URL."""
        return self.files.label

    @cached_property
    def settings(self) -> Run:
        return self.files.settings()

    @cached_property
    def tasks(self) -> Mapping[str, Task]:
        """All tasks by their ids, in the order of the run."""
        return {task.id: task for task in self.files.read(Task)}

    # ── candidates ──

    def attempts(self, task_id: str | None = None, below: int | None = None) -> Iterator[Attempt]:
        """The candidates of one task or of all, by rank: every one, or those `below` a rank."""
        for id_ in self.tasks if task_id is None else [task_id]:
            task, verdicts = self.tasks[id_], self._verdicts.get(id_, {})
            candidates = self._candidates.last_of(id_)
            if below is not None:
                candidates = {rank: spans for rank, spans in candidates.items() if rank < below}
            observations = self._observations.last_of(id_) if candidates else {}
            for candidate in self._candidates.records(id_, candidates):
                rank = candidate.rank
                own = self._observations.records(id_, {rank: observations.get(rank, [])})
                yield Attempt(task, candidate, verdicts[rank][-1] if rank in verdicts else None, own)

    def unjudged(self) -> Iterator[Attempt]:
        """The candidates that wait for their verdict, with what was already observed of them."""
        for task_id in self.tasks:
            if self._candidates.last_of(task_id).keys() - self._verdicts.get(task_id, {}).keys():
                yield from (attempt for attempt in self.attempts(task_id) if attempt.verdict is None)

    @property
    def candidate_keys(self) -> set[Key]:
        """The task and rank of every candidate that is there."""
        return {(id_, rank) for id_ in self.tasks for rank in self._candidates.last_of(id_)}

    @property
    def keys_without_candidate(self) -> set[Key]:
        """The task and rank of observations and verdicts whose candidate is not there."""
        observed = {(id_, rank) for id_ in self.tasks for rank in self._observations.last_of(id_)}
        return (observed | self.verdict_keys) - self.candidate_keys

    @property
    def verdict_keys(self) -> set[Key]:
        """The task and rank of every candidate that is judged."""
        return {(id_, rank) for id_ in self.tasks for rank in self._verdicts.get(id_, {})}

    def statuses(self, task_id: str | None = None) -> Counter[str]:
        """How many candidates of one task, or of all, passed, failed, are undecided or not judged."""
        return Counter(
            verdicts[rank][-1].status if rank in verdicts else NOT_JUDGED
            for id_ in (self.tasks if task_id is None else [task_id])
            for verdicts in [self._verdicts.get(id_, {})]
            for rank in self._candidates.last_of(id_)
        )

    # ── tasks ──

    @cached_property
    def judged(self) -> Sequence[Judged]:
        """Every task that has a verdict, with its candidates and verdicts in the order of their ranks.

        Of a run that was not judged, every task that has a candidate: text metrics need no more.
        """
        begun_ids = {task_id for task_id, _ in self.verdict_keys or self.candidate_keys}
        return tuple(self._judged(task) for task in self.tasks.values() if task.id in begun_ids)

    def _judged(self, task: Task) -> Judged:
        verdicts = self._verdicts.get(task.id, {})
        return Judged(
            task,
            self._candidates.records(task.id, self._candidates.last_of(task.id)),
            [by_judge[-1] for _, by_judge in sorted(verdicts.items())],
        )

    def prompts(self, task_id: str) -> Sequence[TaskPrompt]:
        """What a language model was sent of a task: several where the prompt changed during the run."""
        return self._prompts.all_of(task_id)

    def scores(self) -> list[Score]:
        """The scores that were written down; none where the run is not scored yet."""
        return self.files.scores() if (self.path / "scores.json").exists() else []

    # ── the records of one kind ──

    def candidates(self) -> Iterator[Candidate]:
        for task_id in self.tasks:
            yield from self._candidates.records(task_id, self._candidates.last_of(task_id))

    def observations(self) -> Iterator[Observation]:
        for task_id in self.tasks:
            yield from self._observations.records(task_id, self._observations.last_of(task_id))

    def verdicts(self) -> Iterator[Verdict]:
        """The last verdict of each judge."""
        for task_id in self.tasks:
            for _, by_judge in sorted(self._verdicts.get(task_id, {}).items()):
                yield from by_judge

    @cached_property
    def _verdicts(self) -> Mapping[str, Mapping[int, tuple[Verdict, ...]]]:
        """By task and rank: the last verdict of each judge, the one that was written last at the end."""
        verdicts: dict[str, dict[int, tuple[Verdict, ...]]] = {}
        for verdict in self.files.read(Verdict):
            ranks = verdicts.setdefault(verdict.task_id, {})
            others = (item for item in ranks.get(verdict.rank, ()) if item.judge != verdict.judge)
            ranks[verdict.rank] = (*others, verdict)
        return verdicts
