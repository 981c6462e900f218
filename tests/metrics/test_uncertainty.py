"""What a score leaves open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.metrics import load_metric, score
from asmeant.metrics.score import Judged
from asmeant.records import Check, Verdict
from asmeant.testing import make_task
from tests.metrics.comparing import answered

PASSED = Verdict("", 0, "passed", ("all",), decided="outside")
FAILED = Verdict("", 0, "failed")
NUMPY = Verdict("", 0, "undecided", missing_libraries=("numpy",))
BOTH = Verdict("", 0, "undecided", missing_libraries=("numpy", "pandas"))
UNDECIDED = Verdict("", 0, "undecided")


def judged(*tasks: list[Verdict]) -> list[Judged]:
    return [
        Judged(
            make_task(str(number), checks=(Check("all", ("assert candidate(1) == 2",)),)),
            answered(*["2 * x"] * len(verdicts)),
            [replace(verdict, task_id=str(number), rank=rank) for rank, verdict in enumerate(verdicts)],
        )
        for number, verdicts in enumerate(tasks)
    ]


ITEMS = judged([PASSED, NUMPY], [FAILED, BOTH], [PASSED, FAILED], [UNDECIDED, UNDECIDED])


@pytest.mark.parametrize(
    ("metric", "value", "highest"),
    [
        ("pass@1", 2 / 6, 4 / 6),
        ("pass@2", 2 / 3, 1.0),
        ("solvability", 2 / 3, 1.0),
        ("sets", 2 / 6, 4 / 6),
        ("sets:share", 2 / 3, 1.0),
        ("acc-f@2", 2 / 3, 1.0),
    ],
)
def test_how_much_higher_a_score_could_be(metric: str, value: float, highest: float) -> None:
    found = score(load_metric(metric), ITEMS, {}, "1")
    assert found.value == pytest.approx(value)
    assert found.if_undecided_passed == pytest.approx(highest)
    assert (found.tasks, found.undecided, found.undecided_candidates) == (3, 1, 2)
    assert found.missing_libraries == {"numpy": 2, "pandas": 1}
    assert "|undecided:1|" in found.signature
    assert "|undecided-candidates:2|" in found.signature


def test_one_pass_beside_three_undecided_is_no_hundred_per_cent() -> None:
    found = score(load_metric("pass@1"), judged([PASSED, UNDECIDED, UNDECIDED, UNDECIDED]), {}, "1")
    assert (found.value, found.if_undecided_passed, found.undecided_candidates) == (0.25, 1.0, 3)
    assert found.missing_libraries == {}


def test_a_metric_of_texts_leaves_nothing_open() -> None:
    found = score(load_metric("chrf"), ITEMS, {}, "1")
    assert found.value == 1.0
    assert (found.undecided_candidates, found.if_undecided_passed, found.passed_beside) == (0, None, 0)


def test_what_is_decided_leaves_nothing_open() -> None:
    found = score(load_metric("pass@1"), judged([PASSED, FAILED]), {}, "1")
    assert (found.undecided_candidates, found.if_undecided_passed, found.missing_libraries) == (0, None, {})
    assert "undecided-candidates" not in found.signature


def test_passes_by_probes_beside_the_candidate_are_counted() -> None:
    beside = replace(PASSED, decided="beside")
    failed = replace(FAILED, decided="beside")
    found = score(load_metric("pass@1"), judged([beside, PASSED], [beside, failed]), {}, "1")
    assert (found.passed_beside, found.undecided_candidates, found.if_undecided_passed) == (2, 0, None)
