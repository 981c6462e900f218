"""Rewards in the forms of TRL and verl, over one warm judge."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from asmeant import Judge
from asmeant.errors import DataError, UsageError
from asmeant.integrations import verl
from asmeant.integrations.rewards import Rewards, completion_text
from asmeant.integrations.trl import reward_function
from asmeant.records import Check, Task, to_json
from asmeant.testing import make_task

TASK = make_task("double", checks=(Check("all", ("assert double(1) == 2", "assert double(2) == 4")),))
RIGHT = "Sure:\n```python\ndef double(x):\n    return 2 * x\n```"
HALF = "```python\ndef double(x):\n    return 2\n```"
WRONG = "```python\ndef double(x):\n    return 7\n```"
UNDECIDED = Task("free", "anything")


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge(workers=2, extract=True) as judge:
        yield judge


def test_all_or_nothing_and_the_share_of_probes(judge: Judge) -> None:
    completions = [RIGHT, HALF, WRONG, ""]
    assert Rewards([TASK], judge).rewards(["double"] * 4, completions) == [1.0, 0.0, 0.0, 0.0]
    assert Rewards([TASK], judge, "share").rewards(["double"] * 4, completions) == [1.0, 0.5, 0.0, 0.0]


def test_what_cannot_be_decided_has_a_reward_of_its_own(judge: Judge) -> None:
    assert Rewards([UNDECIDED], judge, undecided=0.25).rewards(["free"], [RIGHT]) == [0.25]


def test_a_task_is_named_or_described_whole(judge: Judge) -> None:
    rewards = Rewards([TASK], judge)
    descriptions = ["double", TASK, msgspec.to_builtins(TASK), to_json(TASK).decode()]
    assert rewards.rewards(descriptions, [RIGHT] * 4) == [1.0] * 4
    with pytest.raises(DataError, match=r"No task is called 'doubel'. Closest: 'double'"):
        rewards.find_task("doubel")
    with pytest.raises(DataError, match=r"does not describe a task: .*intent"):
        rewards.find_task('{"id": "x"}')
    with pytest.raises(DataError, match="does not describe a task"):
        rewards.find_task({"id": 3})


def test_as_trl_calls_it(judge: Judge) -> None:
    reward = reward_function([TASK], judge=judge, kind="share")
    chat = [[{"role": "assistant", "content": text}] for text in (RIGHT, HALF)]
    assert reward(
        prompts=["", ""],
        completions=chat,
        completion_ids=[[1], [2]],
        task_id=["double"] * 2,
        trainer_state=None,
    ) == [1.0, 0.5]
    assert reward(["", ""], [RIGHT, WRONG], task_id=["double"] * 2) == [1.0, 0.0]
    assert reward.__name__ == "asmeant_reward"  # under this name TRL logs it
    with pytest.raises(UsageError, match=r"no column 'task_id' .* Columns: answer. "):
        reward(prompts=[""], completions=[RIGHT], answer=["4"])


def test_as_verl_calls_it(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_bytes(to_json(TASK) + b"\n")
    source = f"tasks:{path}"
    assert verl.compute_score(source, RIGHT, "double", {"index": 3}) == 1.0
    assert verl.compute_score(data_source=source, solution_str=HALF, ground_truth="double") == 0.0
    assert verl.compute_score(source, HALF, to_json(TASK).decode(), kind="share") == 0.5
    assert list(inspect.signature(verl.compute_score).parameters)[:4] == [
        "data_source",
        "solution_str",
        "ground_truth",
        "extra_info",
    ]
    verl._judge.cache_clear()
    verl._rewards.cache_clear()


def test_the_text_of_a_completion() -> None:
    assert completion_text("x") == "x"
    assert (
        completion_text([{"role": "assistant", "content": "x"}, {"role": "tool", "content": None}]) == "x\n"
    )
