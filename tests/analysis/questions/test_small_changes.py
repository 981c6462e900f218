from __future__ import annotations

import pytest

from asmeant.analysis.questions.small_changes import MORE, SAME, change, is_result


@pytest.mark.parametrize(
    ("ours", "theirs", "kind"),
    [
        ("f(x, 1)", "f( x,1 )", SAME),
        ("def f(x):\n    'Says what.'\n    return x", "def f(x):\n    return x", SAME),
        ("f('a')", "f('b')", "a text"),
        ("f(1)", "f(2)", "a number"),
        ("f(x)", "g(x)", "a function"),
        ("x.f(y)", "x.g(y)", "a function"),
        ("x + y", "x - y", "an operator"),
        ("x < y", "x <= y", "an operator"),
        ("f(x)", "f(y)", "names"),
        ("f(x, 'a')", "g(x, 'b')", MORE),
        ("f(x)", "f(x", MORE),
    ],
)
def test_what_alone_tells_two_programs_apart(ours: str, theirs: str, kind: str) -> None:
    assert change(ours, theirs) == kind


@pytest.mark.parametrize(
    ("code", "result"),
    [("[1, 2]", True), ("def f(x):\n    return 3", True), ("x", False), ("f()", False), ("(", False)],
)
def test_an_answer_that_is_only_the_result(code: str, result: bool) -> None:
    assert is_result(code) == result
