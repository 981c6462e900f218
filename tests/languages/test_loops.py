"""Which loops of a program can be shown never to end."""

from __future__ import annotations

import pytest

from asmeant.languages.loops import Loop, provable_loops

LOOP = "def f(x):\n    while x:\n        x = g(x)\n"


def with_loop(statements: str) -> str:
    return f"{statements}\n{LOOP}"


def test_a_loop_is_known_by_its_lines() -> None:
    assert provable_loops(LOOP) == (Loop(start=3, first=2, last=3),)


@pytest.mark.parametrize(
    "code",
    [
        with_loop("import math\nfrom typing import List"),
        with_loop("def g(x):\n    return x if x is None else 1"),
        with_loop("double = lambda x: 2 * x\ndef g(x):\n    return double(x)"),
        "while True:\n    if 1:\n        pass",
        "while True:\n    for x in (1, 2): print(x)",
        "for x in (1, 2):\n    while x:\n        pass",
    ],
)
def test_the_state_of_a_plain_program_can_be_compared(code: str) -> None:
    assert len(provable_loops(code)) == 1


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    return 'while'",
        "while True:\n",  # no Python
        "while True: pass",
        "while (1 or\n       2):\n    pass",
        "while True:\n    x = (\n        1)",
        "while True:\n    try:\n        pass\n    except Exception: pass",
        with_loop("import time"),
        with_loop("import random"),
        with_loop("from decimal import getcontext"),
        with_loop("class A:\n    pass"),
        with_loop("def g(x):\n    yield x"),
        with_loop("def g(x):\n    g.times = x"),
        with_loop("def g(x):\n    return hash(x)"),
        with_loop("def g(x):\n    return x is g"),
        with_loop("def g(x):\n    return g(x - 1)"),
        with_loop("def g(x):\n    return h(x - 1)\nh = lambda x: g(x)"),
        with_loop("def g(x):\n    return id(x)"),
        with_loop("import copy\ndef g(x):\n    copy.dispatch_table[x] = 1"),
        with_loop("import typing\ndef g(x):\n    typing.overload(g)"),
    ],
)
def test_what_may_hide_something_is_refused(code: str) -> None:
    assert provable_loops(code) == ()


@pytest.mark.parametrize(
    ("body", "growing"),
    [
        ("n += x", ("n",)),
        ("n = 'a' + n\n    m *= 2", ("m", "n")),
        ("n += n", ()),
        ("n.append(x)", ("n",)),
        ("n.append(n)", ()),
        ("x = n.append(x)", ()),
        ("n.append(x)\n    x = n[-1]", ()),
        ("n = n + n", ()),
        ("n = n / 2", ()),
        ("n += x\n    if n: break", ()),
        ("n += x\n    y = lambda: n", ()),
        ("n += x\n    m += n", ("m",)),
        ("n += x\n    print(f'{n}')", ()),
        ("n += x\n    try:\n        pass\n    except Exception: pass", ()),
    ],
)
def test_what_a_loop_only_adds_to_is_known(body: str, growing: tuple[str, ...]) -> None:
    (loop,) = provable_loops(f"while x:\n    {body}")
    assert loop.growing == growing


def test_the_setup_counts_as_well() -> None:
    assert provable_loops(LOOP, "import math")
    assert not provable_loops(LOOP, "import time\ng = lambda x: time.time()")


@pytest.mark.parametrize(
    ("loop", "is_idle"),
    [
        ("while True:\n    pass", True),
        ("while 1:\n    'nothing'\n    continue", True),
        ("while True:\n    while 2:\n        pass", True),
        ("while x:\n    pass", False),
        ("while True:\n    break", False),
        ("while True:\n    x += 1", False),
        ("while True:\n    g()", False),
    ],
)
def test_a_loop_that_depends_on_nothing_is_known_in_any_closed_program(loop: str, is_idle: bool) -> None:
    body = loop.replace("\n", "\n    ")
    recursion = f"class A:\n    pass\ndef g(x):\n    {body}\n    return g(x - 1)\n"
    assert bool(provable_loops(recursion)) is is_idle
    assert not provable_loops(f"import time\n{recursion}")
    assert not provable_loops(recursion, "import signal")
