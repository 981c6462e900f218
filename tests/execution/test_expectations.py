from __future__ import annotations

import ast

import pytest

from asmeant.execution.expectations import with_expectations


def rewritten(*probes: str, visible: str = "") -> list[str]:
    bodies = [ast.parse(probe).body for probe in probes]
    return [
        "; ".join(map(ast.unparse, body)) for body in with_expectations(bodies, {"f"}, set(visible.split()))
    ]


@pytest.mark.parametrize(
    ("probe", "expected"),
    [
        ("e = 4; assert f(2) == e", "assert f(2) == 4"),
        ("e = [1, {'a': -2}]; assert e == f(2)", "assert [1, {'a': -2}] == f(2)"),
        ("e = 'x'; a = str(2); assert f(a) == e", "a = str(2); assert f(a) == 'x'"),
        ("e = 4; assert f(1) == e; assert f(2) == e", "assert f(1) == 4; assert f(2) == 4"),
    ],
)
def test_a_constant_that_only_assertions_read_is_put_there(probe: str, expected: str) -> None:
    assert rewritten(probe) == [expected]


@pytest.mark.parametrize(
    "probe",
    [
        "x = [1]; f(x); assert x == [2]",  # the candidate may change it
        "x = 4; assert f(x) == x",
        "e = 4; e = 5; assert f(2) == e",
        "e = 4; e += 1; assert f(2) == e",
        "e = 4; d = e + 1; assert f(d) == e",
        "e = math.pi; assert f(2) == e",
        "e = g = 4; assert f(2) == e",
        "for e in (1, 2): assert f(2) == e",
        "e = 4\nfor e in (1, 2): assert f(2) == e",
    ],
)
def test_any_other_name_stays(probe: str) -> None:
    assert rewritten(probe) == ["; ".join(map(ast.unparse, ast.parse(probe).body))]


def test_a_name_may_be_bound_in_one_probe_and_read_in_another() -> None:
    assert rewritten("e = 4", "assert f(2) == e") == ["", "assert f(2) == 4"]
    assert rewritten("e = 4\nassert f(2) == e", "f(e)") == ["e = 4; assert f(2) == e", "f(e)"]


def test_what_a_candidate_may_read_stays() -> None:
    assert rewritten("e = 4; assert f(2) == e", visible="e") == ["e = 4; assert f(2) == e"]
