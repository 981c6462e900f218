from __future__ import annotations

from typing import Any

import pytest

from asmeant.datasets.probes import as_probes, bound_names


def run(probes: tuple[str, ...], program: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(program, names)
    for probe in probes:
        exec(probe, names)
    return names


@pytest.mark.parametrize(
    ("block", "probe"),
    [
        ("\n    assert candidate(1) == 2\n", "assert candidate(1) == 2"),
        ("\n\tx = 1\n\tassert candidate(x)\n", "x = 1\nassert candidate(x)"),
        ("\n    x = '''\n    kept\n    '''\n", "x = '''\n    kept\n    '''"),
        ("    if 1:\n        pass\n    # last\n", "if 1:\n    pass\n# last"),
    ],
)
def test_a_block_moves_to_the_left_margin(block: str, probe: str) -> None:
    assert as_probes([block]) == (probe,)


def test_blank_blocks_are_no_probes() -> None:
    assert as_probes(["", "\n   \n", "    assert True"]) == ("assert True",)


def test_what_is_no_python_stays_as_it_is() -> None:
    assert as_probes(["\n    assert candidate( ==\n"]) == ("\n    assert candidate( ==\n",)


def test_a_return_gets_a_function() -> None:
    (probe,) = as_probes(
        ["\n    try:\n        candidate()\n    except ValueError:\n        return False\n    1/0\n"]
    )
    run((probe,), "def candidate():\n    raise ValueError")
    with pytest.raises(ZeroDivisionError):
        run((probe,), "def candidate(): pass")


def test_a_return_of_an_inner_function_needs_none() -> None:
    block = "    def inner():\n        return 1\n    assert candidate(inner) == 1\n"
    assert as_probes([block])[0].startswith("def inner")


def test_a_nonlocal_gets_a_function() -> None:
    note = "    def note():\n        nonlocal seen\n        seen += 1\n"
    run(
        as_probes([f"    seen = 0\n{note}    candidate(note)\n    assert seen\n"]),
        "def candidate(note): note()",
    )


def test_later_blocks_see_the_locals_of_a_wrapped_one() -> None:
    blocks = ["    size = 1\n    if not size:\n        return", "    assert candidate(size) == 1"]
    run(as_probes(blocks), "def candidate(x): return x")


def test_a_sharing_that_python_refuses_is_left_out() -> None:
    blocks = ["    x = 1\n    def f():\n        nonlocal x\n        x = 2\n    f()", "    assert not x"]
    first, _ = as_probes(blocks)
    assert first.startswith("def _asmeant_probe():\n    x = 1")


def test_bound_names_are_those_of_the_own_scope() -> None:
    source = """
import a.b, c as d
e, (f, *g) = h
for i in j: k: int = 1
with l as m: n += 1
try: pass
except E as o: pass
def p(q): r = 1
class S: t = 1
u = [v for v in (lambda w: (x := w))(1)]
if (y := 1): pass
"""
    assert bound_names(source) == set("adefgikmnopSuy")
    assert bound_names("not python (") == set()
