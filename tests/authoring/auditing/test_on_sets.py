"""Tasks that repeat others, within a split and between two."""

from __future__ import annotations

import pytest

from asmeant.authoring.auditing import on_sets
from asmeant.authoring.auditing.findings import Split
from asmeant.authoring.auditing.on_sets import Overlap, on_splits, overlaps
from asmeant.records import Task


def python(id_: str, intent: str, code: str, **tags: str) -> Task:
    return Task(id_, intent, references=(code,), tags=tags)


FIRST = python("1", "Sort the list.", "sorted(xs)")
LONG = "print the name and the size of every file below the folder that is older than a week"
CODE = "for path in sorted(folder.rglob('*')): print(path.name, path.stat().st_size, limit)"


@pytest.mark.parametrize(
    ("tasks", "findings"),
    [
        ([FIRST, python("2", "sort  the list", "sorted(xs)")], [("2", on_sets.REPEATS)]),
        ([FIRST, python("2", "sort the list", "xs.sort()")], [("2", on_sets.SAME_INTENT)]),
        ([FIRST, python("2", "reverse the list", "xs[::-1]")], []),
        (
            [python("1", "a", "b", post="7"), python("2", "c", "d", post="7"), python("3", "e", "f")],
            [("2", on_sets.SAME_POST)],
        ),
        ([python("1", LONG, CODE), python("2", LONG + " now", CODE)], [("2", on_sets.NEAR)]),
        (
            [python("1", LONG, CODE), python("2", LONG, CODE.replace("print", "write").replace("path", "p"))],
            [("2", on_sets.SAME_INTENT)],
        ),
    ],
)
def test_within_a_split(tasks: list[Task], findings: list[tuple[str, str]]) -> None:
    assert [(item.task, item.rule) for item in on_splits([Split("all", tasks)])] == findings


@pytest.mark.parametrize(
    ("task", "rule"),
    [
        (python("2", "sort the list", "sorted(xs)"), on_sets.LEAK),
        (python("2", "sort the list", "xs.sort()"), on_sets.INTENT_LEAK),
        (python("2", "order the elements", "sorted(xs)"), on_sets.CODE_LEAK),
    ],
)
def test_between_splits(task: Task, rule: str) -> None:
    findings = list(on_splits([Split("train", [FIRST]), Split("test", [task])]))
    assert [(item.task, item.rule) for item in findings] == [("2", rule)]
    assert "1 of train" in findings[0].message


def test_nearly_in_another_split() -> None:
    splits = [
        Split("train", [python("1", LONG, CODE)]),
        Split("test", [python("2", LONG + " now", CODE + " ")]),
    ]
    assert on_sets.NEAR_LEAK in {item.rule for item in on_splits(splits)}


def test_how_much_splits_share() -> None:
    others = [
        python("2", "Sort the list", "sorted(xs)"),
        python("3", "x", "sorted(xs)"),
        python("4", "y", "z"),
    ]
    assert overlaps([Split("a", [FIRST]), Split("b", others)]) == [Overlap("a", "b", 0, 1, 1, 1)]


def test_commands_are_compared_by_the_words_that_matter() -> None:
    first = Task("1", "Find all the files", code_language="bash", references=("find .",))
    second = Task("2", "finds all files", code_language="bash", references=("find . -type f",))
    assert [item.rule for item in on_splits([Split("a", [first]), Split("b", [second])])] == [
        on_sets.INTENT_LEAK
    ]
