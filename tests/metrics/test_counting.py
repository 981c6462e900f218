"""An undecided candidate never raises a score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.metrics import load_metric
from asmeant.metrics.counting import can_be_decided, counted
from asmeant.metrics.score import Judged, measure
from asmeant.records import Status, Verdict
from asmeant.testing import FakeMetric, make_task

PASSED = Verdict("double", 0, "passed", ("all",))
FAILED = Verdict("double", 0, "failed")
# About this candidate alone: it imports a library that is not installed here.
LACKING = Verdict("double", 0, "undecided", missing_libraries=("numpy",))
# About the task, unless another candidate was decided.
UNDECIDED = Verdict("double", 0, "undecided")


@pytest.mark.parametrize(
    ("verdicts", "statuses"),
    [
        ([], []),
        ([UNDECIDED, UNDECIDED], ["undecided", "undecided"]),
        ([LACKING], ["failed"]),
        ([LACKING, UNDECIDED], ["failed", "failed"]),
        ([PASSED, UNDECIDED, LACKING], ["passed", "failed", "failed"]),
        ([FAILED, UNDECIDED], ["failed", "failed"]),
    ],
)
def test_how_verdicts_count(verdicts: list[Verdict], statuses: list[Status]) -> None:
    assert [verdict.status for verdict in counted(verdicts)] == statuses
    assert can_be_decided(verdicts) == ("undecided" not in statuses and bool(verdicts))
    assert counted(counted(verdicts)) == counted(verdicts)


@pytest.mark.parametrize("name", ["pass@1", "pass@2", "solvability", "sets", "sets:share", "acc-f@2"])
@given(st.lists(st.sampled_from([PASSED, FAILED, LACKING, UNDECIDED]), min_size=2, max_size=5))
@pytest.mark.every(3)
def test_a_candidate_that_becomes_undecided_never_raises_a_value(name: str, verdicts: list[Verdict]) -> None:
    """Whatever the verdicts are: had the undecided ones failed, the task would have the same value."""
    metric, task = load_metric(name), make_task()
    value = metric.measure(task, [], verdicts)
    failed = [FAILED if verdict.status == "undecided" else verdict for verdict in verdicts]
    if can_be_decided(verdicts):
        assert value == metric.measure(task, [], failed)
    else:
        assert value is None


def test_the_rule_holds_for_metrics_that_do_not_know_it() -> None:
    """One that leaves undecided verdicts out by itself, as a plug-in may."""
    item = Judged(make_task(), [], [PASSED, UNDECIDED, LACKING, UNDECIDED])
    assert measure(FakeMetric(), [item]).statistics == {"double": 0.25}
    assert measure(FakeMetric(), [Judged(make_task(), [], [UNDECIDED])]).dropped == {"double": "undecided"}
