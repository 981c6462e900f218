from __future__ import annotations

import pytest

from asmeant.metrics.sets import Sets
from asmeant.records import Check, Verdict
from asmeant.testing import make_task

TASK = make_task(checks=(Check("original"), Check("ip--PermuteArgs[1, 0]--original"), Check("list")))


def verdicts(*held: tuple[str, ...] | None) -> list[Verdict]:
    """One verdict for each candidate: the checks that hold, or None where it is undecided."""
    return [
        Verdict(
            "double", rank, "undecided" if names is None else "passed" if names else "failed", names or ()
        )
        for rank, names in enumerate(held)
    ]


@pytest.mark.parametrize(
    ("protocol", "held", "value"),
    [
        ("official", [("original",), ()], 0.5),
        ("official", [("original",), None], 0.5),
        ("share", [("original",), None], 1 / 3),
        ("official", [None, None], None),
        ("official", [], None),
        ("share", [("original",), ("original", "list"), ()], 2 / 3),
        ("share", [()], 0.0),
        ("original", [("original",), ("list",)], 0.5),
        ("*Permute*", [("ip--PermuteArgs[1, 0]--original",), ("original",)], 0.5),
        ("nothing", [("original",)], None),
    ],
)
def test_by_hand(protocol: str, held: list[tuple[str, ...] | None], value: float | None) -> None:
    assert Sets(protocol).measure(TASK, [], verdicts(*held)) == value


@pytest.mark.parametrize(
    ("protocol", "checks", "held", "reason"),
    [
        ("official", TASK.checks, [()], ""),
        ("official", TASK.checks, [None], "undecided"),
        ("official", TASK.checks, [], "no verdict"),
        ("official", (), [None], "no checks"),
        ("nothing", TASK.checks, [()], "no set nothing"),
    ],
)
def test_why_a_task_is_left_out(
    protocol: str, checks: tuple[Check, ...], held: list[tuple[str, ...] | None], reason: str
) -> None:
    assert Sets(protocol).why(make_task(checks=checks), [], verdicts(*held)) == reason
