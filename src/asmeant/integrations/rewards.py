"""Completions -> rewards, decided by one warm judge. The forms that trainers want are built on this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from asmeant.datasets import load_tasks
from asmeant.errors import DataError, hint
from asmeant.pipeline import Decision, Judge
from asmeant.records import Task, from_json

# all: 1 for a right candidate and 0 for a wrong one. share: the share of probes that passed.
RewardKind = Literal["all", "share"]


class Rewards:
    """Rewards for completions of tasks. Any number of threads may share it.

    `tasks` is the name of a dataset, or tasks; they are read when the first one is asked for by its id.
    Completions are replies of a language model, in which the code is found; with a judge that does not
    `extract` they are code. A candidate that cannot be decided gets the reward `undecided`.
    """

    def __init__(
        self,
        tasks: str | Iterable[Task] = (),
        judge: Judge | None = None,
        kind: RewardKind = "all",
        undecided: float = 0.0,
    ) -> None:
        self.judge = judge or Judge(extract=True)
        self.kind = kind
        self.undecided = undecided
        self._source = tasks
        self._tasks: dict[str, Task] | None = None

    def find_task(self, description: str | Mapping[str, Any] | Task) -> Task:
        """The task of that id, or the one that is described whole: as a record, a mapping or JSON."""
        if isinstance(description, Task):
            return description
        try:
            if isinstance(description, Mapping):
                return msgspec.convert(description, Task)
            if description.lstrip().startswith("{"):
                return from_json(Task, description)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise DataError(f"This does not describe a task: {error}.") from error
        if self._tasks is None:
            tasks = load_tasks(self._source) if isinstance(self._source, str) else self._source
            self._tasks = {task.id: task for task in tasks}
        if description not in self._tasks:
            raise DataError(f"No task is called '{description}'. {hint(description, self._tasks)}")
        return self._tasks[description]

    def rewards(
        self, tasks: Sequence[str | Mapping[str, Any] | Task], completions: Sequence[str]
    ) -> list[float]:
        """One reward for each completion, in their order."""
        pairs = [(self.find_task(task), text) for task, text in zip(tasks, completions, strict=True)]
        rewards = [0.0] * len(pairs)
        for decision in self.judge.decisions(pairs):
            rewards[decision.verdict.rank] = self._reward(decision)
        return rewards

    def _reward(self, decision: Decision) -> float:
        if decision.verdict.status == "undecided":
            return self.undecided
        return (
            decision.share_of_probes if self.kind == "share" else float(decision.verdict.status == "passed")
        )


def completion_text(completion: str | Sequence[Mapping[str, Any]]) -> str:
    """The text of a completion: as it is, or what the assistant says in a list of chat messages."""
    if isinstance(completion, str):
        return completion
    return "\n".join(str(message.get("content") or "") for message in completion)
