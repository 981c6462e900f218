"""Candidates, references -> a statistic: what all metrics that compare texts have in common.

A metric says in `compare` what one candidate is worth beside the references of its task. Here is which
candidates are looked at, which tasks are left out and why, and how a number comes of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, ClassVar

from asmeant.metrics.protocols import MetricProtocol
from asmeant.records import Candidate, Task, Verdict
from asmeant.seams import Statistic


class Comparison(ABC):
    """A metric that compares candidates with references."""

    protocols: ClassVar[Mapping[str, MetricProtocol]]
    title: ClassVar[str]
    # How many numbers `compare` gives for one candidate.
    width: int = 1

    def __init__(self, protocol: str = "official") -> None:
        self.protocol = protocol
        self.name = self.title if protocol == "official" else f"{self.title}:{protocol}"

    @property
    def rule(self) -> MetricProtocol:
        """The protocol as a record."""
        return self.protocols[self.protocol]

    # ── what a metric says ──

    @abstractmethod
    def compare(self, code: str, references: Sequence[str], task: Task) -> Statistic:
        """What one candidate is worth."""

    def references(self, task: Task) -> Sequence[str]:
        """Those that count; none leaves the task out."""
        return [reference for reference in task.references if reference.strip()]

    def unfit(self, task: Task) -> str:
        """Why no reference counts, where there are some."""
        return "no reference"

    def codes(self, candidates: Sequence[Candidate]) -> Sequence[str]:
        """Those that are compared. One without code stays, and is worth nothing."""
        ordered = sorted(candidates, key=lambda candidate: candidate.rank)
        first = self.rule.candidate == "rank 0"
        return [candidate.code for candidate in (ordered[:1] if first else ordered)]

    @property
    def settings(self) -> Sequence[str]:
        """What a reader must know, each as `key:value`."""
        return tuple(self.rule.settings())

    def finish(self, sums: Sequence[float], tasks: int) -> float:
        """The number that the sums over tasks come to; the mean, where `compare` gives one number."""
        return sums[0] / tasks

    def pooled(self, statistics: Sequence[Any]) -> Statistic:
        """One statistic of all candidates of a task; the mean, where that is one number each."""
        return float(sum(statistics) / len(statistics))

    # ── what follows ──

    def why(self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> str:
        if not candidates:
            return "no candidate"
        return "" if self.references(task) else self.unfit(task)

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> Statistic | None:
        references = self.references(task)
        if not candidates or not references:
            return None
        statistics = [self.compare(code, references, task) for code in self.codes(candidates)]
        match self.rule.candidate:
            case "rank 0" | "first that parses":
                return statistics[0]
            case "best of each task":
                return max(statistics)
            case "all of each task":
                return self.pooled(statistics)
            case "best rank over all tasks":
                return tuple(number for statistic in statistics for number in _numbers(statistic))

    def aggregate(self, statistics: Sequence[Any]) -> float:
        if not isinstance(statistics[0], tuple):
            return self.from_sums([sum(statistics)], len(statistics))
        # Tasks with fewer candidates than others: only the ranks that all of them have are comparable.
        columns = range(min(map(len, statistics)))
        return self.from_sums([sum(map(itemgetter(c), statistics)) for c in columns], len(statistics))

    def from_sums(self, sums: Sequence[float], tasks: int) -> float:
        return max(
            self.finish(sums[start : start + self.width], tasks) for start in range(0, len(sums), self.width)
        )

    @property
    def signature(self) -> str:
        return "|".join([f"protocol:{self.protocol}", *self.settings, f"candidate:{self.rule.candidate}"])


def summed(counts: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """Counts of several texts as if they were one."""
    return tuple(map(sum, zip(*counts, strict=True)))


def _numbers(statistic: Statistic) -> tuple[float, ...]:
    return statistic if isinstance(statistic, tuple) else (statistic,)
