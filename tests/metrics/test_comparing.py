"""What all metrics that compare texts have in common: which candidates count, and which tasks are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest

from asmeant.metrics.comparing import Comparison, summed
from asmeant.metrics.protocols import MetricProtocol
from asmeant.records import Candidate, Task
from asmeant.testing import make_task


class Length(Comparison):
    """The length of a candidate: a value that tests can reckon with."""

    title = "length"
    protocols: ClassVar[Mapping[str, MetricProtocol]] = {
        "official": MetricProtocol("the first"),
        "best": MetricProtocol("the best", "best of each task"),
        "mean": MetricProtocol("all", "all of each task"),
        "each": MetricProtocol("each rank", "best rank over all tasks"),
    }

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        return float(len(code))


TASK = make_task("t")
# Out of order, and one of them empty.
CANDIDATES = [Candidate("t", 2, "xxxx"), Candidate("t", 0, "xx"), Candidate("t", 1, "")]


@pytest.mark.parametrize(
    ("protocol", "statistic"), [("official", 2.0), ("best", 4.0), ("mean", 2.0), ("each", (2.0, 0.0, 4.0))]
)
def test_which_candidates_count(protocol: str, statistic: float | tuple[float, ...]) -> None:
    assert Length(protocol).measure(TASK, CANDIDATES, []) == statistic


def test_the_best_rank_is_one_that_all_tasks_have() -> None:
    assert Length("each").aggregate([(2.0, 0.0, 9.0), (4.0, 8.0)]) == 4.0
    assert Length().aggregate([1.0, 3.0]) == 2.0


def test_tasks_that_are_left_out() -> None:
    assert Length().measure(TASK, [], []) is None
    assert Length().why(TASK, [], []) == "no candidate"
    bare = make_task("t", references=(" ",))
    assert Length().measure(bare, CANDIDATES, []) is None
    assert Length().why(bare, CANDIDATES, []) == "no reference"
    assert Length().why(TASK, CANDIDATES, []) == ""


def test_names_and_signatures() -> None:
    assert (Length().name, Length("best").name) == ("length", "length:best")
    assert Length("each").signature == "protocol:each|candidate:best rank over all tasks"


def test_counts_are_added_by_column() -> None:
    assert summed([(1, 2), (3, 4)]) == (4, 6)
