from __future__ import annotations

import pytest
import torch

from asmeant.models.baselines.settings import DEFAULTS
from asmeant.models.baselines.system import Answer, NeuralSystem, different, is_valid, system_class

ANSWERS = [Answer(code, -number) for number, code in enumerate(["ls '", "ls", "ls", "cat a", "rm ("])]


@pytest.mark.parametrize(
    ("language", "count", "codes"),
    [
        ("bash", 2, ["ls", "cat a"]),
        ("bash", 9, ["ls", "cat a", "ls '", "rm ("]),
        ("cobol", 2, ["ls '", "ls"]),  # nothing is known of it
    ],
)
def test_answers_differ_and_those_that_are_not_valid_come_last(
    language: str, count: int, codes: list[str]
) -> None:
    assert [answer.code for answer in different(ANSWERS, count, is_valid(language))] == codes


def test_no_more_answers_are_read_than_needed() -> None:
    answers = iter(ANSWERS)
    assert different(answers, 1, is_valid("bash")) == [ANSWERS[1]]
    assert next(answers) == ANSWERS[2]


@pytest.mark.parametrize(("language", "code", "valid"), [("bash", " ", False), ("python", "x = 1", True)])
def test_what_is_valid(language: str, code: str, valid: bool) -> None:
    check = is_valid(language)
    assert check is not None
    assert check(code) is valid


@pytest.mark.parametrize("name", DEFAULTS)
def test_every_system_has_a_class(name: str) -> None:
    assert issubclass(system_class(name), NeuralSystem)  # type: ignore[arg-type]


def test_all_weights_are_trained_at_one_rate() -> None:
    class One(NeuralSystem):
        network = torch.nn.Linear(2, 3)

    (group,) = One().parameter_groups(0.1)
    assert group["lr"] == 0.1
    assert len(group["params"]) == 2
    assert One().device.type == "cpu"
