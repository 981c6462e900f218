from __future__ import annotations

import gc
from collections.abc import Sequence

import pytest

from asmeant.errors import PluginError
from asmeant.metrics import load_metric, measuring
from asmeant.metrics.measuring import measure, measure_all
from asmeant.records import Candidate, Task, Verdict
from asmeant.seams import Statistic
from asmeant.testing import FakeMetric
from tests.metrics.comparing import pairs


class Constant:
    """Measures the same everywhere."""

    name = "constant"

    def __init__(self, statistic: Statistic | None) -> None:
        self.statistic = statistic

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> Statistic | None:
        return self.statistic

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)


@pytest.mark.parametrize("statistic", [float("nan"), float("inf"), (1.0, float("nan"))])
def test_what_is_no_number_is_an_error_in_words(statistic: Statistic) -> None:
    with pytest.raises(PluginError, match=r"'constant' measured .* on task '0'.*mend the metric"):
        measure(Constant(statistic), pairs(("x", "y")))


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_is_collected_as_before(enabled: bool) -> None:
    (gc.enable if enabled else gc.disable)()
    try:
        measure(Constant(1.0), pairs(("x", "y")))
        with pytest.raises(PluginError):
            measure(Constant(float("nan")), pairs(("x", "y")))
        assert gc.isenabled() is enabled
    finally:
        gc.enable()


def test_without_a_reason_a_task_is_undecided() -> None:
    found = measure(FakeMetric(), pairs(("x", "y")))
    assert (found.statistics, found.dropped) == ({}, {"0": "undecided"})


def test_nothing_to_measure_is_nothing() -> None:
    assert measure_all([FakeMetric()], [], processes=2)[0].statistics == {}


def test_other_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "CHUNK", 2)
    monkeypatch.setattr(measuring, "WORTH_A_PROCESS_SECONDS", {"fork": 0.0, "spawn": 0.0})
    judged = pairs(*((f"f({n}, a)", f"f(a, {n})") for n in range(9)), ("x", ""))
    metrics = [load_metric("bleu"), load_metric("rouge-l")]
    alone = measure_all(metrics, judged)
    assert measure_all(metrics, judged, processes=2) == alone
    assert alone[0].dropped == {"9": "no reference"}
    assert list(alone[1].statistics) == [str(n) for n in range(9)]


@pytest.mark.parametrize(
    ("tasks", "candidates", "sizes"), [(5, 1, [2, 2, 1]), (3, 2, [1, 1, 1]), (2, 9, [1, 1]), (0, 0, [])]
)
def test_chunks_have_about_as_many_candidates(
    tasks: int, candidates: int, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "CHUNK", 2)
    answers = [Candidate("a", rank, "") for rank in range(candidates)]
    judged = [measuring.Judged(Task(str(number), ""), answers, []) for number in range(tasks)]
    assert [len(chunk) for chunk in measuring.chunks_of(judged)] == sizes
