from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.errors import PluginError
from asmeant.metrics import resampling
from asmeant.metrics.bleu import Bleu
from asmeant.metrics.chrf import Chrf
from asmeant.metrics.resampling import aggregated, bootstrap, draws, grouped, over
from asmeant.metrics.rouge import RougeL
from asmeant.testing import FakeMetric
from tests.metrics.comparing import answered, task


@settings(deadline=None)
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


def test_clusters_are_drawn_as_a_whole_and_make_the_interval_wider() -> None:
    """Ten questions with ten tasks each that all pass or all fail: a hundred tasks tell no more than ten."""
    values = [float(question % 2) for question in range(10) for _ in range(10)]
    questions = [question for question in range(10) for _ in range(10)]
    apart = bootstrap(FakeMetric(), values, Random(0))
    together = bootstrap(FakeMetric(), values, Random(0), questions)
    ten = bootstrap(FakeMetric(), [0.0, 1.0] * 5, Random(0))
    assert apart is not None
    assert together is not None
    assert together == ten
    assert together[1] - together[0] > 2 * (apart[1] - apart[0])


def test_one_cluster_tells_nothing() -> None:
    assert bootstrap(FakeMetric(), [0.0, 1.0], Random(0), ["q", "q"]) is None
    assert bootstrap(FakeMetric(), [], Random(0)) is None


def test_groups_are_in_the_order_in_which_they_come() -> None:
    assert grouped(4, ["b", "a", "b", "c"]) == [[0, 2], [1], [3]]
    assert grouped(2) == [[0], [1]]


@pytest.mark.parametrize("most_remembered", [0, 4_000_000])
def test_draws_are_those_of_the_generator(most_remembered: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remembered or not; and the generator goes on from where it would be."""
    monkeypatch.setattr(resampling, "MOST_REMEMBERED", most_remembered)
    theirs = Random(3)
    expected = [theirs.choices(range(5), k=5) for _ in range(4)]
    for _ in range(2):
        random = Random(3)
        assert list(draws(5, random, 4)) == expected
        assert random.getstate() == theirs.getstate()
    assert list(draws(5, Random(4), 4)) != expected


CODE = st.text("abcd ", min_size=1, max_size=12).filter(str.strip)


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(CODE, CODE, st.integers(0, 2)), min_size=2, max_size=8))
@pytest.mark.parametrize(
    "metric", [Bleu(), Bleu("odex"), Chrf(), RougeL("odex")], ids=lambda metric: metric.name
)
def test_sums_give_the_very_number_of_the_aggregate(
    metric: Bleu | Chrf | RougeL, texts: list[tuple[str, str, int]]
) -> None:
    statistics = [metric.measure(task(ref), answered(code, ref), []) for code, ref, _ in texts]
    known = [statistic for statistic in statistics if statistic is not None]
    groups = grouped(len(known), [cluster for _, _, cluster in texts])
    value = over(metric, known, groups)
    for draw in draws(len(groups), Random(1), 5):
        assert value(draw) == metric.aggregate([known[place] for group in draw for place in groups[group]])


def test_tasks_with_unequal_numbers_of_candidates_are_drawn_too() -> None:
    metric = Chrf("odex")
    known = [metric.measure(task("abc"), answered(*codes), []) for codes in (("abc", "x"), ("abd",))]
    assert over(metric, [item for item in known if item is not None], [[0], [1]])([0, 0]) == 1.0


class Nowhere(FakeMetric):
    def aggregate(self, statistics: Sequence[float]) -> float:
        return float("nan")


def test_an_aggregate_that_is_no_number_is_an_error_in_words() -> None:
    with pytest.raises(PluginError, match="'fake' makes nan of its statistics"):
        aggregated(Nowhere(), [1.0])
    with pytest.raises(PluginError, match="'fake' makes nan of its statistics"):
        bootstrap(Nowhere(), [1.0, 0.0], Random(0))
