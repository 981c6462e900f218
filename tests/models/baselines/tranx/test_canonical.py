from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from asmeant.models.baselines.tranx.canonical import canonical, with_slots, without_slots


@pytest.mark.parametrize(
    ("intent", "code", "tokens", "slotted"),
    [
        ("sort list `xs` by 'a b'", "xs.sort('a b')", "sort list var_0 by str_1", "var_0.sort('str_1')"),
        ("append `x` to `x`", "x.append(x)", "append var_0 to var_0", "var_0.append(var_0)"),
        ("sum of `[1, 2]`", "sum([1, 2])", "sum of str_0", "sum(str_0)"),
        ("call `f(1)[0]` twice", "f(1)[0]; f( 1 )[0]", "call str_0 twice", "str_0\nstr_0"),
        ("import `os.path`", "import os.path", "import str_0", "import str_0"),
        ("don't quote, it's fine", "x", "don ' t quote , it ' s fine", "x"),
        ("argument `key` of `f`", "f(key=1)", "argument var_0 of var_1", "var_1(var_0=1)"),
    ],
)
def test_what_an_intent_quotes_becomes_slots(intent: str, code: str, tokens: str, slotted: str) -> None:
    found = canonical(intent)
    assert " ".join(found.tokens) == tokens
    module = with_slots(ast.parse(code), found.slots)
    assert ast.unparse(module) == slotted
    assert ast.dump(without_slots(module, found.slots)) == ast.dump(ast.parse(code))


def test_a_slot_in_the_wrong_place_still_gives_python() -> None:
    slots = {"str_0": "a b", "var_1": "xs"}
    module = without_slots(ast.parse("f(str_0, 'var_1', str_0=1)"), slots)
    assert ast.unparse(module) == "f('a b', 'xs', str_0=1)"


@pytest.mark.data
def test_every_snippet_of_conala_comes_back(released_data: Path) -> None:
    rows = json.loads((released_data / "conala/conala-train.json").read_text("utf-8"))
    for row in rows[::4]:
        slots = canonical(row["rewritten_intent"] or row["intent"]).slots
        module = ast.parse(row["snippet"])
        back = without_slots(with_slots(module, slots), slots)
        assert ast.unparse(back) == ast.unparse(module)
