from __future__ import annotations

import pytest

from asmeant.errors import UsageError
from asmeant.models.reference import ReferenceModel
from asmeant.records import Candidate, Sampling, Task

TASKS = [Task("a", "sort", references=("sorted(x)", "x.sort()")), Task("b", "nothing")]


def test_rank_r_is_reference_r_and_they_come_round_again() -> None:
    found = list(ReferenceModel().generate(TASKS, Sampling(count=3)))
    assert [candidate.code for candidate in found] == ["sorted(x)", "x.sort()", "sorted(x)", "", "", ""]
    assert {candidate.model for candidate in found} == {"reference"}


def test_a_task_without_references_says_so() -> None:
    assert list(ReferenceModel().generate(TASKS[1:], Sampling())) == [
        Candidate("b", 0, "", model="reference", fault="the task has no reference")
    ]


def test_what_is_done_is_skipped() -> None:
    found = ReferenceModel().generate(TASKS, Sampling(count=2), {("a", 0), ("b", 1)})
    assert [(candidate.task_id, candidate.rank) for candidate in found] == [("a", 1), ("b", 0)]


def test_words_are_refused() -> None:
    with pytest.raises(UsageError, match="takes no words, but was given 'twice'"):
        ReferenceModel("twice")
