from __future__ import annotations

import pytest

from asmeant.metrics import default_metrics, score
from asmeant.metrics.bleu import Bleu
from asmeant.metrics.score import Judged, cluster_of, slices, within
from asmeant.records import Status, Verdict
from asmeant.testing import FakeMetric, make_task
from tests.metrics.comparing import answered


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


def test_answers_to_one_question_are_drawn_together() -> None:
    statuses: list[Status] = ["passed", "passed", "failed", "failed", "passed", "passed"]
    items = [
        Judged(make_task(str(n), tags={"post": str(n // 2)}), [], [Verdict(str(n), 0, status)])
        for n, status in enumerate(statuses)
    ]
    found = score(FakeMetric(), items, {}, "1")
    assert "-clustered-by-post|" in found.signature
    assert "-clustered-by-" not in score(FakeMetric(), items, {}, "1", cluster="id").signature
    assert (
        "-clustered-by-code_language|"
        in score(FakeMetric(), items, {}, "1", cluster="code_language").signature
    )
    assert found.interval == score(FakeMetric(), judged("passed", "failed", "passed"), {}, "1").interval


@pytest.mark.parametrize(
    ("tags", "cluster", "expected"),
    [
        ({}, None, ("id", "double")),
        ({"post": "7"}, None, ("post", "7")),
        ({"question": "8", "post": "7"}, None, ("question", "8")),
        ({"post": "7", "author": "a"}, "author", ("author", "a")),
        ({"post": "7"}, "author", ("id", "double")),
    ],
)
def test_what_tasks_of_one_question_share(
    tags: dict[str, str], cluster: str | None, expected: tuple[str, str]
) -> None:
    assert cluster_of(make_task(tags=tags), cluster) == expected


def test_the_signature_says_why_tasks_were_dropped() -> None:
    items = [
        Judged(make_task(str(n), reference), answered("x"), []) for n, reference in enumerate(["x", "", "x("])
    ]
    found = score(Bleu("tranx"), items, {}, "1")
    assert "|tasks:1|undecided:2|dropped:1 no reference; 1 reference does not parse|" in found.signature


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
