from __future__ import annotations

import pytest

from asmeant.metrics.exact_match import ExactMatch
from tests.metrics.comparing import task


@pytest.mark.parametrize(
    ("code", "reference", "official", "conala", "syntax"),
    [
        ("f(x)", "f(x)", 1, 1, 1),
        ("f(x)  \n", "\nf(x)", 1, 1, 1),
        ("f( x )", "f(x)", 0, 1, 1),
        ("f('x')", 'f("x")', 0, 1, 1),
        ("f((x))", "f(x)", 0, 0, 1),
        ("if a:\n  b", "if a: b", 0, 1, 1),
        ("f(", "f(", 1, 1, 1),
        ("f(", "f (", 0, 1, 0),
        ("", "f", 0, 0, 0),
    ],
)
def test_what_is_the_same(code: str, reference: str, official: int, conala: int, syntax: int) -> None:
    found = [
        ExactMatch(protocol).compare(code, ["other", reference], task(reference))
        for protocol in ("official", "conala", "syntax")
    ]
    assert found == [official, conala, syntax]


def test_bash_is_compared_as_text() -> None:
    bash = task("ls  -l", language="bash")
    assert ExactMatch("syntax").compare("ls -l", ["ls  -l"], bash) == 0
    assert ExactMatch("conala").compare("ls -l", ["ls  -l"], bash) == 1
