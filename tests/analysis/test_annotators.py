from __future__ import annotations

import pytest

from asmeant.analysis.agreement import fleiss_kappa, raw_agreement
from asmeant.analysis.annotators import agreement, annotator_tables, majority
from asmeant.tables import shown

# Fleiss 1971, as in textbooks: 10 subjects, 14 raters, 5 categories; kappa 0.210.
COUNTS = [
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip


def test_fleiss() -> None:
    rows = [tuple(answer for answer, n in enumerate(row) for _ in range(n)) for row in COUNTS]
    assert fleiss_kappa(rows) == pytest.approx(0.20993, abs=1e-5)
    assert raw_agreement(rows) == pytest.approx(0.37802, abs=1e-5)
    assert fleiss_kappa([("y", "y"), ("y", "y")]) is None
    assert fleiss_kappa([("y", None)]) is None


@pytest.mark.parametrize(
    ("answers", "most"), [("yyn", "y"), ("yn", None), ("", None), ("n", "n"), ("aabbc", None), ("aabc", "a")]
)
def test_majority(answers: str, most: str | None) -> None:
    assert majority(answers) == most


def test_agreement_of_all_of_each_two_of_each_one_and_on_each_subject() -> None:
    judged = {
        (f"i{number}", 0): dict(zip("ABC", answers, strict=False))
        for number, answers in enumerate(["yyn", "nnn", "yyy", "nnn", "yn", "y"])
    }
    result = agreement("command", judged)
    assert result.subjects == 5
    assert result.raw.value == pytest.approx((1 / 3 + 1 + 1 + 1 + 0) / 5)
    assert [(pair.first, pair.second, pair.subjects) for pair in result.pairs] == [
        ("A", "B", 5),
        ("A", "C", 4),
        ("B", "C", 4),
    ]
    one, other, third = result.by_annotator
    assert one.subjects == 5
    assert one.with_others.value == pytest.approx((0.5 + 1 + 1 + 1 + 0) / 5)
    assert (third.with_others.value, third.with_majority.value) == (0.75, 0.75)
    assert other.with_majority.value == 1.0  # the tie has no majority
    assert [(subject.majority, subject.raw) for subject in result.by_subject] == [
        ("y", pytest.approx(1 / 3)),
        ("n", 1.0),
        ("y", 1.0),
        ("n", 1.0),
        (None, 0.0),
        ("y", None),
    ]
    for estimate in (result.raw, result.fleiss, result.krippendorff, result.pairs[0].cohen, one.with_others):
        assert estimate.value is not None
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.low <= estimate.value <= estimate.high
    everyone, pairs, persons = annotator_tables([result])
    assert (len(everyone.rows), len(pairs.rows), len(persons.rows)) == (1, 3, 3)
    assert shown(everyone.rows[0][2]).startswith("0.67 [0.")


def test_subjects_of_one_item_are_no_evidence_of_their_own() -> None:
    answers = [{"A": "y", "B": "y"}, {"A": "n", "B": "y"}] * 10
    alone = agreement("q", {(f"i{n}", 0): each for n, each in enumerate(answers)})
    grouped = agreement("q", {(f"i{n // 10}", n): each for n, each in enumerate(answers)})
    assert alone.raw.value == grouped.raw.value == 0.5
    assert _width(grouped.raw.low, grouped.raw.high) > _width(alone.raw.low, alone.raw.high)
    assert agreement("q", {("i", n): each for n, each in enumerate(answers)}).raw.low is None


def _width(low: float | None, high: float | None) -> float:
    assert low is not None
    assert high is not None
    return high - low


def test_nobody_has_judged() -> None:
    result = agreement("q", {})
    assert (result.subjects, result.raw.value, result.fleiss.value, result.krippendorff.value) == (
        0,
        None,
        None,
        None,
    )
