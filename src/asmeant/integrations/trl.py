"""A reward function in the form of TRL: `GRPOTrainer(reward_funcs=reward_function("humaneval"), ...)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from asmeant.errors import UsageError
from asmeant.integrations.rewards import RewardKind, Rewards, completion_text
from asmeant.pipeline import Judge
from asmeant.records import Task


def reward_function(
    tasks: str | Iterable[Task] = (),
    *,
    judge: Judge | None = None,
    kind: RewardKind = "all",
    undecided: float = 0.0,
    column: str = "task_id",
) -> Callable[..., list[float]]:
    """A function `(prompts, completions, **columns) -> list[float]`, as TRL's trainers call it.

    The training dataset has a column that says which task a row is about: its id, or the whole task as a
    mapping or as JSON. Completions may be texts, or lists of chat messages.
    """
    rewards = Rewards(tasks, judge, kind, undecided)

    def asmeant_reward(
        prompts: Sequence[Any] | None = None,  # noqa: ARG001 (TRL gives it by name)
        completions: Sequence[Any] = (),
        **columns: Any,
    ) -> list[float]:
        if column not in columns:
            names = ", ".join(sorted(columns)) or "none"
            raise UsageError(
                f"The training data has no column '{column}' that names the task of each row. "
                f"Columns: {names}. Add one, or say which it is with column=NAME."
            )
        return rewards.rewards(columns[column], [completion_text(completion) for completion in completions])

    return asmeant_reward
