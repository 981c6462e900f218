from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from asmeant.datasets import load_tasks
from asmeant.errors import DataError
from asmeant.records import Task

TEST = '''

METADATA = {'author': 'us'}

LIMIT = 3

def check(candidate):
    # a comment
    assert candidate(1) == 1, """
    kept
"""
    import math

    x = math.floor(2.5); assert candidate(x) == 2
    for n in range(LIMIT):
        assert candidate(n) == n
    def helper(n):
        assert n
    helper(candidate(1))

def later():
    return 1
'''
ROW: dict[str, Any] = {
    "task_id": "HumanEval/900",
    "prompt": 'import math\n\n\ndef same(n):\n    """ Give the number\n    back.\n    """\n',
    "entry_point": "same",
    "canonical_solution": "    return n\n",
    "test": TEST,
}


def load(folder: Path, **fields: Any) -> Task:
    place = folder / "humaneval" / "HumanEval.jsonl.gz"
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(gzip.compress(json.dumps(ROW | fields).encode() + b"\n\n"))
    return next(load_tasks("humaneval", data=folder))


def run(task: Task) -> None:
    names: dict[str, Any] = {}
    exec(task.scaffold.before + task.references[0] + task.scaffold.after, names)
    exec(task.scaffold.setup, names)
    # Probes get a copy, as in the sandbox: their names must not replace those of the candidate.
    names = dict(names, candidate=names[task.scaffold.entry])
    for check in task.checks:
        for probe in check.probes:
            exec(probe, names)


def test_every_field_finds_its_place(tmp_path: Path) -> None:
    task = load(tmp_path)
    assert (task.id, task.intent) == ("HumanEval/900", "Give the number\nback.")
    assert task.scaffold.before == ROW["prompt"]
    assert task.scaffold.entry == "same"
    assert task.references == ("    return n\n",)
    assert "METADATA" in task.scaffold.setup
    assert "LIMIT" in task.scaffold.setup
    assert "def later" in task.scaffold.setup
    assert "def check" not in task.scaffold.setup
    run(task)


def test_a_probe_ends_with_an_assert(tmp_path: Path) -> None:
    first, second, third = load(tmp_path).checks[0].probes
    assert first == 'assert candidate(1) == 1, """\n    kept\n"""'
    assert second == "import math\n\nx = math.floor(2.5); assert candidate(x) == 2"
    assert third.startswith("for n in range(LIMIT)")
    assert third.endswith("helper(candidate(1))")


def test_asserts_on_one_line_stay_together(tmp_path: Path) -> None:
    test = "def check(candidate):\n    assert candidate(1); assert candidate(2)\n    assert candidate(3)\n"
    assert load(tmp_path, test=test).checks[0].probes == (
        "assert candidate(1); assert candidate(2)",
        "assert candidate(3)",
    )


def test_a_body_without_asserts_is_one_probe(tmp_path: Path) -> None:
    test = "def check(candidate):\n    @print\n    def f(): ...\n    candidate(1)\n"
    assert load(tmp_path, test=test).checks[0].probes == ("@print\ndef f(): ...\ncandidate(1)",)


def test_a_body_on_the_line_of_its_head(tmp_path: Path) -> None:
    run(load(tmp_path, test="def check(candidate): assert candidate(1) == 1\n"))


def test_the_function_may_be_called_by_another_word(tmp_path: Path) -> None:
    task = load(tmp_path, test="def check(given):\n    assert given(1) == 1\n")
    assert task.scaffold.setup == "given = same"
    run(task)


@pytest.mark.parametrize("test", ["def check(candidate):\n    assert (", "METADATA = {}"])
def test_a_module_that_cannot_be_split_runs_as_it_is(tmp_path: Path, test: str) -> None:
    task = load(tmp_path, test=test)
    assert (task.scaffold.setup, task.checks[0].probes) == (test, ("check(candidate)",))


@pytest.mark.parametrize(
    ("prompt", "intent"),
    [
        ("def same(n):\n", "def same(n):"),
        ("def same(n:\n", "def same(n:"),
        ("# Give it back.\n", "# Give it back."),
    ],
)
def test_without_a_docstring_the_prompt_is_the_intent(tmp_path: Path, prompt: str, intent: str) -> None:
    assert load(tmp_path, prompt=prompt).intent == intent


@pytest.mark.parametrize("keep", [0, 15, 60, -4])
def test_a_broken_archive_is_told(tmp_path: Path, keep: int) -> None:
    load(tmp_path)
    place = tmp_path / "humaneval" / "HumanEval.jsonl.gz"
    place.write_bytes(place.read_bytes()[:keep])
    with pytest.raises(DataError, match=r"is broken: .*asmeant fetch humaneval"):
        list(load_tasks("humaneval", data=tmp_path))


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    load(tmp_path)
    (tmp_path / "humaneval" / "HumanEval.jsonl.gz").write_text("{}")
    with pytest.raises(DataError, match="not a whole gzip file"):
        list(load_tasks("humaneval", data=tmp_path))


@pytest.mark.data
def test_the_released_references_pass(released_data: Path) -> None:
    tasks = list(load_tasks("humaneval", data=released_data))
    assert len({task.id for task in tasks}) == 164
    for task in tasks:
        run(task)
