"""Task -> Candidate: the references themselves. Auditing a benchmark is an ordinary run of this model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from asmeant.errors import UsageError
from asmeant.records import Candidate, Sampling, Task
from asmeant.seams import Done


class ReferenceModel:
    """The references of the tasks: rank r is reference r. After the last one, the first is used again."""

    name = "reference"
    is_portable = True

    def __init__(self, words: str = "") -> None:
        if words:
            raise UsageError(
                f"The model 'reference' takes no words, but was given '{words}'. Leave them out."
            )

    def generate(self, tasks: Iterable[Task], sampling: Sampling, done: Done = ()) -> Iterator[Candidate]:
        for task in tasks:
            for rank in range(sampling.count):
                if (task.id, rank) not in done:
                    yield self._answer(task, rank)

    def _answer(self, task: Task, rank: int) -> Candidate:
        if not task.references:
            return Candidate(task.id, rank, "", model=self.name, fault="the task has no reference")
        return Candidate(task.id, rank, task.references[rank % len(task.references)], model=self.name)
