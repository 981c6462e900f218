from __future__ import annotations

import pytest

from asmeant.authoring.pairs import Accuracy, accuracy, pairs, try_out
from asmeant.execution import default_sandbox, load_sandbox
from asmeant.records import Check, Limits, Scaffold, Task
from asmeant.workers import InProcess

SCAFFOLD = Scaffold(files={"a.txt": "one\ntwo\n"})


def command_task(name: str, first: str, second: str) -> Task:
    checks = (Check("first", same_outcome_as=first), Check("second", same_outcome_as=second))
    return Task(name, "", code_language="bash", references=(first, second), checks=checks, scaffold=SCAFFOLD)


TASKS = [
    command_task("lines", "wc -l < a.txt", "grep -c '' a.txt"),
    command_task("first", "head -n 1 a.txt", "sed -n 1p a.txt"),
    command_task("wrong", "cat a.txt", "tac a.txt"),
    command_task("absent", "no-such-tool a.txt", "cat a.txt"),
]


def test_right_and_wrong_answers_are_told_apart() -> None:
    wanted = pairs(TASKS, distance=1)
    assert [(pair.task.id, pair.right, pair.code) for pair in wanted][:3] == [
        ("lines", True, "grep -c '' a.txt"),
        ("lines", False, "head -n 1 a.txt"),
        ("first", True, "sed -n 1p a.txt"),
    ]
    tried = list(try_out(wanted, load_sandbox(default_sandbox()), Limits(seconds=5), InProcess()))
    assert [item.pair.task.id for item in tried if not item.is_correct] == ["wrong", "absent"]
    found = accuracy(tried)
    assert found == Accuracy(
        8, 6, right=4, right_accepted=2, wrong_accepted=0, undecided=2, undecided_right=1
    )
    assert found.of_all == 6 / 8
    assert found.of_decided == 5 / 6


def test_one_reference_makes_no_pair() -> None:
    assert pairs([Task("one", "", references=("x",), checks=(Check(),))]) == []


def test_nothing_decided_has_no_accuracy() -> None:
    assert Accuracy(2, 1, 1, 0, 0, 2, 1).of_decided is None


def test_a_lone_task_has_no_wrong_answer() -> None:
    assert [pair.right for pair in pairs(TASKS[:1])] == [True]


@pytest.mark.parametrize("distance", [1, 2, 10])
def test_every_task_has_both(distance: int) -> None:
    kinds = [pair.right for pair in pairs(TASKS[:3], distance)]
    assert kinds == [True, False] * 3
