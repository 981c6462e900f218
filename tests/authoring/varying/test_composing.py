"""Compositions: one for each meaning, the simplest first."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.varying import missed, propose
from asmeant.datasets import load_tasks
from asmeant.records import Check, Scaffold, Task


def task(*probes: str, before: str = "") -> Task:
    return Task(
        "t", "intent", checks=(Check("original", probes),), scaffold=Scaffold(before=before, entry="f")
    )


def test_compositions_of_two() -> None:
    power = task("assert f(3, 4) == [81]", "assert f(2, 5) == [32]")
    checks = {item.check.name: item.check.probes for item in propose(power, depth=2)}
    assert checks["arguments in order 2 1"] == ("assert f(4, 3) == [81]", "assert f(5, 2) == [32]")
    both = checks["arguments in order 2 1 + answer from list to tuple"]
    assert both == ("assert f(4, 3) == (81,)", "assert f(5, 2) == (32,)")


def test_each_meaning_is_proposed_once_and_not_if_it_is_there() -> None:
    doubled = task("assert f(3, 4) == 7", "assert f(2, 5) == 7.5")
    proposals = [item.check.probes for item in propose(doubled, depth=2)]
    assert len(proposals) == len(set(proposals))
    known = Check("known", ("assert f(4, 3) == 7", "assert f(5, 2) == 7.5"))
    extended = Task("t", "intent", checks=(*doubled.checks, known), scaffold=doubled.scaffold)
    assert known.probes in proposals
    assert known.probes not in [item.check.probes for item in propose(extended, depth=2)]


def test_a_signature_that_the_task_gives_stays() -> None:
    names = [item.check.name for item in propose(task("assert f([1], 2) == 3", before="def f(a, b):\n"))]
    assert names
    assert all(name.startswith(("answer", "any iterable")) for name in names)


def test_a_task_that_cannot_be_read_has_no_proposals() -> None:
    assert list(propose(task("assert f(1) is None"))) == []
    assert list(propose(Task("t", "intent"))) == []


@pytest.mark.data
def test_most_sets_of_the_release_are_made(released_data: Path) -> None:
    """In all, 587 of the 630 that were not written by hand (docs/papers/mbupp.md). Here, of some tasks."""
    sets = made = 0
    for released in list(load_tasks("mbupp", data=released_data))[::9]:
        automatic = [check for check in released.checks[1:] if "manual" not in check.name]
        names = {check.name for check in missed(released, depth=2)}
        sets += len(automatic)
        made += sum(check.name not in names for check in automatic)
    assert sets > 50
    assert made / sets > 0.9
