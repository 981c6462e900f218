"""A verdict and what it rests on; and who can decide: a judge in this process, or one behind an address."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from asmeant.records import Candidate, Observation, Task, Verdict

Pair = tuple[Task, str]


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict, and what it rests on."""

    task: Task
    candidate: Candidate
    verdict: Verdict
    observations: Sequence[Observation]

    @property
    def share_of_probes(self) -> float:
        """The share of probes that passed, of the check that came furthest; 1 where the candidate passed."""
        if self.verdict.status == "passed":
            return 1.0
        probes = {check.name: len(check.probes) for check in self.task.checks}
        shares = [
            observation.probes_passed / probes[observation.check]
            for observation in self.observations
            if probes.get(observation.check)
        ]
        return max(shares, default=0.0)


class Court(Protocol):
    """Pairs of task and code -> decisions. The rank of a verdict is the place of its pair, from 0."""

    def decide(self, pairs: Iterable[Pair]) -> Iterator[Verdict]: ...

    def decisions(self, pairs: Iterable[Pair]) -> Iterator[Decision]: ...

    async def adecide(self, task: Task, code: str) -> Verdict: ...

    def close(self) -> None: ...
