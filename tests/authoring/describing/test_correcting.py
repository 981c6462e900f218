"""All remarks on a task, measured against what MBUPP changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from asmeant.authoring.describing.correcting import correct
from asmeant.authoring.describing.facilities import facilities
from asmeant.authoring.describing.methods import FORBIDDEN, LANGUAGE, METHOD, method_remarks
from asmeant.datasets import load_tasks
from asmeant.records import Check, Task

MEANS = re.compile(
    r"\b(?:using|with (?:the )?help of|by means of|via|through|by applying)\b\s+([^.,;]*)", re.I
)
NO_CONTENT = {"the", "a", "an", "of", "and", "or", "by", "in", "to", "for", "given", "function"}


def test_every_removal_is_in_the_proposal() -> None:
    intent = "Write a Python function to sort a list using lambda, without using recursion."
    task = Task("t", intent, references=("def f(x):\n    return sorted(x, key=lambda y: y)",))
    correction = correct(task)
    assert correction.proposal == "Write a function to sort a list."
    assert correction.changed
    assert [item.rule for item in correction.remarks] == [LANGUAGE, METHOD, FORBIDDEN, "order"]


def test_a_clear_description_is_left_alone() -> None:
    check = Check("original", ("assert f([1, 2]) == 3",))
    correction = correct(Task("t", "Add the numbers of a list.", references=("sum",), checks=(check,)))
    assert not correction.changed
    assert correction.remarks == ()


def test_a_utility_of_the_command_is_a_method() -> None:
    task = Task("t", "Count the lines using wc", code_language="bash", references=("wc -l a",))
    assert correct(task).proposal == "Count the lines"


def test_a_giant_paste_is_not_looked_at() -> None:
    (remark,) = correct(Task("t", "using map and lambda " * 1_000)).remarks
    assert (remark.rule, remark.start) == ("too long", 4_000)
    assert len(correct(Task("t", "using map and lambda. " * 30)).remarks) > 10


@pytest.mark.data
def test_what_mbupp_removed(released_data: Path) -> None:
    """Gold: the first word after the means is gone. The rules were written with the even ids in view."""
    originals = {task.tags["task"]: task for task in load_tasks("mbupp:mbpp", data=released_data)}
    updated = {task.tags["task"]: task.intent.lower() for task in load_tasks("mbupp", data=released_data)}
    removed, proposed = set(), set()
    for number, task in originals.items():
        for match in MEANS.finditer(task.intent):
            words = [word for word in re.findall(r"[a-z0-9']+", match[1].lower()) if word not in NO_CONTENT]
            if words and words[0] not in re.findall(r"[a-z0-9']+", updated[number]):
                removed.add(number)
        if {METHOD, FORBIDDEN} & {
            remark.rule for remark in method_remarks(task.intent, facilities=facilities(task))
        }:
            proposed.add(number)
    assert len(removed) == 32
    assert proposed == removed
