"""What a reader of a task would object to."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.inspecting import inspect
from asmeant.datasets import load_tasks
from asmeant.records import Check, Scaffold, Selection, Task


def remarks(*tasks: Task, others: tuple[Task, ...] = ()) -> list[tuple[str, str]]:
    return [(remark.task_id, remark.objection) for remark in inspect(tasks, others)]


def task(
    *probes: str, intent: str = "add", reference: str = "def f(a): return a", **scaffold: object
) -> Task:
    around = Scaffold(entry="f", **scaffold)  # type: ignore[arg-type]
    return Task("t", intent, references=(reference,), checks=(Check("all", probes),), scaffold=around)


@pytest.mark.parametrize(
    ("probe", "objections"),
    [
        ("assert f(1) == g(1)", []),
        ("f(1)", ["a probe cannot fail"]),
        ("assert candidate(1)", []),
        ("assert True", ["a probe never calls the candidate"]),
        ("np.testing.assert_allclose(f(1), 2)", []),
        ("self.assertEqual(f(1), 2)", []),
        ("with pytest.raises(ValueError):\n    f(1)", []),
        ("if f(1) != 2:\n    raise ValueError", []),
        ("not Python (", []),
    ],
)
def test_probes(probe: str, objections: list[str]) -> None:
    assert [objection for _, objection in remarks(task(probe))] == objections


def test_a_check_that_no_work_passes() -> None:
    assert remarks(task("assert f(1) == 5", "assert f(2) == 5")) == [("t", "a check is too weak")]
    assert remarks(task("assert f(1) == 1", "assert f(2) == 2")) == [("t", "a check is too weak")]


def test_libraries() -> None:
    uses = task("assert f(1) == g(1)", reference="import numpy as np\ndef f(a): return np.abs(a)")
    assert remarks(uses) == [("t", "library not declared")]
    declared = task("assert f(1) == g(1)", setup="import numpy as np", libraries=("numpy", "pandas"))
    assert remarks(declared) == [("t", "library not used")]
    assert remarks(task("assert f(1) == g(1)", reference="import os.path\nf = os.path.join")) == []


def test_names_of_the_intent() -> None:
    assert remarks(task(intent="add `a` to `total`")) == [("t", "name not in the code")]
    assert remarks(task(intent="call `f` on `a`, keep `x y` and '1'")) == []


def test_tasks_that_repeat_another() -> None:
    first = Task("1", "Sort the list.", references=("sorted(xs)",))
    second = Task("2", "sort  the list", references=("sorted( xs)".replace(" ", ""),))
    third = Task("3", "sort the list", references=("xs.sort()",))
    assert remarks(first, second, third) == [("2", "repeats another task")]
    assert remarks(third, others=(first,)) == []
    assert remarks(second, others=(first,)) == [("2", "is in the other dataset")]


@pytest.mark.data
def test_it_finds_what_is_known_of_the_released_data(released_data: Path) -> None:
    tasks = list(load_tasks("odex", Selection(languages=("en", "es")), released_data))
    found = remarks(*tasks)
    no_assertion = {id_ for id_, objection in found if objection == "a probe cannot fail"}
    assert no_assertion == {"odex/en/31", "odex/en/61", "odex/en/106", "odex/es/13"}
    assert ("odex/en/317", "a probe never calls the candidate") in found
    weak = {
        id_ for id_, objection in remarks(*load_tasks("mbupp", data=released_data)) if "weak" in objection
    }
    assert weak >= {f"mbupp/{number}" for number in (37, 203, 252, 339, 404, 483)}
