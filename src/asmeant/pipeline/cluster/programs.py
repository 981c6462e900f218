"""Programs -> observations on a cluster: a sandbox for audits and other work that has no run."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from asmeant.pipeline.cluster.bench import THREADS
from asmeant.pipeline.cluster.crew import Crew
from asmeant.pipeline.cluster.observers import start_crew
from asmeant.pipeline.where import Work
from asmeant.records import Limits, Observation, Program
from asmeant.workers import Threads

# While the programs of one task are away, those of others are sent: so many for each place where one runs.
AHEAD = 2


class ProgramCluster:
    """A cluster that runs programs, until it is closed. For any number of threads."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew

    def sandbox(self, seed: int = 0) -> ClusterSandbox:
        return ClusterSandbox(self, seed)

    def workers(self) -> Threads:
        """Threads that wait for the cluster."""
        return Threads(AHEAD * THREADS * self._crew.count)

    def run(self, programs: Iterable[Program], limits: Limits, seed: int) -> Iterator[Observation]:
        return self._crew.spread(programs, ProgramBatches(limits, seed))

    def close(self) -> None:
        self._crew.close()


def start_programs(work: Work) -> ProgramCluster:
    """Connects to the cluster of a plan."""
    return ProgramCluster(start_crew(work))


class ClusterSandbox:
    """Runs programs on the nodes of a cluster, in the sandbox that was chosen for them."""

    def __init__(self, cluster: ProgramCluster, seed: int) -> None:
        self._cluster = cluster
        self._seed = seed

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        """One observation for every check of every program."""
        return self._cluster.run(programs, limits, self._seed)


class ProgramBatches:
    """Programs in batches. None has to wait for another."""

    def __init__(self, limits: Limits, seed: int) -> None:
        self._limits = limits
        self._seed = seed

    def take(self, queue: deque[Program], size: int) -> list[Program]:
        return [queue.popleft() for _ in range(min(size, len(queue)))]

    def send(self, actor: Any, batch: list[Program]) -> Any:
        return actor.run.remote(batch, self._limits, self._seed)

    def received(self, _batch: list[Program], observations: list[Observation]) -> Iterator[Observation]:
        return iter(observations)

    def lost(self, batch: list[Program]) -> None:
        """It is sent again as it is."""
