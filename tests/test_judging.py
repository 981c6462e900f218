from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.judging import holds, judge
from asmeant.records import Check, Ending, Observation, Task
from asmeant.testing import make_task

TASK = make_task(checks=(Check("a", ("1", "2")), Check("b", ("1",)), Check("c", ("1",))))


def seen(
    check: str, ending: Ending, passed: int = 0, function: str = "f", reason: str = "why"
) -> Observation:
    return Observation(
        TASK.id, 0, check, function=function, ending=ending, probes_passed=passed, reason=reason
    )


CASES = [
    ("any one check is enough", [seen("a", "failed", 1), seen("b", "finished", 1), seen("c", "failed")], "passed", ("b",)),
    ("every check that holds is named", [seen("a", "finished", 2), seen("b", "finished", 1), seen("c", "failed")],
     "passed", ("a", "b")),
    ("all probes are needed", [seen("a", "finished", 1), seen("b", "failed"), seen("c", "failed")], "failed", ()),
    ("a time-out is no pass", [seen("a", "timed out", 2), seen("b", "failed"), seen("c", "failed")], "failed", ()),
    ("what was tampered with is no pass", [seen("a", "tampered", 2), seen("b", "failed"), seen("c", "failed")], "failed", ()),
    ("what was not run is not held against it", [seen("a", "failed"), seen("b", "not run"), seen("c", "failed")],
     "undecided", ()),
    ("a pass stands whatever else was not run", [seen("a", "not run"), seen("b", "finished", 1)], "passed", ("b",)),
    ("silence is undecided", [], "undecided", ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("observations", "status", "held"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_the_rule(observations: list[Observation], status: str, held: tuple[str, ...]) -> None:
    verdict = judge(TASK, 0, observations)
    assert (verdict.status, verdict.held) == (status, held)


def test_a_task_without_checks_is_undecided_never_wrong() -> None:
    verdict = judge(Task("x", "anything"), 0, [])
    assert (verdict.status, verdict.reason) == ("undecided", "the task has no checks")


def test_the_reason_is_that_of_the_check_that_came_furthest() -> None:
    verdict = judge(
        TASK, 0, [seen("a", "failed", 1, "g", "probe 2"), seen("b", "failed"), seen("c", "timed out")]
    )
    assert (verdict.function, verdict.reason) == ("g", "probe 2")
    assert judge(TASK, 0, [seen(name, "timed out") for name in "abc"]).reason == "timed out: why"


def test_an_outcome_that_nobody_compared_does_not_hold() -> None:
    assert not holds(Check("same", same_outcome_as="ls"), seen("same", "finished"))


observations = st.builds(
    Observation,
    task_id=st.just(TASK.id),
    rank=st.just(0),
    check=st.sampled_from("abc"),
    ending=st.sampled_from(["finished", "failed", "timed out", "killed", "not run", "tampered"]),
    probes_passed=st.integers(0, 3),
)


@given(st.lists(observations, max_size=6, unique_by=lambda item: item.check), st.randoms())
def test_judging_twice_is_identical_and_order_does_not_matter(
    items: list[Observation], random: object
) -> None:
    verdict = judge(TASK, 0, items)
    assert verdict == judge(TASK, 0, items)
    again = judge(TASK, 0, items[::-1])
    assert (again.status, again.held) == (verdict.status, verdict.held)


@given(st.lists(observations, max_size=6, unique_by=lambda item: item.check))
def test_a_pass_is_earned(items: list[Observation]) -> None:
    unfinished = [replace(item, ending="failed") if item.ending == "finished" else item for item in items]
    assert judge(TASK, 0, unfinished).status != "passed"


@pytest.mark.parametrize("ending", ["finished", "failed"])
def test_strict_leaves_undecided_what_was_decided_beside_the_candidate(ending: Ending) -> None:
    task = make_task()
    (check,) = task.checks
    passed = len(check.probes) if ending == "finished" else 0
    beside = Observation(task.id, 0, check.name, ending=ending, probes_passed=passed, decided="beside")
    outside = replace(beside, decided="outside")
    assert judge(task, 0, [beside], strict=True).status == "undecided"
    assert judge(task, 0, [beside]).decided == "beside"
    assert judge(task, 0, [outside], strict=True) == judge(task, 0, [outside])


def test_a_missing_library_of_the_candidate_is_named_in_the_verdict() -> None:
    task = make_task()
    observation = Observation(
        task.id,
        0,
        task.checks[0].name,
        ending="not run",
        reason="not installed here: x",
        missing_libraries=("x",),
    )
    verdict = judge(task, 0, [observation])
    assert (verdict.status, verdict.missing_libraries) == ("undecided", ("x",))
