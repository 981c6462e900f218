"""Verdicts -> the share of tasks for which any candidate is right."""

from __future__ import annotations

from collections.abc import Sequence

from asmeant.records import Candidate, Task, Verdict


class Solvability:
    """Whether any of a task's candidates is right."""

    name = "solvability"

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> float | None:
        statuses = {verdict.status for verdict in verdicts}
        if "passed" in statuses:
            return 1.0
        return 0.0 if statuses == {"failed"} else None

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)
