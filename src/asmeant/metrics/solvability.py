"""Verdicts -> the share of tasks for which any candidate is right."""

from __future__ import annotations

from collections.abc import Sequence

from asmeant.metrics.counting import can_be_decided
from asmeant.records import Candidate, Task, Verdict


class Solvability:
    """Whether any of a task's candidates is right."""

    name = "solvability"

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> float | None:
        if not can_be_decided(verdicts):
            return None
        return float(any(verdict.status == "passed" for verdict in verdicts))

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)
