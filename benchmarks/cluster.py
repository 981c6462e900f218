"""How many candidates a second are judged on Ray, beside the same cores of this machine without it.

    python benchmarks/cluster.py [--rounds 5] [--candidates 1500] [--workers 1 2] [--nodes 1 2] [--json FILE]

Both judge the references of the sample tasks in Python, one after the other in each round, with the same
number of cores and of programs at a time. The ratio is taken within a round, so that a busy machine slows
both sides. What starting takes is not counted. CPU time is that of all processes together; what Ray uses
while it waits is not counted against the local side. The figures about the driver are what
benchmarks/scale.py needs.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import statistics
import tempfile
import time
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from throughput.accounting import cpu_seconds, ratios
from throughput.nodes import ray_cluster

from asmeant import Judge, Sampling, Task, load_tasks
from asmeant.pipeline import Plan, begin_run
from asmeant.pipeline.cluster.bench import THREADS
from asmeant.records import Candidate, to_json
from asmeant.testing import FakeModel, FakeSandbox

Pairs = list[tuple[Task, str]]
WAITING_SECONDS = 3.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="how often each side runs")
    parser.add_argument("--candidates", type=int, default=1500, help="how many are judged in a round")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="cores in all")
    parser.add_argument("--nodes", type=int, nargs="+", default=[1], help="nodes that have them")
    parser.add_argument("--json", metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    pairs = sample(options.candidates)
    measured = [
        measure(pairs, workers, nodes, options.rounds)
        for nodes in options.nodes
        for workers in options.workers
        if workers >= nodes
    ]
    for row in measured:
        print(
            f"{row['workers']} cores on {row['nodes']} nodes: local {row['local']:.0f}/s, "
            f"Ray {row['ray']:.0f}/s, "
            f"ratio {row['ratio']:.2f} ({row['least']:.2f} to {row['most']:.2f}) of {row['rounds']} rounds, "
            f"CPU {row['local_cpu_ms']:.1f} and {row['ray_cpu_ms']:.1f} ms each, "
            f"ratio {row['cpu_ratio']:.2f} ({row['cpu_least']:.2f} to {row['cpu_most']:.2f}), "
            f"driver {row['driver_ms']:.2f} ms of CPU a candidate"
        )
    sizes = {
        "bookkeeping_ms": bookkeeping_ms(pairs),
        "bytes_out": bytes_out(pairs),
        "bytes_kept": bytes_kept(pairs),
    }
    print(f"to recognise equal programs, judge and write: {sizes['bookkeeping_ms']:.2f} ms a candidate")
    print(
        f"a candidate: {sizes['bytes_out']:.0f} bytes to a node, {sizes['bytes_kept']:.0f} bytes in the run"
    )
    if options.json:
        Path(options.json).write_text(json.dumps({"measured": measured, **sizes}, indent=1) + "\n")


def sample(count: int) -> Pairs:
    tasks = [task for task in load_tasks("sample") if task.code_language == "python"]
    return [(task, task.references[0]) for task in islice(cycle(tasks), count)]


def measure(pairs: Pairs, workers: int, nodes: int, rounds: int) -> dict[str, Any]:
    local: list[Turn] = []
    ray: list[Turn] = []
    driver: list[float] = []
    with (
        ray_cluster(nodes, num_cpus=workers // nodes, object_store_memory=200 << 20) as cluster,
        Judge(workers=workers * THREADS, every=True) as near,  # as many programs at a time as on Ray, and one
        Judge(on=cluster.address, workers=workers, every=True) as far,
    ):
        for court in (near, far):
            turn(court, pairs[:200])  # starts the processes and measures the deadlines
        waiting = cpu_of_waiting()
        for number in range(rounds):
            for court in (near, far) if number % 2 == 0 else (far, near):
                begun = time.process_time()
                if court is near:
                    local.append(turn(near, pairs, waiting))
                else:
                    ray.append(turn(far, pairs))
                    driver.append(1000 * (time.process_time() - begun) / len(pairs))
    speeds = ratios([item.per_second for item in ray], [item.per_second for item in local])
    costs = ratios([item.cpu_ms for item in local], [item.cpu_ms for item in ray])
    return {
        "workers": workers,
        "nodes": nodes,
        "rounds": rounds,
        "local": statistics.median(item.per_second for item in local),
        "ray": statistics.median(item.per_second for item in ray),
        "ratio": speeds.median,
        "least": speeds.least,
        "most": speeds.most,
        "local_cpu_ms": statistics.median(item.cpu_ms for item in local),
        "ray_cpu_ms": statistics.median(item.cpu_ms for item in ray),
        "cpu_ratio": costs.median,
        "cpu_least": costs.least,
        "cpu_most": costs.most,
        "driver_ms": statistics.median(driver),
    }


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side did in one round."""

    per_second: float
    cpu_ms: float


def turn(court: Judge, pairs: Pairs, waiting: float = 0.0) -> Turn:
    """Judges all pairs. `waiting` is the CPU time a second that is used by who has nothing to do."""
    begun, cpu = time.monotonic(), cpu_seconds(os.getpid())
    passed = sum(verdict.status == "passed" for verdict in court.decide(pairs))
    if passed != len(pairs):
        raise SystemExit(f"{passed} of {len(pairs)} references passed")
    seconds = time.monotonic() - begun
    used = cpu_seconds(os.getpid()) - cpu - waiting * seconds
    return Turn(len(pairs) / seconds, 1000 * used / len(pairs))


def cpu_of_waiting(seconds: float = WAITING_SECONDS) -> float:
    """The CPU time a second of all processes while nothing is judged."""
    before = cpu_seconds(os.getpid())
    time.sleep(seconds)
    return (cpu_seconds(os.getpid()) - before) / seconds


def bookkeeping_ms(pairs: Pairs) -> float:
    """CPU time of a run for a candidate, with a sandbox that runs nothing."""
    tasks = tuple({task.id: task for task, _ in pairs}.values())
    codes = {task.id: [f"{task.references[0]}\n# {rank}" for rank in range(20)] for task in tasks}
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(
            tasks=tasks,
            model=FakeModel(codes),
            sampling=Sampling(count=20),
            sandbox=FakeSandbox(lambda _: True),
            on="here",
            folder=Path(folder) / "run",
        )
        with begin_run(plan) as run:
            begun = time.process_time()
            count = sum(1 for _ in run.decide(run.generate()))
            return 1000 * (time.process_time() - begun) / count


def bytes_out(pairs: Pairs) -> float:
    """How much travels for a candidate, in batches of 100."""
    batch = [(task, Candidate(task.id, rank, code)) for rank, (task, code) in enumerate(pairs[:100])]
    return len(pickle.dumps(batch)) / len(batch)


def bytes_kept(pairs: Pairs) -> float:
    """How much is written for a candidate: itself, its observation, its verdict."""
    with Judge(workers=1) as court:
        decisions = list(court.decisions(pairs[:40]))
    records = [record for item in decisions for record in (item.candidate, item.verdict, *item.observations)]
    return sum(len(to_json(record)) + 1 for record in records) / len(decisions)


if __name__ == "__main__":
    main()
