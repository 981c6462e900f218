"""Task, Candidate -> Observations: the step that `asmeant run` and `Judge` share, here or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from asmeant.execution import assemble, refused
from asmeant.pipeline.deadlines import Deadlines
from asmeant.records import Candidate, Limits, Observation, Task
from asmeant.seams import Closeable, Sandbox, Workers
from asmeant.workers import Passed

Key = tuple[str, str]  # task id, key of the program
Observe = Callable[[Task, Candidate], list[Observation]]


def observe(task: Task, candidate: Candidate, sandbox: Sandbox, limits: Limits) -> list[Observation]:
    """One observation for each check of the task. A candidate without code is not run."""
    if not task.checks:
        return []
    if not candidate.code.strip():
        return list(refused(task, candidate))
    return list(sandbox.run([assemble(task, candidate)], limits))


@dataclass(frozen=True, slots=True)
class Job:
    """A candidate to run. One that is known, or waits for another with the same key, is not run."""

    task: Task
    candidate: Candidate
    key: Key | None = None
    known: Sequence[Observation] | None = None
    waits: bool = False

    @property
    def needs_run(self) -> bool:
        return not self.waits and self.known is None


# Each job with its observations, as they come. Only a few are taken ahead.
RunJobs = Callable[[Iterable[Job]], Iterator[Job]]


def on_workers(workers: Workers, observe_one: Observe) -> RunJobs:
    """Runs jobs on workers of this process."""

    def work(item: Job | Passed[Job]) -> Job:
        job = item.outcome if isinstance(item, Passed) else item
        return replace(job, known=observe_one(job.task, job.candidate)) if job.needs_run else job

    # A copy that waits takes its turn: otherwise, very many would be taken ahead.
    return lambda jobs: workers.map(work, (job if job.known is None else Passed(job) for job in jobs))


class Observers(Protocol):
    """Where candidates are run."""

    def observe(self, task: Task, candidate: Candidate) -> list[Observation]:
        """The observations of one candidate."""
        ...

    def run_jobs(self, jobs: Iterable[Job]) -> Iterator[Job]:
        """Each job with its observations, as they come. Only a few are taken ahead."""
        ...

    def with_limits(self, limits: Limits) -> Observers:
        """The same with other limits."""
        ...

    def close(self) -> None:
        """Stop the processes and threads that were started for this."""
        ...


class LocalObservers:
    """Runs candidates on this machine."""

    def __init__(
        self, sandbox: Sandbox, workers: Workers, deadlines: Deadlines, owned: Iterable[object] = ()
    ) -> None:
        self._sandbox = sandbox
        self._workers = workers
        self._deadlines = deadlines
        self._owned = [item for item in owned if isinstance(item, Closeable)]

    def observe(self, task: Task, candidate: Candidate) -> list[Observation]:
        return observe(task, candidate, self._sandbox, self._deadlines.limits_of(task))

    def run_jobs(self, jobs: Iterable[Job]) -> Iterator[Job]:
        return on_workers(self._workers, self.observe)(jobs)

    def with_limits(self, limits: Limits) -> LocalObservers:
        return LocalObservers(self._sandbox, self._workers, Deadlines(self._sandbox, limits))

    def close(self) -> None:
        for item in self._owned:
            item.close()
