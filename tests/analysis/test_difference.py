from __future__ import annotations

from asmeant.analysis.difference import adjusted, difference
from asmeant.analysis.significance import Pairs
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.testing import make_task

TASKS = [make_task(f"t{number}") for number in range(10)]


def pairs(first: list[float], second: list[float]) -> Pairs:
    return Pairs(first, second, [[place] for place in range(len(first))])


def test_the_second_less_the_first() -> None:
    found = difference(PassAtK(1), TASKS, pairs([0.0] * 10, [1.0] * 9 + [0.0]), "A", "B", 0)
    assert (found.first, found.second) == ("A", "B")
    assert found.value == 0.9
    assert (found.first_better, found.second_better) == (0, 9)
    assert [flip.task_id for flip in found.flips] == [f"t{number}" for number in range(9)]
    assert found.p < 0.01
    assert found.p_mcnemar is not None


def test_runs_that_agree() -> None:
    found = difference(PassAtK(1), TASKS, pairs([1.0, 0.0] * 5, [1.0, 0.0] * 5), "A", "B", 0)
    assert (found.value, found.flips, found.p) == (0.0, (), 1.0)


def test_many_comparisons_raise_p() -> None:
    one = difference(PassAtK(1), TASKS, pairs([0.0] * 10, [1.0] * 6 + [0.0] * 4), "A", "B", 0)
    raised = adjusted([one, one, one])
    assert [item.adjusted for item in raised] == [min(1.0, 3 * one.p)] * 3
    assert adjusted([one])[0].adjusted == one.p
