"""The logic of find's expression."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.command import Condition
from tests.languages.bash.typed import call_of


def written(node: Condition | None) -> str | None:
    if node is None:
        return None
    if node.flag is not None:
        return node.flag.name
    return f"{node.kind}({' '.join(str(written(operand)) for operand in node.operands)})"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("find .", None),
        ("find . -empty", "-empty"),
        ("find . -empty -print", "and(-empty -print)"),
        ("find . -empty -a -print", "and(-empty -print)"),
        ("find . -name a -o -name b -print", "or(-name and(-name -print))"),
        ("find . \\( -name a -o -name b \\) -print", "and(or(-name -name) -print)"),
        ("find . ! -name a -print", "and(not(-name) -print)"),
        ("find . ! \\( -name a -o -empty \\)", "not(or(-name -empty))"),
        ("find . ! ! -empty", "-empty"),
        ("find . \\( \\( -empty \\) \\)", "-empty"),
        # what find would not take, or we do not read
        ("find . \\( -empty", None),
        ("find . -empty \\)", None),
        ("find . \\( \\)", None),
        ("find . -empty -o", None),
        ("find . -empty !", None),
        ("find . -empty , -print", None),
    ],
)
def test_logic(source: str, expected: str | None) -> None:
    assert written(call_of(source).condition) == expected


def test_many_parentheses() -> None:
    source = "find . " + "\\( " * 3000 + "-empty" + " \\)" * 3000
    assert written(call_of(source).condition) == "-empty"


def test_spans() -> None:
    source = "find . \\( -name a -o -name b \\) -print"
    condition = call_of(source).condition
    assert condition is not None
    assert [source[part.start : part.end] for part in condition.operands] == [
        "\\( -name a -o -name b \\)",
        "-print",
    ]
