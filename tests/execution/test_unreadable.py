"""What the parser refuses is not run, and is reported as if it had been."""

from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.execution import judges
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.execution.unreadable import unreadable
from asmeant.records import Check, Limits, Observation, Program, Scaffold

BROKEN = [
    "def f(x):\n    return (x",
    "def f(x):\n  return x\n return x",
    "def f(x):\n\tif x:\n        return x",
    "f = 'é",
    "def f(x):\n    '''a\n",
    "x = 1 +\n",
    "if x = 1: pass",
    "def f(x): return x\n" + "print 1",
    "f'{'",
    "a\\b",
    "x = 0777",
    "(" * 300 + ")" * 300,
    "1" + "()" * 3 + " 2\ud800",
]


def program(source: str, *checks: Check) -> Program:
    return Program(
        "t", 0, "python", source, checks or (Check(probes=("assert f(1) == 1",)),), Scaffold(entry="f")
    )


def observed(sandbox: NamespaceSandbox, source: str, checks: int = 1) -> list[Observation]:
    many = tuple(Check(f"c{number}", ("assert f(1) == 1",)) for number in range(checks))
    return [
        replace(item, seconds=0.0, cpu_seconds=0.0, waited_seconds=None)
        for item in sandbox.run([program(source, *many)], Limits(seconds=2))
    ]


@pytest.mark.parametrize("checks", [1, 2])
def test_it_is_reported_as_by_a_process(
    warm_sandbox: NamespaceSandbox, monkeypatch: pytest.MonkeyPatch, checks: int
) -> None:
    without_process = [observed(warm_sandbox, source, checks) for source in BROKEN]
    monkeypatch.setattr(judges, "unreadable", lambda source: None)
    assert without_process == [observed(warm_sandbox, source, checks) for source in BROKEN]
    assert {item.ending for items in without_process for item in items} == {"failed"}


@pytest.mark.parametrize("source", ["def f(x): return x", "return 1", "x = 1\0"])
def test_what_can_be_parsed_and_what_only_a_process_can_tell_is_run(source: str) -> None:
    assert unreadable(source) is None
