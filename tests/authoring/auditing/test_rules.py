"""Every rule has a name, and every finding is of a rule."""

from __future__ import annotations

import pytest

from asmeant.authoring.auditing import (
    RULES,
    Split,
    on_code,
    on_libraries,
    on_probes,
    on_runs,
    on_sets,
    read_tasks,
)
from asmeant.authoring.auditing.rules import BY_NAME, read_one
from asmeant.records import Check, Scaffold, Task


@pytest.mark.parametrize("module", [on_code, on_libraries, on_probes, on_runs, on_sets])
def test_each_rule_is_listed_once(module: object) -> None:
    names = [
        value
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str) and name != "WORDS"
    ]
    assert set(names) <= BY_NAME.keys()
    assert len(BY_NAME) == len(RULES)


def test_findings_are_of_known_rules() -> None:
    tasks = [
        Task(
            "1", "add `x`", references=("y",), checks=(Check(probes=("pass",)),), scaffold=Scaffold(entry="f")
        ),
        Task("2", "add `x`", references=("y",)),
    ]
    findings = list(read_tasks([Split("a", tasks)]))
    assert {finding.rule for finding in findings} <= BY_NAME.keys()
    assert {"1", "2"} == {finding.task for finding in findings}


def test_one_split_beside_others() -> None:
    task = Task("1", "add", references=("y",))
    rules = [
        finding.rule
        for finding in read_one(Split("b", [task]), [Split("a", [Task("0", "add", references=("y",))])])
    ]
    assert on_sets.LEAK in rules
