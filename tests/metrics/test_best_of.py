from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import pytest

from asmeant.metrics.best_of import BestOf
from asmeant.metrics.protocols import MetricProtocol
from asmeant.records import Candidate, Task
from asmeant.testing import make_task


class Length(BestOf):
    title = "length"
    protocols: ClassVar[Mapping[str, MetricProtocol]] = {
        "official": MetricProtocol("length", "best of each task")
    }
    languages: ClassVar[frozenset[str] | None] = frozenset({"python"})

    def compare(self, code: str, references: Sequence[str], task: Task) -> float:
        return float(len(code))


CANDIDATES = [Candidate("t", 2, "xxxx"), Candidate("t", 0, "x"), Candidate("t", 1, "xx")]


@pytest.mark.parametrize(("k", "value"), [(1, 1.0), (2, 2.0), (3, 4.0), (4, None)])
def test_the_best_of_the_first_k(k: int, value: float | None) -> None:
    assert Length(k).measure(make_task("t"), CANDIDATES, []) == value


def test_why_there_is_no_value() -> None:
    assert Length(4).why(make_task("t"), CANDIDATES, []) == "fewer than 4 candidates"
    assert Length(1).why(make_task("t", code_language="bash"), CANDIDATES, []) == "not python"
    assert Length(1).why(make_task("t"), [], []) == "no candidate"


def test_the_signature_names_k() -> None:
    assert (Length(3).name, Length(3).signature) == (
        "length@3",
        "protocol:official|k:3|candidate:best of each task",
    )
