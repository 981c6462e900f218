"""What a reader of probes would object to."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.auditing import on_probes
from asmeant.authoring.auditing.on_probes import on_probes as find
from asmeant.datasets import load_tasks
from asmeant.records import Check, Scaffold, Selection, Task


def task(*probes: str, **scaffold: object) -> Task:
    around = Scaffold(entry="f", **scaffold)  # type: ignore[arg-type]
    return Task("t", "i", references=("def f(a): return a",), checks=(Check("all", probes),), scaffold=around)


def rules(tested: Task) -> list[str]:
    return [finding.rule for finding in find(tested)]


@pytest.mark.parametrize(
    ("probe", "found"),
    [
        ("assert f(1) == g(1)", []),
        ("f(1)", [on_probes.NO_ASSERTION]),
        ("assert candidate(1)", []),
        ("assert True", [on_probes.NO_CALL]),
        ("np.testing.assert_allclose(f(1), 2)", []),
        ("self.assertEqual(f(1), 2)", []),
        ("with pytest.raises(ValueError):\n    f(1)", []),
        ("if f(1) != 2:\n    raise ValueError", []),
        ("not Python (", [on_probes.NOT_PYTHON]),
        ("try:\n    assert f(1)\nexcept:\n    pass", [on_probes.BARE_EXCEPT]),
        ("try:\n    assert f(1)\nexcept ValueError:\n    pass", []),
        ("assert f(g()) == 0.5", [on_probes.EXACT_FLOAT]),
        ("assert f(g()) == -0.5", [on_probes.EXACT_FLOAT]),
    ],
)
def test_one_probe(probe: str, found: list[str]) -> None:
    assert rules(task(probe)) == found


@pytest.mark.parametrize(
    ("probes", "setup", "borrowed"),
    [
        (("x = 1\nassert f(x)", "assert f(x)"), "", "x"),
        (("x = 1\nassert f(x)", "x = 2\nassert f(x)"), "", ""),
        (("x = 1\nassert f(x)", "assert f(x)"), "x = 3", ""),
        (("import os\nassert f(os)", "assert f(os.sep)"), "", "os"),
        (("for x in f(1):\n    assert x", "assert f([x for x in y])"), "y = 1", ""),
    ],
)
def test_a_probe_that_needs_an_earlier_one(probes: tuple[str, ...], setup: str, borrowed: str) -> None:
    findings = [
        finding for finding in find(task(*probes, setup=setup)) if finding.rule == on_probes.DEPENDENT
    ]
    assert [finding.evidence for finding in findings] == ([borrowed] if borrowed else [])


def test_checks_that_no_work_passes() -> None:
    assert rules(task("assert f(1) == 5", "assert f(2) == 5")) == [on_probes.WEAK]
    assert rules(task("assert f(1) == 1", "assert f(2) == 2")) == [on_probes.WEAK]


def test_checks_beside_each_other() -> None:
    first = Check("a", ("assert f(1) == 2", "assert f(2) == 3"))
    again = Check("b", ("assert f(1)==(2)", "assert f(2)==3"))
    mixed = Check("c", ("assert f(1) == '2'", "assert f(2) == 3"))
    tested = Task("t", "i", checks=(first, again, mixed), scaffold=Scaffold(entry="f"))
    assert [(finding.rule, finding.message) for finding in find(tested)] == [
        (on_probes.MIXED, "check 'c': its assertions have values of different forms"),
        (on_probes.REPEATED, "check 'b' asks for the same as check 'a'"),
    ]


@pytest.mark.data
def test_it_finds_what_is_known_of_the_released_data(released_data: Path) -> None:
    tasks = list(load_tasks("odex", Selection(languages=("en", "es")), released_data))
    findings = [finding for item in tasks for finding in find(item)]
    without = {finding.task for finding in findings if finding.rule == on_probes.NO_ASSERTION}
    assert without == {"odex/en/31", "odex/en/61", "odex/en/106", "odex/es/13"}
    assert "odex/en/317" in {finding.task for finding in findings if finding.rule == on_probes.NO_CALL}
    tasks = list(load_tasks("mbupp", data=released_data))
    known = {f"mbupp/{number}" for number in (37, 203, 252, 339, 404, 483)}
    chosen = [
        item for number, item in enumerate(tasks) if number % 6 == 0 or item.id in {*known, "mbupp/109"}
    ]
    findings = [finding for item in chosen for finding in find(item)]
    assert {finding.task for finding in findings if finding.rule == on_probes.WEAK} == known
    assert {finding.task for finding in findings if finding.rule == on_probes.NOT_PYTHON} == {"mbupp/109"}
