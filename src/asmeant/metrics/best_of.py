"""References and the first k candidates -> how close the best of them comes, as in the paper of NL2Bash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from asmeant.metrics.comparing import Comparison
from asmeant.records import Candidate, Task, Verdict
from asmeant.seams import Statistic


class BestOf(Comparison):
    """The best of the first k candidates of each task, in the order of their ranks.

    A task with fewer candidates is left out: it would be at a disadvantage.
    """

    # The code languages that can be compared in this way; None is any.
    languages: ClassVar[frozenset[str] | None] = None

    def __init__(self, k: int = 1, protocol: str = "official") -> None:
        super().__init__(protocol)
        self.k = k
        self.name = f"{self.title}@{k}" + ("" if protocol == "official" else f":{protocol}")

    @property
    def settings(self) -> Sequence[str]:
        return (f"k:{self.k}", *super().settings)

    def codes(self, candidates: Sequence[Candidate]) -> Sequence[str]:
        return super().codes(candidates)[: self.k]

    def why(self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]) -> str:
        if self.languages is not None and task.code_language not in self.languages:
            return f"not {' or '.join(sorted(self.languages))}"
        if 0 < len(candidates) < self.k:
            return f"fewer than {self.k} candidates"
        return super().why(task, candidates, verdicts)

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> Statistic | None:
        return None if self.why(task, candidates, verdicts) else super().measure(task, candidates, verdicts)
