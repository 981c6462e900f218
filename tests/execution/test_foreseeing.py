"""Which probes ask questions that depend on no answer, so that all can be asked at once."""

from __future__ import annotations

import pytest

from asmeant.execution.foreseeing import asks_at_once


@pytest.mark.parametrize(
    "probe",
    [
        "for x in range(2, 8):\n    assert f(x, x + 1) == str(x)",
        "import random\nfor _ in range(9):\n    x = random.random()\n    assert candidate(x) == x",
        "import math\nroot = f(4)\nassert math.fabs(root - 2) < 1e-4",
        "values = list(range(9))\ntotal = sum(values)\nassert f(values) == total",
        "assert [f(x) for x in (1, 2)] == [2, 4]",
        "low = f(1)\nhigh = low + f(2)\nassert low < high",
        "if len('ab') == 2:\n    assert f(1)",
    ],
)
def test_loops_over_inputs_are_lists_of_questions(probe: str) -> None:
    assert asks_at_once((probe,), "f", "", "")


@pytest.mark.parametrize(
    "probe",
    [
        "assert f(f(1)) == 1",
        "x = f(1)\nassert f(x) == 1",
        "x = f(1)\ny = x + 1\nassert f(y) == 1",
        "assert [f(x) for x in f(3)] == []",
        "x, y = f(1), [2]\nassert f(y) == 2",
        "if f(1):\n    assert f(2)",
        "while f(1) < 2:\n    pass",
        "for x in f(3):\n    assert f(2) == x",
        "found = []\nfound.append(f(1))\nassert f(found) == 1",
        "found = {}\nfound['a'] = f(1)\nassert f(found) == 1",
        "try:\n    f(1)\nexcept ValueError:\n    assert f(2)",
        "with context:\n    assert f(1)",
        "def g(x):\n    return f(x)\nassert f(g(1)) == 1",
        "assert list(map(f, [1, 2])) == [1, 2]",
        "g = f\nassert g(g(1)) == 1",
        "assert (x := f(1)) and f(2) == x",
        "import time\nbegun = time.time()\nassert f(1) == 1\nassert time.time() < begun + 1",
        "assert f(1) == 1\nassert open('out.txt').read() == '1'",
        "import math, os\nassert f(1) == len(os.listdir())",
        "import numpy as np\nassert f(1) is None\nassert np.load('out.npy') == 1",
        "assert f(1) == eval('1')",
        "assert f(1) == ().__class__",
        "f = 3\nassert f == 3",
        "not python (",
    ],
)
def test_what_depends_on_answers_or_on_more_than_answers_is_not(probe: str) -> None:
    assert not asks_at_once((probe,), "f", "", "")


def test_an_answer_of_one_probe_does_not_flow_into_the_next() -> None:
    assert asks_at_once(("x = f(1)", "assert x == 1"), "f", "", "")
    assert not asks_at_once(("x = f(1)", "assert f(x) == 1"), "f", "", "")


def test_setup_and_preamble_may_only_compute_and_ask_nothing() -> None:
    probes = ("for x in (1, 2):\n    assert f(x) == double(x)",)
    assert asks_at_once(probes, "f", "import math", "def double(x):\n    return 2 * x\n")
    assert not asks_at_once(probes, "f", "import os", "")
    assert not asks_at_once(probes, "f", "known = f(3)", "")
    assert not asks_at_once(probes, "", "", "")
    reading = "def last():\n    return x\n"
    assert not asks_at_once(("x = f(1)\nassert f(last()) == 1",), "f", "", reading)
