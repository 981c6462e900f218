"""Candidates -> observations on a cluster. A deadline is measured once, where its task comes first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from threading import Lock
from typing import Any

from asmeant.errors import UsageError
from asmeant.execution import default_sandbox
from asmeant.pipeline.cluster.bench import Bench, BenchSettings, Observed
from asmeant.pipeline.cluster.connection import Connection
from asmeant.pipeline.cluster.crew import Crew
from asmeant.pipeline.observing import Job
from asmeant.pipeline.where import Work
from asmeant.records import Candidate, Deadline, Limits, Observation, Task
from asmeant.workers import Passed


def start_observers(
    work: Work, known: Iterable[Deadline], on_measured: Callable[[Deadline], None]
) -> ClusterObservers:
    """Candidates are run by the actors of a cluster."""
    return ClusterObservers(start_crew(work), work.limits, known, on_measured)


def start_crew(work: Work) -> Crew:
    """Connects to the cluster and starts an actor for each core, or for each of the `workers`."""
    if not isinstance(work.sandbox, str):
        raise UsageError("A sandbox cannot travel to other machines as an object. Give its name.")
    if work.workers is not None and not isinstance(work.workers, int):
        raise UsageError(
            "On a cluster, workers are a number: the actors to start. Leave them out for all cores."
        )
    connection = Connection(work.on, work.workers)
    settings = BenchSettings.of(work.place, work.sandbox or default_sandbox())
    actors = connection.ray.remote(num_cpus=1, max_restarts=0)(Bench)
    crew = Crew(connection, lambda: actors.remote(settings), work.workers or connection.cpus(), work.notify)
    try:
        crew.wait()
    except BaseException:
        crew.close()
        raise
    return crew


class ClusterObservers:
    """Runs candidates on the nodes of a cluster. For any number of threads."""

    def __init__(
        self,
        crew: Crew,
        limits: Limits,
        known: Iterable[Deadline] = (),
        on_measured: Callable[[Deadline], None] = lambda _: None,
        is_owner: bool = True,
    ) -> None:
        self._crew = crew
        self._limits = limits
        self._deadlines = SharedDeadlines(known, on_measured)
        self._is_owner = is_owner

    def observe(self, task: Task, candidate: Candidate) -> list[Observation]:
        (job,) = self.run_jobs([Job(task, candidate)])
        return list(job.known or ())

    def run_jobs(self, jobs: Iterable[Job]) -> Iterator[Job]:
        batching = ObservingBatches(self._limits, self._deadlines)
        return self._crew.spread((job if job.needs_run else Passed(job) for job in jobs), batching)

    def with_limits(self, limits: Limits) -> ClusterObservers:
        return ClusterObservers(self._crew, limits, is_owner=False)

    def close(self) -> None:
        if self._is_owner:
            self._crew.close()


class ObservingBatches:
    """Jobs in batches. Those of a task that is being measured wait, so that all have the same deadline."""

    def __init__(self, limits: Limits, deadlines: SharedDeadlines) -> None:
        self._limits = limits
        self._deadlines = deadlines

    def take(self, queue: deque[Job], size: int) -> list[Job]:
        batch: list[Job] = []
        waiting: list[Job] = []
        while queue and len(batch) < size:
            job = queue.popleft()
            (batch if self._deadlines.may_go(job.task, batch) else waiting).append(job)
        queue.extendleft(reversed(waiting))
        return batch

    def send(self, actor: Any, batch: list[Job]) -> Any:
        known = {job.task.id: self._deadlines.known(job.task) for job in batch}
        deadlines = [deadline for deadline in known.values() if deadline is not None]
        return actor.observe.remote([(job.task, job.candidate) for job in batch], deadlines, self._limits)

    def received(self, batch: list[Job], reply: Observed) -> Iterator[Job]:
        self._deadlines.measured(batch, reply.deadlines)
        for job, observations in zip(batch, reply.observations, strict=True):
            yield replace(job, known=observations)

    def lost(self, batch: list[Job]) -> None:
        self._deadlines.lost(batch)


class SharedDeadlines:
    """The deadlines that nodes have measured, and the tasks that are being measured now."""

    def __init__(self, known: Iterable[Deadline], on_measured: Callable[[Deadline], None]) -> None:
        # With its task, where that is known: another one of the same id is measured anew.
        self._tasks: dict[str, tuple[Task | None, Deadline | None]] = {
            deadline.task_id: (None, deadline) for deadline in known
        }
        self._measuring: dict[str, list[Job]] = {}  # the batch in which each task is measured
        self._on_measured = on_measured
        self._lock = Lock()

    def may_go(self, task: Task, batch: list[Job]) -> bool:
        with self._lock:
            if self._is_known(task):
                return True
            return self._measuring.setdefault(task.id, batch) is batch

    def known(self, task: Task) -> Deadline | None:
        with self._lock:
            return self._tasks[task.id][1] if self._is_known(task) else None

    def _is_known(self, task: Task) -> bool:
        known_task = self._tasks.get(task.id, (task, None))[0]
        return task.id in self._tasks and (known_task is None or known_task is task or known_task == task)

    def measured(self, batch: list[Job], deadlines: Iterable[Deadline]) -> None:
        by_task = {deadline.task_id: deadline for deadline in deadlines}
        with self._lock:
            for job in batch:
                if self._measuring.get(job.task.id) is batch:
                    # None where the task has no deadline of its own.
                    self._tasks[job.task.id] = (job.task, by_task.get(job.task.id))
                    del self._measuring[job.task.id]
            for deadline in by_task.values():
                self._on_measured(deadline)

    def lost(self, batch: list[Job]) -> None:
        with self._lock:
            for job in batch:
                if self._measuring.get(job.task.id) is batch:
                    del self._measuring[job.task.id]
