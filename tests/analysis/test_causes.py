from __future__ import annotations

import pytest

from asmeant.analysis.causes import Overlap, cause_table, overlap, overlap_tables
from asmeant.datasets.judgements import Judgement, Vote
from asmeant.records import Candidate

RIGHT, HALF, WRONG = Vote(True, True), Vote(True, False), Vote(False, False)


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ({}, {}, Overlap(0, 0, 0, 0)),
        ({"a": False, "b": False, "c": True}, {"a": False, "b": True, "c": False}, Overlap(1, 1, 1, 0)),
        ({"a": True, "b": True}, {"a": True, "z": False}, Overlap(0, 0, 0, 1)),
    ],
)
def test_overlap(first: dict[str, bool], second: dict[str, bool], found: Overlap) -> None:
    assert overlap(first, second) == found


def row(
    intent: str, model: str, vote: Vote, cause: str = "", rank: int = 0, file: str = "why.csv"
) -> Judgement:
    return Judgement(file, intent, Candidate(intent, rank, "ls", model=model), vote, cause=cause)


ROWS = [
    row("a", "one", WRONG, "wrong flag"),
    row("a", "two", WRONG, "wrong utility"),
    row("b", "one", RIGHT),
    row("b", "two", HALF, "wrong flag"),
    row("b", "two", RIGHT, rank=1),  # only first answers count
    row("c", "one", WRONG, "wrong utility", file="why.csv"),
    row("c", "two", RIGHT),
    row("d", "one", WRONG, file="others.csv"),  # nobody looked into these
    row("d", "two", WRONG, file="others.csv"),
]


def test_who_is_wrong() -> None:
    (table,) = overlap_tables(ROWS)
    assert table.columns == ("wrong", "command", "template")
    assert table.rows == (("both", 1, 1), ("only one", 1, 1), ("only two", 1, 0), ("neither", 0, 1))


def test_causes() -> None:
    table = cause_table(ROWS)
    assert table.columns == ("cause", "one", "two")
    assert table.rows == (("wrong flag", 1, 1), ("wrong utility", 1, 1))


def test_nobody_looked() -> None:
    assert overlap_tables(ROWS[-2:]) == []
    assert cause_table(ROWS[-2:]).rows == ()
