"""Mutants: one change each, in the reference alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from asmeant.authoring.mutating import mutants
from asmeant.datasets import load_tasks
from asmeant.records import Scaffold, Task


def codes(reference: str, before: str = "", after: str = "") -> set[str]:
    task = Task("t", "intent", references=(reference,), scaffold=Scaffold(before=before, after=after))
    return {mutant.code for mutant in mutants(task)}


@pytest.mark.parametrize(
    ("reference", "changed"),
    [
        ("a < b", {"(a <= b)"}),
        ("a and b", {"(a or b)"}),
        ("not a", {"a"}),
        ("a + 1", {"(a - 1)", "a + 2"}),
        ("xs[1:]", {"xs[:]", "xs[2:]"}),
        ("f(a, b)", {"f(b, a)"}),
        ("sum(xs)", {"xs"}),
        ("sorted(xs, reverse=True)", {"sorted(xs)", "sorted(xs, reverse=False)"}),
        ("text.strip()", {"text"}),
        ("[x for x in xs if x]", {"([x for x in xs])"}),
        ("a if b else c", {"(c if b else a)"}),
        ("'é' + s", {"('é' - s)", "'éx' + s"}),
        ("f'{a}'", set()),
        ("not Python (", set()),
    ],
)
def test_changes(reference: str, changed: set[str]) -> None:
    assert codes(reference) == changed


def test_what_stands_around_is_not_changed() -> None:
    assert codes("x + n", "def f(x, n=1):\n    ", "\n    return 1") == {"(x - n)"}


def test_a_docstring_is_no_place_for_a_change() -> None:
    assert codes('def f(x):\n    """Add 1."""\n    return x') == set()


@pytest.mark.data
def test_every_mutant_of_humaneval_is_other_python(released_data: Path) -> None:
    for task in list(load_tasks("humaneval", data=released_data))[::8]:
        before, after = task.scaffold.before, task.scaffold.after
        original = ast.dump(ast.parse(before + task.references[0] + after))
        dumps = [ast.dump(ast.parse(before + mutant.code + after)) for mutant in mutants(task)]
        assert original not in dumps
        assert len(dumps) == len(set(dumps))
