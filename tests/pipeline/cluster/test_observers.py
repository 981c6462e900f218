"""A real Ray cluster of several nodes on this machine. One node is killed while it works."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from asmeant import Judge, Sampling, evaluate
from asmeant.authoring.audit import audit
from asmeant.loaded_run import LoadedRun
from asmeant.pipeline import Plan
from asmeant.pipeline.cluster.connection import load_ray
from asmeant.pipeline.preparation import prepare
from asmeant.records import Deadline, Observation, Task, to_json
from asmeant.runs import RunFolder
from asmeant.testing import make_task

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray has no wheel for this Python")

CODES = ("2 * x", "x + x", "x", "x * ", "__import__('time').sleep(0.3) or 2 * x", "1 // 0")
TASKS = [make_task(f"double/{number}", references=CODES) for number in range(6)]
# What a node need not have here: it starts sooner.
NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_log_monitor": False}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    load_ray()
    from ray.cluster_utils import Cluster

    head = {**NODE, "include_dashboard": False}
    cluster: Any = patiently(lambda: Cluster(initialize_head=True, head_node_args=head))
    patiently(lambda: cluster.add_node(**NODE))
    yield cluster
    cluster.shutdown()


def patiently(start: Callable[[], Any]) -> Any:
    """Ray gives a node 30 s to start, which may be too little on a busy machine."""
    for _ in range(3):
        try:
            return start()
        except Exception as error:  # Ray raises bare ones, too
            last = error
    raise last


def timeless(observation: Observation) -> bytes:
    return to_json(replace(observation, seconds=0.0, cpu_seconds=0.0, waited_seconds=None))


def lines(folder: RunFolder) -> dict[str, list[bytes]]:
    """The run, sorted, without what differs between any two runs: how long programs took."""
    run = LoadedRun(folder)
    return {
        "candidates": sorted(map(to_json, run.candidates())),
        "observations": sorted(map(timeless, folder.read(Observation))),
        "verdicts": sorted(map(to_json, run.verdicts())),
    }


def test_a_node_is_lost_and_the_run_is_that_of_this_machine(
    cluster: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    sampling = Sampling(count=len(CODES))
    nodes = [patiently(lambda: cluster.add_node(**NODE))]
    cluster.wait_for_nodes()

    def kill_a_node(_verdict: object) -> None:
        while nodes:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    with caplog.at_level(logging.WARNING):
        far = evaluate(
            TASKS, "reference", sampling, folder=tmp_path / "far", on=cluster.address, every=True,
            on_verdict=kill_a_node,
        )  # fmt: skip
    assert "was lost" in caplog.text
    assert capfd.readouterr().out == ""
    near = evaluate(TASKS, "reference", sampling, folder=tmp_path / "near", every=True, on="here")
    assert lines(far.folder) == lines(near.folder)
    assert [score.value for score in far.scores] == [score.value for score in near.scores]
    # None was written twice, and each task has one deadline.
    keys = [(item.task_id, item.rank) for item in far.folder.read(Observation)]
    assert len(keys) == len(set(keys)) == len(TASKS) * len(CODES)
    assert {item.task_id for item in far.folder.read(Deadline)} == {task.id for task in TASKS}
    assert sum(1 for _ in far.folder.read(Deadline)) == len(TASKS)


def test_a_judge_on_a_cluster(cluster: Any) -> None:
    cobol: Task = replace(TASKS[0], id="cobol", code_language="cobol")
    with Judge(on=cluster.address, workers=1) as court:
        verdicts = court.decide((TASKS[0], code) for code in CODES)
        statuses = [verdict.status for verdict in sorted(verdicts, key=lambda verdict: verdict.rank)]
        assert statuses == ["passed", "passed", "failed", "failed", "passed", "failed"]
        assert [verdict.status for verdict in court.decide([(cobol, "x")])] == ["undecided"]


def test_an_audit_on_a_cluster_finds_what_one_here_finds(cluster: Any) -> None:
    wrong = replace(TASKS[0], id="wrong", references=("x",))
    faults: dict[str, list[tuple[str, str, str]]] = {}
    for on in (cluster.address, "here"):
        prepared = prepare(Plan(tasks=(TASKS[1], wrong), on=on, workers=1, world="this"), print)
        sandboxes = [prepared.sandbox(seed) for seed in range(2)]
        workers = prepared.workers(4, sandboxes[0])
        findings = audit(prepared.tasks, sandboxes, prepared.plan.limits, workers)
        faults[on] = sorted(
            (item.task.id, str(item.fault), item.reason) for group in findings for item in group
        )
        prepared.close()
    assert faults[cluster.address] == faults["here"]
    assert ("wrong", "reference fails") in {(task, fault) for task, fault, _ in faults["here"]}
