"""Intervals are honest: where all tasks pass, or none, on two tasks and on 164, and with clusters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.metrics import load_metric
from asmeant.metrics.chrf import Chrf
from asmeant.metrics.intervals import Limits, Share, interval, less, paired, share
from asmeant.metrics.pass_at_k import pass_at_k
from asmeant.metrics.resampling import grouped
from asmeant.testing import FakeMetric
from tests.metrics.comparing import answered, task

CHANCES = (0.0, 0.02, 0.1, 0.5, 0.9, 1.0)
TASKS = (2, 5, 10, 30, 164)
TRIALS = 100
# Of 95%: numbers of right candidates are whole, so that no method has exactly that.
LEAST = 0.93


def ends(values: Sequence[float], clusters: Sequence[int] | None = None) -> tuple[float, float]:
    found = interval(FakeMetric(), values, Random(0), clusters)
    assert found is not None
    return found.low, found.high


@cache
def of_counts(passed: int, tasks: int) -> tuple[float, float]:
    return ends([1.0] * passed + [0.0] * (tasks - passed))


# ── coverage ──


@pytest.mark.parametrize("tasks", TASKS)
@pytest.mark.parametrize("chance", CHANCES)
def test_tasks_that_pass_or_fail_are_covered_exactly(chance: float, tasks: int) -> None:
    """Not simulated: summed over every number of tasks that may pass."""
    covered = sum(
        comb(tasks, passed) * chance**passed * (1 - chance) ** (tasks - passed)
        for passed in range(tasks + 1)
        if of_counts(passed, tasks)[0] - 1e-9 <= chance <= of_counts(passed, tasks)[1] + 1e-9
    )
    assert covered >= 0.95 - 1e-9


def sampled(random: Random, mean: float, spread: float, samples: int, k: int) -> float:
    """pass@k of one task. Without spread all tasks are as hard; the wider, the more know all or nothing."""
    chance = random.betavariate(mean * spread, (1 - mean) * spread) if spread and 0 < mean < 1 else mean
    return pass_at_k(samples, sum(random.random() < chance for _ in range(samples)), k)


def expected(mean: float, spread: float, k: int) -> float:
    """What pass@k is in truth: 1 less the mean of (1 - chance) ** k."""
    failing = 1.0
    for step in range(k):
        failing *= ((1 - mean) * spread + step) / (spread + step) if spread and 0 < mean < 1 else 1 - mean
    return 1 - failing


@pytest.mark.parametrize(
    ("samples", "k"),
    [
        (3, 2),
        pytest.param(10, 1, marks=pytest.mark.thorough),
        pytest.param(10, 5, marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize("spread", [pytest.param(0.0, marks=pytest.mark.thorough), 1.0])
@pytest.mark.parametrize("tasks", TASKS)
def test_several_samples_per_task_are_covered(tasks: int, spread: float, samples: int, k: int) -> None:
    for mean in CHANCES:
        random, truth = Random(f"{tasks} {spread} {samples} {k} {mean}"), expected(mean, spread, k)
        trials = ([sampled(random, mean, spread, samples, k) for _ in range(tasks)] for _ in range(TRIALS))
        assert covered(trials, truth, ends) >= LEAST, mean


def covered(
    trials: Iterator[list[float]], truth: float, found: Callable[[list[float]], tuple[float, float]]
) -> float:
    inside = [low - 1e-9 <= truth <= high + 1e-9 for low, high in map(found, trials)]
    return sum(inside) / len(inside)


@pytest.mark.parametrize("questions", [2, 5, 10, 30])
def test_tasks_of_one_question_are_covered(questions: int) -> None:
    """Each question has one, two or five tasks, of which all pass or all fail."""
    sizes = [(1, 2, 5)[number % 3] for number in range(questions)]
    clusters = [number for number, size in enumerate(sizes) for _ in range(size)]
    for chance in CHANCES:
        random = Random(f"{questions} {chance}")
        trials = (
            [value for size in sizes for value in [float(random.random() < chance)] * size]
            for _ in range(TRIALS)
        )
        assert covered(trials, chance, lambda values: ends(values, clusters)) >= LEAST, chance


@pytest.mark.parametrize("tasks", TASKS)
@pytest.mark.parametrize(("up", "down"), [(0.0, 0.0), (0.02, 0.0), (0.1, 0.02), (0.3, 0.3), (1.0, 0.0)])
def test_differences_are_covered(up: float, down: float, tasks: int) -> None:
    random, groups = Random(f"{tasks} {up} {down}"), grouped(tasks)

    def change() -> float:
        drawn = random.random()
        return float(drawn < up) - float(up <= drawn < up + down)

    def found(changes: list[float]) -> tuple[float, float]:
        limits = paired(changes, groups)
        return limits.low, limits.high

    trials = ([change() for _ in range(tasks)] for _ in range(TRIALS))
    assert covered(trials, up - down, found) >= LEAST


# ── single ones ──


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ([0.0] * 10, 0.0, 0.3085),
        ([1.0] * 2, 0.1581, 1.0),
        ([1.0] * 5 + [0.0] * 5, 0.1871, 0.8129),
        ([0.0] * 164, 0.0, 0.0222),
    ],
)
def test_as_clopper_and_pearson_have_it(values: list[float], low: float, high: float) -> None:
    assert ends(values) == pytest.approx((low, high), abs=0.0001)
    found = interval(FakeMetric(), values, Random(0))
    assert found is not None
    assert found.method == "clopper-pearson-95%"


@settings(deadline=None)
@given(st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=2, max_size=30))
def test_the_value_lies_within_and_the_ends_within_0_and_1(values: list[float]) -> None:
    low, high = ends(values)
    assert 0 <= low <= sum(values) / len(values) <= high <= 1
    assert high - low > 0.02


def test_tasks_that_agree_are_no_certainty() -> None:
    low, high = ends([0.5] * 10)
    assert low < 0.4
    assert high > 0.6


def test_many_samples_that_agree_make_it_narrower() -> None:
    wide, narrow = ends([0.0, 1.0] * 30), ends([0.4, 0.6] * 30)
    assert narrow[1] - narrow[0] < (wide[1] - wide[0]) / 3


def test_one_cluster_tells_nothing() -> None:
    assert interval(FakeMetric(), [0.0, 1.0], Random(0), ["q", "q"]) is None
    assert interval(FakeMetric(), [], Random(0)) is None


def test_tasks_of_one_question_count_as_one() -> None:
    questions = [question for question in range(10) for _ in range(10)]
    values = [float(question % 2) for question in questions]
    assert ends(values, questions) == pytest.approx(ends([0.0, 1.0] * 5))
    # One question with almost all of the tasks leaves little to go by.
    assert share([1.0] * 100, [list(range(91)), *([place] for place in range(91, 100))]).effective_tasks < 2


def test_a_corpus_metric_that_agrees_everywhere_is_no_certainty() -> None:
    metric = Chrf()
    same = [metric.measure(task("ab cd"), answered("ab cd"), []) for _ in range(12)]
    found = interval(metric, [item for item in same if item is not None], Random(0))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.7354, 1.0), abs=0.0001)
    assert found.method == "clopper-pearson-95%-bootstrap-1000-seed-0"


def test_a_corpus_metric_takes_its_variance_from_the_bootstrap() -> None:
    metric = load_metric("bleu")
    codes = ["a b c d e", "a b c d x", "a b x y z", "x b c d e", "a b c d e f"] * 6
    statistics = [metric.measure(task("a b c d e"), answered(code), []) for code in codes]
    found = interval(metric, [item for item in statistics if item is not None], Random(0))
    assert found is not None
    assert 0 < found.low < found.high < 1
    assert "-effective-tasks-" in found.method
    assert found.method.endswith("-bootstrap-1000-seed-0")


class Lines(FakeMetric):
    """A metric that is no share: of any size."""


def test_a_metric_that_is_no_share_has_the_bootstrap_or_nothing() -> None:
    found = interval(Lines(), [3.0, 12.0, 7.0, 5.0], Random(0))
    assert found is not None
    assert 3 <= found.low < found.high <= 12
    assert found.method == "bootstrap-1000-seed-0-95%"
    assert interval(Lines(), [3.0, 3.0, 3.0], Random(0)) is None


def test_one_less_another() -> None:
    same = Limits(0.5, 0.4, 0.6)
    found = less(same, same)
    assert (found.value, found.low, found.high) == pytest.approx((0.0, -0.1414, 0.1414), abs=0.0001)
    assert less(same, same, correlation=1.0).low == pytest.approx(0.0)


def test_runs_that_agree_may_still_differ() -> None:
    limits = paired([0.0] * 10, grouped(10))
    assert (limits.low, limits.high) == pytest.approx((-0.3085, 0.3085), abs=0.0001)


def test_the_limits_of_a_share_are_those_of_its_effective_tasks() -> None:
    assert Share(0.5, 10).low == pytest.approx(ends([0.0, 1.0] * 5)[0])
    assert Share(0.5, 40).low > Share(0.5, 10).low
