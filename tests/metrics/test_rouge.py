from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.metrics.rouge import RougeL, f1, longest_common
from asmeant.metrics.tokens import spaced
from tests import needs
from tests.metrics.comparing import task

TEXTS = st.text(alphabet="abcD_1 .", max_size=40)


def by_table(one: str, other: str) -> int:
    """The textbook's table."""
    rows = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, left in enumerate(one):
        for j, right in enumerate(other):
            rows[i + 1][j + 1] = rows[i][j] + 1 if left == right else max(rows[i][j + 1], rows[i + 1][j])
    return rows[-1][-1]


@settings(deadline=None)
@given(st.text("abc", max_size=90), st.text("abc", max_size=90))
def test_the_bits_agree_with_the_table(one: str, other: str) -> None:
    assert longest_common(tuple(one), tuple(other)) == by_table(one, other)
    assert longest_common(tuple(one), tuple(other)) == longest_common(tuple(other), tuple(one))


@pytest.mark.parametrize(
    ("candidate", "reference", "value"),
    [
        ("abcd", "abcd", 1.0),
        ("abcd", "acbd", 2 * 3 / 8),
        ("ab", "abcdef", 2 * 2 / 8),
        ("xyz", "abc", 0.0),
        ("", "abc", 0.0),
    ],
)
def test_by_hand(candidate: str, reference: str, value: float) -> None:
    assert f1(tuple(candidate), tuple(reference)) == value


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_odex_is_rouge_scores_lsum(code: str, reference: str) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer", reason=needs.DEV).RougeScorer(["rougeLsum"])
    theirs = scorer.score(spaced(reference), spaced(code))["rougeLsum"].fmeasure
    assert RougeL("odex").compare(code, [reference], task(reference)) == pytest.approx(theirs)


def test_marks_count_unless_they_are_left_out() -> None:
    assert RougeL().compare("a[b]", ["a(b)"], task()) == 0.5
    assert RougeL("odex").compare("a[b]", ["a(b)"], task()) == 1.0
    assert RougeL().compare("a(b)", ["x", "a(b)"], task()) == 1.0
