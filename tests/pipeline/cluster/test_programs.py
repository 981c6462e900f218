"""Programs on a cluster, with actors of this process in the place of Ray's."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

from tests.pipeline.cluster.test_crew import FakeConnection

from asmeant.execution import Place, assemble
from asmeant.pipeline.cluster.bench import Bench, BenchSettings
from asmeant.pipeline.cluster.crew import Crew
from asmeant.pipeline.cluster.programs import ProgramBatches, ProgramCluster
from asmeant.records import Candidate, Limits
from asmeant.testing import make_task

TASK = make_task("one")
PROGRAMS = [assemble(TASK, Candidate("one", rank, code)) for rank, code in enumerate(["2 * x", "x", "x + x"])]


class NearActor:
    """A bench as Ray would show it."""

    def __init__(self) -> None:
        self._bench = Bench(BenchSettings.of(Place(), "namespaces"))

    def __getattr__(self, name: str) -> Any:
        def remote(*arguments: Any) -> Any:
            future: Future[Any] = Future()
            future.set_result(getattr(self._bench, name)(*arguments))
            return SimpleNamespace(future=lambda: future)

        return SimpleNamespace(remote=remote)


def test_a_sandbox_on_a_cluster_observes_what_one_here_does() -> None:
    connection: Any = FakeConnection()
    cluster = ProgramCluster(Crew(connection, NearActor, 1, print))
    workers = cluster.workers()
    sandboxes = [cluster.sandbox(seed) for seed in range(2)]
    for observations in workers.map(lambda sandbox: list(sandbox.run(PROGRAMS, Limits())), sandboxes):
        passed = {item.rank: item.probes_passed for item in observations}
        assert passed == {0: 2, 1: 0, 2: 2}
    workers.close()
    cluster.close()


def test_programs_are_taken_in_their_order() -> None:
    queue = deque(PROGRAMS)
    batches = ProgramBatches(Limits(), 0)
    assert [program.rank for program in batches.take(queue, 2)] == [0, 1]
    assert [program.rank for program in batches.take(queue, 5)] == [2]
