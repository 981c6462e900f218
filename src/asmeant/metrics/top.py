"""Verdicts -> the share of tasks with a right candidate among the first k, in the order of their ranks.

Whoever judged: NL2Bash (Lin et al. 2018, section 7) reports both by the majority of three persons.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from asmeant.metrics.counting import counted
from asmeant.records import Candidate, Task, Verdict


class _RightAmongFirst(ABC):
    word: str

    def __init__(self, k: int = 1) -> None:
        self.k = k
        self.name = f"{self.word}@{k}"

    @abstractmethod
    def is_right(self, verdict: Verdict) -> bool | None:
        """What a verdict says; None where it says nothing."""

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> float | None:
        first = sorted(counted(verdicts), key=lambda verdict: verdict.rank)[: self.k]
        right = [self.is_right(verdict) for verdict in first]
        # One right candidate among too few would decide some tasks, and only in the model's favour.
        return None if None in right or len(right) < self.k else float(True in right)

    def why(self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> str:
        if len(verdicts) < self.k:
            return f"fewer than {self.k} candidates were judged"
        return f"one of the first {self.k} candidates is undecided"

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)


class RightCommand(_RightAmongFirst):
    """Whether one of the first k candidates is right: NL2Bash's Acc_F where people judged."""

    word = "acc-f"

    def is_right(self, verdict: Verdict) -> bool | None:
        return None if verdict.status == "undecided" else verdict.status == "passed"


class RightTemplate(_RightAmongFirst):
    """Whether people call one of the first k candidates right but for its arguments: NL2Bash's Acc_T."""

    word = "acc-t"

    def is_right(self, verdict: Verdict) -> bool | None:
        by_people = verdict.judge == "people" or verdict.judge.startswith("person:")
        return "template" in verdict.held if by_people else None
