from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from asmeant.metrics import default_metrics, score
from asmeant.metrics.score import Judged, bootstrap, slices, within
from asmeant.records import Status, Verdict
from asmeant.testing import FakeMetric, make_task


def judged(*statuses: Status) -> list[Judged]:
    return [Judged(make_task(str(n)), [], [Verdict(str(n), 0, status)]) for n, status in enumerate(statuses)]


def test_a_score_counts_what_it_left_out() -> None:
    found = score(FakeMetric(), judged("passed", "failed", "undecided", "passed"), {}, "1")
    assert (found.value, found.tasks, found.undecided) == (2 / 3, 3, 1)
    assert "undecided:1" in found.signature
    assert found.interval is not None
    assert found.interval[0] <= 2 / 3 <= found.interval[1]


def test_nothing_decided_is_no_number() -> None:
    found = score(FakeMetric(), judged("undecided"), {}, "1")
    assert (found.value, found.interval, found.tasks, found.undecided) == (None, None, 0, 1)


def test_one_task_has_no_interval() -> None:
    assert score(FakeMetric(), judged("passed"), {}, "1").interval is None


def test_the_same_verdicts_give_the_same_interval() -> None:
    items = judged(*(["passed", "failed", "failed"] * 10))  # type: ignore[arg-type]
    assert score(FakeMetric(), items, {}, "1") == score(FakeMetric(), items, {}, "1")


@given(st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=2, max_size=30))
def test_an_interval_lies_within_the_values_and_is_ordered(values: list[float]) -> None:
    interval = bootstrap(FakeMetric(), values, Random(0))
    assert interval is not None
    assert min(values) <= interval[0] <= interval[1] <= max(values)


def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    random = Random(7)
    covered = 0
    for _ in range(120):
        values = [float(random.random() < 0.4) for _ in range(60)]
        interval = bootstrap(FakeMetric(), values, Random(0))
        assert interval is not None
        covered += interval[0] <= 0.4 <= interval[1]
    assert 105 <= covered <= 120


def test_the_ks_go_up_to_the_number_of_candidates() -> None:
    assert [metric.name for metric in default_metrics(1)] == ["pass@1"]
    assert [metric.name for metric in default_metrics(7)] == ["pass@1", "pass@5", "pass@7", "solvability"]


def test_slices_are_languages_where_there_are_several() -> None:
    tasks = [make_task("a", intent_language="es"), make_task("b", intent_language="ja")]
    assert slices(tasks) == [{}, {"intent_language": "es"}, {"intent_language": "ja"}]
    assert slices(tasks[:1]) == [{}]
    assert within(tasks[0], {"intent_language": "es"})
    assert not within(tasks[1], {"intent_language": "es"})
    assert within(make_task(tags={"domain": "open"}), {"domain": "open"})
