from __future__ import annotations

from collections.abc import Sequence

import pytest

from asmeant.errors import ModelError
from asmeant.models import FunctionModel
from asmeant.records import Sampling, Task
from asmeant.testing import make_task


def test_a_function_that_returns_one_reply_is_called_for_each_sample() -> None:
    calls: list[str] = []

    def answer(task: Task) -> str:
        calls.append(task.id)
        return f"x + {len(calls)}"

    candidates = list(FunctionModel(answer).generate([make_task("a")], Sampling(count=3), {("a", 1)}))
    assert [(item.rank, item.code) for item in candidates] == [(0, "x + 1"), (2, "x + 2")]
    assert candidates[0].model == "answer"


def test_a_function_may_return_all_samples_at_once() -> None:
    model = FunctionModel(lambda task: ["x", "2 * x"])
    candidates = list(model.generate([make_task("a"), make_task("b")], Sampling(count=2)))
    assert [(item.task_id, item.rank, item.code) for item in candidates] == [
        ("a", 0, "x"),
        ("a", 1, "2 * x"),
        ("b", 0, "x"),
        ("b", 1, "2 * x"),
    ]


def test_code_is_found_in_a_reply_unless_it_is_to_be_taken_as_it_is() -> None:
    reply = "Of course!\n```python\nx * 2\n```"
    (found,) = FunctionModel(lambda task: reply).generate([make_task()], Sampling())
    assert (found.code.strip(), found.reply) == ("x * 2", reply)
    (whole,) = FunctionModel(lambda task: reply, "none").generate([make_task()], Sampling())
    assert whole.code == reply


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (["x"], r"returned 1 replies for the task 'double', and 2 were asked for. .*Sampling\(count=1\)"),
        (["x", 3], "returned list for the task 'double'. It must return a str, or a list of str"),
        (None, "returned NoneType"),
        (b"x", "returned bytes"),
    ],
)
def test_other_answers_are_refused(answer: Sequence[str], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        list(FunctionModel(lambda task: answer).generate([make_task()], Sampling(count=2)))
