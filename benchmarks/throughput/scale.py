"""A thousand candidates or a hundred thousand: what the harness holds in memory, and how fast it is."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

from asmeant.execution import assemble, load_sandbox
from asmeant.judging import judge
from asmeant.records import Candidate, Check, Limits, Scaffold, Task, Verdict
from asmeant.workers import Threads
from throughput import accounting

TASK = Task(
    "trivial", "one more", checks=(Check(probes=("assert candidate(1) == 2",)),), scaffold=Scaffold(entry="f")
)
FIRST_STOP = 1000


@dataclass(frozen=True, slots=True)
class Stage:
    """What was seen since the stage before; the memory is that of the harness, without its zygotes."""

    candidates: int
    per_second: float
    resident_mb: float
    cpu_ms: float


def stops(most: int) -> list[int]:
    """A thousand, ten thousand, and so on, up to the most."""
    found = []
    stop = FIRST_STOP
    while stop < most:
        found.append(stop)
        stop *= 10
    return [*found, most]


def measure(most: int, workers: int) -> Iterator[Stage]:
    sandbox = load_sandbox("namespaces")

    def one(candidate: Candidate) -> Verdict:
        return judge(TASK, candidate.rank, sandbox.run([assemble(TASK, candidate)], Limits()))

    # Each differs from the others, so that nothing that remembers them is of use.
    candidates = (Candidate("trivial", rank, f"def f(x): return x + 1  # {rank}") for rank in range(most))
    verdicts = Threads(workers).map(one, candidates)
    done = 0
    for stop in stops(most):
        begun, cpu = time.perf_counter(), accounting.cpu_seconds(os.getpid())
        taken = stop - done
        while done < stop:
            verdict = next(verdicts)
            assert verdict.status == "passed", verdict.reason
            done += 1
        yield Stage(
            stop,
            taken / (time.perf_counter() - begun),
            accounting.resident_mb(),
            1000 * (accounting.cpu_seconds(os.getpid()) - cpu) / taken,
        )
