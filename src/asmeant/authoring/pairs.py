"""Tasks with two references -> answers that are right and wrong, and how well a check tells them apart.

Right is the second reference, under the check that is made of the first; wrong is the first reference of a
task some places away. So it is done for InterCode-ALFA (Westenfelder et al. 2025, section 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from asmeant.execution import assemble
from asmeant.judging import judge
from asmeant.records import Candidate, Limits, Task, Verdict
from asmeant.seams import Sandbox, Workers

DISTANCE = 10


@dataclass(frozen=True, slots=True)
class Pair:
    """A task that has only the check of its first reference, and an answer to it."""

    task: Task
    code: str
    right: bool


@dataclass(frozen=True, slots=True)
class Tried:
    pair: Pair
    verdict: Verdict

    @property
    def is_told(self) -> bool:
        """Whether the verdict is what it should be. An undecided one accepts nothing."""
        return (self.verdict.status == "passed") is self.pair.right


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many pairs there are, are told right, are accepted among the right and the wrong, are undecided."""

    pairs: int
    told: int
    right: int
    right_accepted: int
    wrong_accepted: int
    undecided: int
    undecided_right: int

    @property
    def of_all(self) -> float:
        return self.told / self.pairs

    @property
    def of_decided(self) -> float | None:
        decided = self.pairs - self.undecided
        told = self.told - (self.undecided - self.undecided_right)
        return told / decided if decided else None


def pairs(tasks: Sequence[Task], distance: int = DISTANCE) -> list[Pair]:
    """Two for each task with two references. The wrong answer is that of a task with the same files."""
    groups: dict[object, list[Task]] = {}
    for task in tasks:
        if len(task.references) > 1 and task.checks:
            groups.setdefault((task.scaffold.tree, tuple(task.scaffold.files.items())), []).append(task)
    found = []
    for group in groups.values():
        for place, task in enumerate(group):
            first = replace(task, checks=task.checks[:1])
            other = group[(place + distance) % len(group)]
            found.append(Pair(first, task.references[1], right=True))
            if other is not task:
                found.append(Pair(first, other.references[0], right=False))
    return found


def try_out(pairs: Iterable[Pair], sandbox: Sandbox, limits: Limits, workers: Workers) -> Iterator[Tried]:
    def examine(pair: Pair) -> Tried:
        answer = Candidate(pair.task.id, 0, pair.code)
        return Tried(pair, judge(pair.task, 0, sandbox.run([assemble(pair.task, answer)], limits)))

    return workers.map(examine, pairs)


def accuracy(tried: Sequence[Tried]) -> Accuracy:
    right = [item for item in tried if item.pair.right]
    undecided = [item for item in tried if item.verdict.status == "undecided"]
    return Accuracy(
        pairs=len(tried),
        told=sum(item.is_told for item in tried),
        right=len(right),
        right_accepted=sum(item.is_told for item in right),
        wrong_accepted=sum(not item.is_told for item in tried if not item.pair.right),
        undecided=len(undecided),
        undecided_right=sum(item.pair.right for item in undecided),
    )
