from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.metrics.codebleu import CodeBleu, codebleu, recall, token_match
from asmeant.metrics.score import score
from tests.metrics.comparing import SNIPPETS, answered, pairs, task


@pytest.mark.parametrize("code", SNIPPETS.values(), ids=SNIPPETS)
def test_a_text_beside_itself_is_worth_one(code: str) -> None:
    assert codebleu(code, code)[0] == pytest.approx(1.0)


@settings(deadline=None)
@given(st.text(max_size=40), st.text(max_size=40).filter(str.strip))
def test_it_lies_between_nothing_and_one(code: str, reference: str) -> None:
    assert 0.0 <= codebleu(code, reference)[0] <= 1.0 + 1e-12
    assert codebleu(reference, reference)[0] == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("candidate", "reference", "weight", "value"),
    [
        ("a b c d", "a b c d", 1.0, 1.0),
        ("a b c d", "a b c e", 1.0, (3 / 4 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25),
        ("x", "y", 1.0, 0.0),
        ("a", "a b", 1.0, (1 / 1 * 1 / 2) ** 0.5 * 2.718281828459045 ** (1 - 2)),
        ("if a", "if b", 1.0, (1 / 2 * 1 / 2) ** 0.5),
        ("if a", "if b", 5.0, (5 / 6 * 1 / 2) ** 0.5),
        ("", "a", 1.0, 0.0),
    ],
)
def test_the_parts_of_tokens_by_hand(candidate: str, reference: str, weight: float, value: float) -> None:
    found = token_match(tuple(candidate.split()), tuple(reference.split()), (weight,))
    assert found == pytest.approx([value])


def test_recall_counts_each_as_often_as_it_is_there() -> None:
    assert recall({"a": 1, "b": 5}, {"a": 2, "b": 1, "c": 1}) == 2 / 4


def test_the_whole_by_hand() -> None:
    """x = y beside x = 1: three tokens each, two of them the same."""
    tokens = (2 / 3 * 2 / 3 * 1 / 2) ** (1 / 3)
    syntax = 0 / 3  # module, statement and assignment all hold the leaf that differs
    assert codebleu("x = y", "x = 1") == pytest.approx(((tokens + tokens + syntax) / 3, 1))
    flow = 0 / 1
    assert codebleu("x = 1", "x = y") == pytest.approx(((tokens + tokens + syntax + flow) / 4, 0))


def test_a_missing_data_flow_is_left_out_and_said() -> None:
    judged = pairs(("f(x)", "f(x)"), ("a = b", "a = b"), ("g(y)", "g(y)"))
    found = score(CodeBleu(), judged, {}, "1")
    assert found.value == pytest.approx(1.0)
    assert "|without data flow:2|" in found.signature


def test_the_best_reference_counts() -> None:
    metric = CodeBleu()
    assert metric.measure(task("while 1: pass", "f(x)"), answered("f(x)"), []) == pytest.approx((1, 1))


def test_bash_is_left_out_with_the_reason() -> None:
    metric, bash = CodeBleu(), task("ls -l", language="bash")
    assert metric.measure(bash, answered("ls"), []) is None
    assert metric.why(bash, answered("ls"), []) == "not Python"


# ── as ODEX's code has it ──
