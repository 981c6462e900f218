"""Verdicts -> the chance that at least one of k candidates is right, without bias (Chen et al. 2021, 2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from asmeant.metrics.counting import STATUS, can_be_decided
from asmeant.records import Candidate, Task, Verdict


def pass_at_k(candidates: int, right: int, k: int) -> float:
    """1 - C(n-c, k) / C(n, k), in whole numbers until the last division: exact however large n is."""
    if not 0 <= right <= candidates or not 1 <= k <= candidates:
        raise ValueError(f"pass@{k} is not defined for {right} right of {candidates} candidates")
    return (comb(candidates, k) - comb(candidates - right, k)) / comb(candidates, k)


class PassAtK:
    """The chance that one of k candidates is right. A task with fewer than k candidates has no value."""

    def __init__(self, k: int = 1) -> None:
        self.k = k
        self.name = f"pass@{k}"

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> float | None:
        if self.why(task, candidates, verdicts):
            return None
        right = list(map(STATUS, verdicts)).count("passed")
        return pass_at_k(len(verdicts), right, self.k)

    def why(self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> str:
        if not can_be_decided(verdicts):
            return "undecided"
        return f"needs {self.k} candidates per task and has {len(verdicts)}" if len(verdicts) < self.k else ""

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)
