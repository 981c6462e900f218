"""A reward function in the form of verl, for its settings:

custom_reward_function.path=pkg://asmeant.integrations.verl  custom_reward_function.name=compute_score
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from asmeant.integrations.rewards import RewardKind, Rewards
from asmeant.pipeline import Judge
from asmeant.records import Limits


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str | Mapping[str, Any],
    extra_info: Mapping[str, Any] | None = None,  # noqa: ARG001 (verl gives it by name)
    *,
    kind: RewardKind = "all",
    undecided: float = 0.0,
    world: str = "",
    seconds: float = Limits().seconds,
    **_more: Any,
) -> float:
    """The reward of one solution.

    `data_source` is the name of a dataset, as in `asmeant run`; `ground_truth` is the id of one of its tasks,
    or a whole task, as a mapping or as JSON. The other settings are given as `reward_kwargs`.
    """
    rewards = _rewards(data_source, kind, undecided, world, seconds)
    return rewards.rewards([ground_truth], [solution_str])[0]


@lru_cache(maxsize=64)
def _rewards(dataset: str, kind: RewardKind, undecided: float, world: str, seconds: float) -> Rewards:
    return Rewards(dataset, _judge(world, seconds), kind, undecided)


@lru_cache(maxsize=8)
def _judge(world: str, seconds: float) -> Judge:
    """One for all datasets, kept warm as long as the process lives."""
    return Judge(world, limits=Limits(seconds=seconds), extract=True)
