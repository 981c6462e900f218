from __future__ import annotations

import pytest

from asmeant.metrics.top import RightCommand, RightTemplate
from asmeant.records import Status, Verdict
from asmeant.testing import make_task


def verdicts(judge: str, *said: tuple[Status, tuple[str, ...]]) -> list[Verdict]:
    return [Verdict("double", rank, status, held, judge=judge) for rank, (status, held) in enumerate(said)]


PASSED: tuple[Status, tuple[str, ...]] = ("passed", ("template", "command"))
HALF: tuple[Status, tuple[str, ...]] = ("failed", ("template",))
FAILED: tuple[Status, tuple[str, ...]] = ("failed", ())
UNDECIDED: tuple[Status, tuple[str, ...]] = ("undecided", ())


@pytest.mark.parametrize(
    ("said", "k", "command", "template"),
    [
        ((PASSED,), 1, 1.0, 1.0),
        ((HALF, PASSED), 1, 0.0, 1.0),
        ((FAILED, PASSED), 1, 0.0, 0.0),
        ((FAILED, PASSED), 2, 1.0, 1.0),
        ((FAILED, HALF), 2, 0.0, 1.0),
        ((PASSED,), 2, None, None),
        ((PASSED, UNDECIDED), 2, 1.0, 1.0),
        ((FAILED, UNDECIDED), 2, 0.0, 0.0),
        ((UNDECIDED, UNDECIDED), 2, None, 0.0),
        ((), 1, None, None),
    ],
)
def test_the_first_k_count(
    said: tuple[tuple[Status, tuple[str, ...]], ...], k: int, command: float | None, template: float | None
) -> None:
    given = verdicts("people", *said)[::-1]  # ranks count, not the order in which they come
    assert RightCommand(k).measure(make_task(), [], given) == command
    assert RightTemplate(k).measure(make_task(), [], given) == template


def test_only_people_judge_templates() -> None:
    assert RightTemplate(1).measure(make_task(), [], verdicts("asmeant", ("passed", ("all",)))) is None
    assert RightTemplate(1).measure(make_task(), [], verdicts("person:A", HALF)) == 1.0
    assert RightCommand(1).measure(make_task(), [], verdicts("asmeant", ("passed", ("all",)))) == 1.0


def test_why_and_what_it_is_called() -> None:
    metric = RightCommand(3)
    assert metric.name == "acc-f@3"
    assert RightTemplate(1).name == "acc-t@1"
    assert metric.why(make_task(), [], []) == "fewer than 3 candidates were judged"
    undecided = verdicts("people", UNDECIDED, UNDECIDED, UNDECIDED)
    assert metric.why(make_task(), [], undecided) == "one of the first 3 candidates is undecided"
    assert metric.aggregate([1.0, 0.0]) == 0.5
