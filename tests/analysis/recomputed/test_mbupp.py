from __future__ import annotations

import pytest

from asmeant.analysis.recomputed import mbupp
from asmeant.records import Check, Task


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("original", []),
        ("ip_resp-PermuteArgs(1,0)--original", ["PermuteArgs of arguments"]),
        (
            "op_resp-ListToTuple--ip_resp--RemoveArgs--original",
            ["ListToTuple of answers", "RemoveArgs of arguments"],
        ),
        ("manual-corrected1--original", ["manual"]),
    ],
)
def test_mbupp_names_say_what_was_done(name: str, steps: list[str]) -> None:
    assert mbupp.steps_of(name) == steps


def test_mbupp_counts_sets() -> None:
    tasks = [
        Task("a", "", checks=(Check("original"), Check("x--original"))),
        Task("b", "", checks=(Check(),)),
    ]
    found = {fact.what: fact.found for fact in mbupp.facts(tasks)}
    assert (found["most sets for a task"], found["sets in all"], found["tasks with one set"]) == (2, 3, 1)


def test_gains_of_mbupp_follow_from_its_shares() -> None:
    found = {fact.what: fact for fact in mbupp.gains()}
    assert all(fact.agrees for fact in found.values() if fact.place == "Table 3")
    assert (found["mean gain by MBUPP, %"].difference, found["mean gain by +NL, %"].difference) == (
        "-1",
        "same",
    )
