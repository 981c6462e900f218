"""What plain answers decide, and which answers are decided elsewhere."""

from __future__ import annotations

import json
import time
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.execution.asking import Questions, questions
from asmeant.execution.deciding import MOST_ANSWER_BYTES, Decision, PlainDecoder, decide
from asmeant.execution.guest.encoding import Encoder
from asmeant.records import Cause


def asked(*probes: str) -> Questions:
    of_probes = questions(probes, "f", "")
    assert of_probes is not None
    return of_probes


def answer(value: object) -> bytes:
    return Encoder().text(value).encode()


def decision(probe: str, *values: object) -> Decision:
    return decide(asked(probe), [answer(value) for value in values])


TWO = ("assert f(1) == 2", "assert f(2) == 3")

HOLDS: list[tuple[str, Any]] = [
    ("assert f(1) == 2", 2),
    ("assert f(1) == 2", 2.0),
    ("assert f(1) == 2", Decimal(2)),
    ("assert f(1) == 2", Fraction(4, 2)),
    ("assert f(1) == 1", True),
    ("assert f(1) is True", True),
    ("assert f(1) is None", None),
    ("assert not f(1)", []),
    ("assert f(1) != [1]", (1,)),
    ("assert f(1) == {1, 2}", frozenset({1, 2})),
    ("assert f(1) == {'a': 1}", Counter("a")),
    ("assert f(1) == [0, 1]", [0, 1]),
    ("assert f(1) == 10**40", 10**40),
    ("assert 1 in f(1)", {1: 2}),
    ("assert sorted(f(1)) == [1, 2]", [1, 2]),  # sorted where it was answered
    ("assert isinstance(f(1), (int, str))", "a"),
    ("assert f(1) == b'a'", b"a"),
    ("assert f(1) == 1j", 1j),
    ("assert f(1) == -0.0", 0.0),
    ("assert f(1) == '\\ud800'", "\ud800"),
    ("assert list(f(1)) == [1]", [1]),
    ("assert abs(f(1) - 0.5) < 1e-6", 0.5000001),
]


@pytest.mark.parametrize(("probe", "value"), HOLDS, ids=lambda part: str(part)[:30])
def test_an_assertion_that_holds(probe: str, value: object) -> None:
    assert decision(probe, value) == Decision(1)


FAULTS: list[tuple[str, Any, str]] = [
    ("assert f(1) == 2", 3, "probe 1: answered 3, expected 2"),
    ("assert f(1) == 'a'", "b", "probe 1: answered 'b', expected 'a'"),
    ("assert f(1) == [1]", (1,), "probe 1: answered (1,), expected [1]"),
    ("assert f(1) is True", 1, "probe 1: AssertionError: assert f(1) is True"),
    ("assert f(1)", 0, "probe 1: AssertionError: assert f(1)"),
    ("assert f(1) == 1", float("nan"), "probe 1: answered nan, expected 1"),
    ("assert f(1) < 2", "a", "probe 1: TypeError: '<' not supported between instances of 'str' and 'int' in assert f(1) < 2"),
    ("assert len(f(1)) == 1", None, "probe 1: answered None, expected 1"),
    ("assert f(1)[1:] == 'b'", 5, "probe 1: TypeError: 'int' object is not subscriptable in assert f(1)[1:] == 'b'"),
    ("assert f(1) == 2", "x" * 500, "probe 1: answered 'xxx"),
]  # fmt: skip


@pytest.mark.parametrize(("probe", "value", "fault"), FAULTS, ids=lambda part: str(part)[:30])
def test_a_wrong_answer_is_told_with_what_was_expected(probe: str, value: object, fault: str) -> None:
    found = decision(probe, value)
    assert (found.probes_passed, found.needs_probes) == (0, False)
    assert found.fault is not None
    assert found.fault.startswith(fault)
    assert len(found.fault) < 300


SURE = [
    ("assert f(1) == [1, 2.5, 'a', None, (True, {2: b'x'})]", [1, 2.5, "a", None, (True, {2: b"x"})]),
    ("assert f(1) == 2**70 - 1", 2**70 - 1),
    ("assert f(1) == 1180591620717411303424", 2**70),
    ("assert f(1) == -0.0", 0.0),
]


@pytest.mark.parametrize(("probe", "value"), SURE, ids=lambda part: str(part)[:30])
def test_an_answer_that_is_written_as_the_expected_one_need_not_be_read(probe: str, value: object) -> None:
    (question,) = asked(probe).questions
    assert question.surely in (b"", answer(value), answer(-0.0))
    assert decision(probe, value).fault is None


@pytest.mark.parametrize(
    "probe", ["assert f(1) == float('nan')", "assert f(1) == {1, f(2)}", "assert f(1) != 2"]
)
def test_what_is_not_equal_to_itself_or_not_known_is_read(probe: str) -> None:
    checked = questions((probe,), "f", "")
    assert checked is None or [question.surely for question in checked.questions] == [b""]


def test_all_answers_right() -> None:
    assert decide(asked(*TWO), [b"2", b"3"]) == Decision(2)


def test_probes_that_only_prepare_have_passed_with_the_last_assertion() -> None:
    assert decide(asked("assert f(1) == 2", "x = 1"), [b"2"]) == Decision(2)


@pytest.mark.parametrize(
    ("answers", "passed", "fault"),
    [
        ([b"2", b"4"], 1, "probe 2: answered 4, expected 3"),
        ([b"2"], 1, ""),
        ([], 0, ""),
    ],
)
def test_missing_answers_are_no_fault_of_an_assertion(answers: list[bytes], passed: int, fault: str) -> None:
    cause = Cause("wrong answer", stage="probe") if fault else None
    assert decide(asked(*TWO), answers) == Decision(passed, fault, cause=cause)


def test_two_answers_of_one_assertion_come_in_order() -> None:
    probe = "assert f(1) - f(2) == 3"
    assert decision(probe, 5, 2) == Decision(1)
    assert decision(probe, 2, 5).fault == "probe 1: AssertionError: assert f(1) - f(2) == 3"
    assert decision(probe, 5) == Decision(0, "")


# ── what is not decided here ──

STRANGE: list[bytes] = [
    b"nonsense",
    b'{"tuple": 5}',
    b'{"decimal": "x"}',
    b'{"decimal": [1, 2]}',
    b'{"fraction": [1, 0]}',
    b'{"fraction": ["1", 2]}',
    b'{"a": 1, "b": 2}',
    b"{}",
    b'{"object": "some.Thing"}',
    b'[1, {"object": "some.Thing"}]',
    b'{"type": "os:PathLike"}',
    b'{"type": "builtins:print"}',
    b'{"namedtuple": ["not a name", ["x"], [1]]}',
    b'{"namedtuple": ["A", ["x", "class"], [1, 2]]}',
    b'{"set": [[1]]}',
    b'{"dict": [[[], 1]]}',
    b'{"default": ["exec", []]}',
    b'{"array": ["<i4", [1], "AAAAAA=="]}',
    b'{"mine": [1, "a.b", ""]}',
    b'{"module": "os"}',
    b'{"imported": "os:system"}',
    b"[" * 100_000,
    b"\xff\xfe",
    b'{"int": "' + b"f" * 100_000 + b'"}',
    b"1" + b"0" * 5000,
    b'"' + b"a" * MOST_ANSWER_BYTES + b'"',
    answer(10**5000),
    answer(Decimal("1e99999")),
    answer(Decimal("nan")),
    answer(Fraction(1, 10**5000)),
    answer(range(10**9)),
    answer({k * (2**61 - 1) for k in range(1, 3000)}),
    answer(dict.fromkeys(k * (2**61 - 1) for k in range(1, 3000))),
    answer(object()),
]


@pytest.mark.parametrize("text", STRANGE, ids=lambda text: text[:30].decode("ascii", "replace"))
def test_what_is_large_deep_or_strange_is_decided_elsewhere(text: bytes) -> None:
    begun = time.process_time()
    found = decide(asked(*TWO), [text, b"3"])
    assert time.process_time() - begun < 0.5
    assert (found.probes_passed, found.needs_probes) == (0, True)
    assert found.fault


@pytest.mark.parametrize("text", STRANGE[:24], ids=lambda text: text[:30].decode("ascii", "replace"))
def test_no_strange_answer_holds_where_anything_true_would_do(text: bytes) -> None:
    found = decide(asked("assert f(1) != 1", "assert f(2)"), [text, text])
    assert found.needs_probes
    assert found.probes_passed == 0


def test_an_answer_that_is_no_plain_data_is_called_by_its_type() -> None:
    found = decide(asked(*TWO), [b'{"object": "numpy.ndarray"}', b"3"])
    assert found.fault == "probe 1: answered an object of type numpy.ndarray, expected 2"


def test_a_range_is_compared_without_being_walked() -> None:
    assert decision("assert f(1) == 2", range(1000)).needs_probes is False
    assert decision("assert list(f(1)) == [0, 1]", [0, 1]).fault is None


def test_an_answer_before_a_strange_one_counts() -> None:
    found = decide(asked(*TWO), [b"2", b'{"object": "a.B"}'])
    assert (found.probes_passed, found.needs_probes) == (1, True)


def test_opaque_values_equal_nothing_not_even_themselves_again() -> None:
    decoder = PlainDecoder()
    one, other = (decoder.value({"object": "a.B"}) for _ in range(2))
    assert one != other
    assert repr([one]) == "[an object of type a.B]"


# ── nothing passes by accident ──

trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["tuple", "dict", "set", "int", "float", "decimal", "fraction", "range", "type",
                             "counter", "default", "namedtuple", "dataclass", "structseq", "deque", "slice",
                             "memoryview", "date", "datetime", "time", "delta", "object", "enum", "error"]),
            inner, max_size=2)
    ),
    max_leaves=10,
)  # fmt: skip


@given(trees)
def test_no_tree_raises_or_passes_by_accident(tree: object) -> None:
    found = decide(asked("assert f(1) == 'what nobody guesses'"), [json.dumps(tree).encode()])
    assert found.fault
    assert found.probes_passed == 0


@given(st.lists(st.binary(max_size=30), max_size=5))
def test_no_bytes_raise_or_pass_by_accident(answers: list[bytes]) -> None:
    assert decide(asked("assert f(1) == 'what nobody guesses'"), answers).fault is not None
