"""What of a probe is asked and what is decided here; answers there and back."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter, OrderedDict, defaultdict, namedtuple
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest
from asmeant.execution.guest.values import text
from hypothesis import given
from hypothesis import strategies as st

from asmeant.execution.asking import Question, Scope, Statement, parts, steps
from asmeant.execution.deciding import decide, decoded

NAMES = Scope(frozenset({"f", "candidate"}))


def there_and_back(value: object) -> Any:
    return decoded(json.loads(text(value)))


# ── probes ──

ASKED = [
    ("assert f(1) == 2", ["f(1)"]),
    ("assert 2 == f(1)", ["f(1)"]),
    ("assert candidate([1, 'a'], k={}) != (2,)", ["candidate([1, 'a'], k={})"]),
    ("assert f(1), 'a message'", ["f(1)"]),
    ("assert True, 'a message'", []),
    ("assert not f(1)", ["f(1)"]),
    ("assert f(1) is None", ["f(1)"]),
    ("assert abs(f(1.5) - 0.5) < 1e-6", ["f(1.5)"]),
    ("assert sorted(f(x)) == [1, 2] and len(f(y)) == 2", ["sorted(f(x))", "len(f(y))"]),
    ("assert f(f(1)) == 2", ["f(f(1))"]),
    ("assert isinstance(f(1), list)", ["f(1)"]),
    ("assert f(1)[0] == 10 ** 3", ["f(1)[0]"]),
    ("assert list(f(1)) == [2]", ["list(f(1))"]),
    ("assert str(type(f(1))) == 'x'", ["str(type(f(1)))"]),
    ("assert f(1).tolist() == [2]", ["f(1).tolist()"]),
    ("assert f(1).shape[0] == 2", ["f(1).shape[0]"]),
    ("assert f(1) is str", ["f(1)"]),
    ("assert round(f(1), 2) == 3.14", ["f(1)"]),
    ("assert f(math.pi) == 3", ["f(math.pi)"]),
]


@pytest.mark.parametrize(("probe", "sources"), ASKED)
def test_an_assertion_about_an_answer_becomes_a_question(probe: str, sources: list[str]) -> None:
    (part,) = parts(probe, NAMES, shared=False)
    assert isinstance(part, Question)
    assert list(part.sources) == sources
    told = " ".join(step.source for step in steps((probe,), NAMES, shared=False))
    assert told == " ".join(sources), "what is expected must not cross to the guest"


SHARED = [
    "for i in range(3): assert f(i) == i",
    "assert f(1) == expected",
    "assert np.allclose(f(1), 2)",
    "assert f(1) == helper(2)",
    "assert f(1) * 10**9 == 3",
    "assert f.__name__ == 'f'",
    "self.assertEqual(f(1), 2)",
    "f(1)",
    "assert x == 1",
    "assert all(f(i) for i in range(3))",
    "with raises(ValueError): f(1)",
    "assert (lambda: f(1))() == 2",
    "not Python at all",
]


@pytest.mark.parametrize("probe", SHARED)
def test_anything_else_runs_beside_the_candidate_under_guard(probe: str) -> None:
    assert [step.kind for step in steps((probe,), NAMES, shared=False)] == ["guarded"]


def test_preparing_needs_no_guard_where_questions_decide() -> None:
    found = parts("import math\nx = [1]\nassert f(x) == 1", NAMES, shared=False)
    assert [part.guarded for part in found if isinstance(part, Statement)] == [False, False]
    found = parts("x = [1]\nfor _ in x: f(_)\nassert f(x) == 1", NAMES, shared=False)
    assert [part.guarded for part in found if isinstance(part, Statement)] == [True, True]


def test_a_name_that_probes_rebind_is_not_taken_for_the_built_in_function() -> None:
    scope = Scope(NAMES.calls, frozenset({"len"}))
    assert [step.kind for step in steps(("assert len == 3",), scope, shared=False)] == ["guarded"]
    assert [step.kind for step in steps(("assert len == 3",), NAMES, shared=False)] == []
    assert decide(("assert len == 3",), NAMES, False, []).fault == "probe 1: AssertionError: assert len == 3"


def test_shared_asks_nothing() -> None:
    assert [step.kind for step in steps(("assert f(1) == 2",), NAMES, shared=True)] == ["guarded"]


def test_two_statements_on_a_line_are_told_apart() -> None:
    assert [step.source for step in steps(("x = 1; y = 2",), NAMES, shared=False)] == ["x = 1", "y = 2"]


# ── reports ──


def value(answer: object) -> str:
    return "value " + text(answer)


def test_all_answers_right() -> None:
    decision = decide(("assert f(1) == 2", "assert f(2) == 3"), NAMES, False, [value(2), value(3)])
    assert (decision.probes_passed, decision.fault) == (2, None)


WRONG: list[tuple[list[str], int, str]] = [
    ([value(2), value(4)], 1, "probe 2: answered 4, expected 3"),
    ([value(2)], 1, ""),
    ([], 0, ""),
    (["value nonsense", value(3)], 0, ""),
    (['value {"tuple": 5}'], 0, ""),
    (['value {"decimal": "x"}'], 0, ""),
    (['value {"fraction": [1, 0]}'], 0, ""),
    (['value {"a": 1, "b": 2}'], 0, ""),
    (["value " + "[" * 100_000], 0, ""),
    (
        ['value {"set": [' + ",".join(f'{{"int": "{hex(k * (2**61 - 1))}"}}' for k in range(5000)) + "]}"],
        0,
        "",
    ),
    (['{"ending": "finished"}'], 0, ""),
]


@pytest.mark.parametrize(("report", "passed", "fault"), WRONG)
def test_wrong_missing_and_malformed_answers(report: list[str], passed: int, fault: str) -> None:
    decision = decide(("assert f(1) == 2", "assert f(2) == 3"), NAMES, False, report)
    assert (decision.probes_passed, decision.fault, decision.tampered) == (passed, fault, False)


SECRET = bytes(16)


def clean(step: int, secret: bytes = SECRET) -> str:
    return f"clean {step} {hashlib.blake2b(b'%d' % step, key=secret, digest_size=16).hexdigest()}"


LOOP = ("for i in x: assert f(i)", "f(1)")
MARKS: list[tuple[list[str], int, bool]] = [
    ([f"secret {SECRET.hex()}", clean(0), clean(1)], 2, False),
    ([f"secret {SECRET.hex()}", clean(0)], 1, False),
    ([clean(0), clean(1)], 0, True),
    ([f"secret {SECRET.hex()}", clean(1), clean(0)], 0, True),
    ([f"secret {SECRET.hex()}", clean(0, b"x" * 16), clean(1)], 0, True),
    ([value(1), f"secret {SECRET.hex()}", clean(0), clean(1)], 0, True),
    ([f"secret {SECRET.hex()}", "tampered replaced len"], 0, True),
]


@pytest.mark.parametrize(("report", "passed", "tampered"), MARKS)
def test_only_the_witness_can_vouch(report: list[str], passed: int, tampered: bool) -> None:
    decision = decide(LOOP, NAMES, False, report)
    assert (decision.probes_passed, decision.tampered) == (passed, tampered)


def test_an_answer_that_is_not_plain_is_unequal_and_said_to_be_so() -> None:
    decision = decide(("assert f(1) == 2",), NAMES, False, ['value {"object": "numpy.ndarray"}'])
    assert decision.opaque
    assert decision.fault == "probe 1: answered an object of type numpy.ndarray, expected 2"


@given(st.lists(st.text(max_size=30), max_size=5))
def test_no_report_raises_or_passes_by_accident(lines: list[str]) -> None:
    assert decide(("assert f(1) == 123456789",), NAMES, False, lines).fault is not None or any(
        "123456789" in line for line in lines
    )


# ── values ──

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary() | st.complex_numbers(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple) | st.dictionaries(st.text() | st.integers(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@given(values)
def test_plain_values_come_back_equal_and_of_the_same_type(value: object) -> None:
    back = there_and_back(value)
    assert back == value
    assert type(back) is type(value)


class Lying(int):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "7"


class Colour(IntEnum):
    RED = 3


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    ("value", "back"),
    [
        (Lying(5), 5),
        (Colour.RED, 3),
        (Point(1, [2]), (1, [2])),
        (Counter("aab"), {"a": 2, "b": 1}),
        (OrderedDict(a=1), {"a": 1}),
        (defaultdict(int, {1: 2}), {1: 2}),
        ({"a": 1}.keys(), {"a"}),
        (bytearray(b"x"), b"x"),
        (frozenset({1}), {1}),
        (Decimal("1.50"), Decimal("1.5")),
        (Fraction(1, 3), Fraction(1, 3)),
        (10**5000, 10**5000),
        ("\ud800", "\ud800"),
        (float("inf"), float("inf")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_derived_types_go_as_the_plain_value_they_are(value: object, back: object) -> None:
    assert there_and_back(value) == back
    assert type(there_and_back(value)) is type(back)


def test_an_answer_too_long_to_print_is_still_compared() -> None:
    decision = decide(("assert f(1) == 2",), NAMES, False, [value(10**5000)])
    assert decision.fault == "probe 1: answered something too large to print, expected 2"


def test_nan_and_minus_zero() -> None:
    assert math.isnan(there_and_back(float("nan")))
    assert math.copysign(1, there_and_back(-0.0)) == -1


def test_what_is_not_plain_goes_by_its_name() -> None:
    assert repr(there_and_back(object())) == "an object of type builtins.object"
    assert there_and_back(object()) != there_and_back(object())
    assert repr(there_and_back([iter([])])) == "[an object of type builtins.list_iterator]"
    endless: list[object] = []
    endless.append(endless)
    assert "nested too deeply" in repr(there_and_back(endless))
