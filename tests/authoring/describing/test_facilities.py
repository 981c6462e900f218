"""What a reference is made with, and what it is given."""

from __future__ import annotations

from asmeant.authoring.describing.facilities import facilities
from asmeant.records import Check, Task


def test_python() -> None:
    code = "import heapq as hq\nfrom itertools import chain\ndef f(rows):\n    return hq.merge(*map(lambda r: r, chain(rows)))"
    check = Check("original", ("assert f([[1]]) == [1]",))
    known = facilities(Task("t", "", references=(code,), checks=(check,)))
    assert {"heapq", "hq", "itertools", "chain", "merge", "map", "lambda"} <= known.used
    assert known.given == {"rows"}
    assert known.argument_types == {"list"}


def test_bash() -> None:
    known = facilities(Task("t", "", code_language="bash", references=("find . -print0 | xargs -0 wc",)))
    assert {"find", "xargs", "wc"} <= known.used


def test_what_does_not_parse_has_none() -> None:
    assert not facilities(Task("t", "", references=("def (",))).used
    assert not facilities(Task("t", "", code_language="bash", references=("if",))).used
    assert not facilities(Task("t", "")).used
