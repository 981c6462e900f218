from __future__ import annotations

import pytest

from asmeant.metrics.codebleu import CodeBleu
from asmeant.metrics.measuring import measure
from tests.metrics.comparing import answered, pairs, task


def test_odex_takes_characters_for_references() -> None:
    """`f(x)`: tokens f ( x ) beside the seven characters of "f ( x )", of which three are blanks.

    Tokens: four of four match, with one added to all counts. Weighted: 0.2 each over seven characters.
    Syntax: the subtrees of a lone `f` or `x` are not in a call, and marks are errors. Data flow: none.
    """
    tokens = (5 / 5 * 1 / 4 * 1 / 3 * 1 / 2) ** 0.25
    weighted = (0.8 / 7 * (0.1 / 7) ** 3) ** 0.25
    (found,) = measure(CodeBleu("odex"), pairs(("f(x)", "f(x)"))).statistics.values()
    assert found == pytest.approx(((tokens + weighted) / 4, 0))


def test_odex_syntax_matches_lone_names() -> None:
    """`x` beside itself: both subtrees match, so the part is 1; 2 tokens counts of 1 with one added."""
    tokens = (2 / 2 * 1 / 2 * 1 / 2 * 1 / 2) ** 0.25
    weighted = (0.2 * 0.1**3) ** 0.25
    (found,) = measure(CodeBleu("odex"), pairs(("x", "x"))).statistics.values()
    assert found == pytest.approx(((tokens + weighted + 1) / 4, 0))


def test_odex_takes_the_best_candidate_of_each_task() -> None:
    metric = CodeBleu("odex")
    alone = metric.measure(task("x"), answered("x"), [])
    assert metric.measure(task("x"), answered("", "zz", "x"), []) == alone
    assert metric.measure(task("x"), answered("", "1"), []) == (0.0, 0)
    assert metric.notes([(0.0, 0)]) == ""
