"""Verdicts -> which checks are met: any of a task's, one of a certain name, or how many of them.

In MBUPP a check is a set of asserts, one for each signature that will do (Uniyal et al. 2024, Figure 4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import ClassVar

from asmeant.metrics.counting import can_be_decided
from asmeant.metrics.protocols import MetricProtocol
from asmeant.records import Candidate, Task, Verdict


class Sets:
    """The share of candidates that meet a set of their task, that is a check; the mean over tasks."""

    any_protocol = True  # the name of a check is one
    protocols: ClassVar[Mapping[str, MetricProtocol]] = {
        "official": MetricProtocol("at least one of the task's sets is met"),
        "share": MetricProtocol("how many of the task's sets are met by some candidate, as a share"),
        "NAME": MetricProtocol("a set of that name is met, where the task has one; * stands for any letters"),
    }

    def __init__(self, protocol: str = "official") -> None:
        self.protocol = protocol
        self.name = "sets" if protocol == "official" else f"sets:{protocol}"
        self.signature = f"protocol:{protocol}"

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> float | None:
        if self.why(task, candidates, verdicts):
            return None
        held = [set(verdict.held) for verdict in verdicts]
        if self.protocol == "share":
            return len(set.union(*held)) / len(task.checks)
        wanted = {check.name for check in task.checks if self._named(check.name)}
        return sum(not names.isdisjoint(wanted) for names in held) / len(held)

    def why(self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> str:
        if not any(self._named(check.name) for check in task.checks):
            return f"no set {self.protocol}" if task.checks else "no checks"
        if not can_be_decided(verdicts):
            return "undecided" if verdicts else "no verdict"
        return ""

    def _named(self, check: str) -> bool:
        return self.protocol in ("official", "share") or fnmatchcase(check, self.protocol)

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)
