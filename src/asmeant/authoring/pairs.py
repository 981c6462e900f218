"""Tasks with two references -> right and wrong answers, and how accurately a check classifies them.

The check is made from the first reference. The right answer is the second reference. The wrong answer is the
first reference of another task, `distance` positions away. InterCode-ALFA uses this method (Westenfelder et
al. 2025, section 4).
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
    """A task with only the check of its first reference, and an answer."""

    task: Task
    code: str
    right: bool


@dataclass(frozen=True, slots=True)
class Tried:
    pair: Pair
    verdict: Verdict

    @property
    def is_correct(self) -> bool:
        """Whether the verdict is correct. An undecided verdict counts as not accepted."""
        return (self.verdict.status == "passed") is self.pair.right


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Counts of pairs: all, correctly classified, accepted among the right and the wrong ones, undecided."""

    pairs: int
    correct: int
    right: int
    right_accepted: int
    wrong_accepted: int
    undecided: int
    undecided_right: int

    @property
    def of_all(self) -> float:
        return self.correct / self.pairs

    @property
    def of_decided(self) -> float | None:
        decided = self.pairs - self.undecided
        correct = self.correct - (self.undecided - self.undecided_right)
        return correct / decided if decided else None


def pairs(tasks: Sequence[Task], distance: int = DISTANCE) -> list[Pair]:
    """Two pairs for each task with two references. The wrong answer is from a task with the same files."""
    groups: dict[object, list[Task]] = {}
    for task in tasks:
        if len(task.references) > 1 and task.checks:
            groups.setdefault((task.scaffold.tree, tuple(task.scaffold.files.items())), []).append(task)
    answers = []
    for group in groups.values():
        for position, task in enumerate(group):
            first = replace(task, checks=task.checks[:1])
            other = group[(position + distance) % len(group)]
            answers.append(Pair(first, task.references[1], right=True))
            if other is not task:
                answers.append(Pair(first, other.references[0], right=False))
    return answers


def try_out(pairs: Iterable[Pair], sandbox: Sandbox, limits: Limits, workers: Workers) -> Iterator[Tried]:
    def examine(pair: Pair) -> Tried:
        answer = Candidate(pair.task.id, 0, pair.code)
        return Tried(pair, judge(pair.task, 0, sandbox.run([assemble(pair.task, answer)], limits)))

    return workers.map(examine, pairs)


def accuracy(results: Sequence[Tried]) -> Accuracy:
    right = [item for item in results if item.pair.right]
    undecided = [item for item in results if item.verdict.status == "undecided"]
    return Accuracy(
        pairs=len(results),
        correct=sum(item.is_correct for item in results),
        right=len(right),
        right_accepted=sum(item.is_correct for item in right),
        wrong_accepted=sum(not item.is_correct for item in results if not item.pair.right),
        undecided=len(undecided),
        undecided_right=sum(item.pair.right for item in undecided),
    )
