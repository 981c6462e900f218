"""Candidates, references -> a statistic: what all metrics that compare texts have in common.

A metric says in `compare` what one candidate is worth beside the references of its task. Here is which
candidates are looked at, which tasks are left out and why, and how a number comes of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, ClassVar, Literal

from asmeant.records import Candidate, Task, Verdict
from asmeant.seams import Statistic

# first   the candidate of the lowest rank
# best    the best candidate of each task
# every   all candidates of each task, which count together as one
# each    one score for each rank over all tasks, of which the highest is taken (ODEX)
Ranks = Literal["first", "best", "every", "each"]
_SAID: dict[Ranks, str] = {
    "first": "rank 0",
    "best": "best of each task",
    "every": "all of each task",
    "each": "best rank over all tasks",
}


class Comparison(ABC):
    """A metric that compares candidates with references."""

    protocols: ClassVar[Mapping[str, str]]
    title: ClassVar[str]
    # How many numbers `compare` gives for one candidate.
    width: int = 1

    def __init__(self, protocol: str = "official") -> None:
        self.protocol = protocol
        self.name = self.title if protocol == "official" else f"{self.title}:{protocol}"

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
        return [candidate.code for candidate in (ordered[:1] if self.ranks == "first" else ordered)]

    @property
    def ranks(self) -> Ranks:
        chosen: dict[str, Ranks] = {"odex": "each", "best": "best", "mean": "every"}
        return chosen.get(self.protocol, "first")

    @property
    def settings(self) -> str:
        """What a reader must know, as `key:value|key:value`."""
        return ""

    def finish(self, sums: Sequence[float], tasks: int) -> float:
        """The number that the sums over tasks come to; the mean, where `compare` gives one number."""
        return sums[0] / tasks

    def pooled(self, found: Sequence[Any]) -> Statistic:
        """What all candidates of one task are worth together; the mean, where that is one number each."""
        return float(sum(found) / len(found))

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
        found = [self.compare(code, references, task) for code in self.codes(candidates)]
        if self.ranks == "first":
            return found[0]
        if self.ranks == "best":
            return max(found)
        if self.ranks == "every":
            return self.pooled(found)
        return tuple(number for worth in found for number in _numbers(worth))

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
        return f"protocol:{self.protocol}|{self.settings}|candidate:{self.chosen}"

    @property
    def chosen(self) -> str:
        """Which candidates are compared, in words."""
        return _SAID[self.ranks]


def summed(found: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """Counts of several texts as if they were one."""
    return tuple(map(sum, zip(*found, strict=True)))


def _numbers(statistic: Statistic) -> tuple[float, ...]:
    return statistic if isinstance(statistic, tuple) else (statistic,)
