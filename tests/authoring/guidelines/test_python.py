"""Names and literals of Python code in its intent."""

from __future__ import annotations

import pytest

from asmeant.authoring.guidelines import check_pair


@pytest.mark.parametrize(
    ("intent", "code", "rules", "proposal"),
    [
        ("sort list `xs` by 'age'", "sorted(xs, key=lambda x: x['age'])", [], ""),
        ("sort list my_list", "sorted(my_list)", ["backquotes"], "sort list `my_list`"),
        ("sort a list", "sorted(xs)", ["name not mentioned"], ""),
        ("sort a list", "sorted(a)", ["name not mentioned"], ""),
        ("split `s` at comma", "s.split('comma')", ["quotes"], "split `s` at 'comma'"),
        ("split `s`", "s.split('end')", ["literal not mentioned"], ""),
        ("split `s` at blanks", "s.split(' ')", [], ""),
        ("split `s` and `t`", "s.split()", ["name not in the code"], ""),
        ("リスト`xs`を並べる", "sorted(xs)", [], ""),
        ("リストxsを並べる", "sorted(xs)", ["backquotes"], "リスト`xs`を並べる"),
        ("отсортировать список xs", "sorted(xs)", ["backquotes"], "отсортировать список `xs`"),
        ("add `a` and `b`", "def f(a, b):\n    '''Adds.'''\n    return a + b", [], ""),
        ("return `x`", "return x", [], ""),
    ],
)  # fmt: skip
def test_names_and_literals(intent: str, code: str, rules: list[str], proposal: str) -> None:
    remarks = check_pair(intent, code).intent
    assert [remark.rule for remark in remarks] == rules
    assert [remark.proposal for remark in remarks if remark.proposal] == ([proposal] if proposal else [])


def test_the_place_of_a_syntax_error() -> None:
    (remark,) = check_pair("do `x`", "x = 1\ny = (x").code
    assert (remark.rule, remark.start) == ("syntax", 10)
    assert "Line 2 is not Python" in remark.message
