from __future__ import annotations

import pytest

from asmeant.analysis.questions.traits import (
    EMPTY,
    EXTRA,
    MISUSE,
    OTHER_FUNCTION,
    STEPS,
    UNUSED_LIBRARY,
    traits,
)
from asmeant.loaded_run import Attempt
from asmeant.records import Candidate, Scaffold, Task, Verdict

BEFORE = "def f(x, y):\n    return "


def attempt(reference: str, code: str, setup: str = "", domain: str = "open", id_: str = "a") -> Attempt:
    scaffold = Scaffold(before=BEFORE, setup=setup, entry="f")
    task = Task(id_, "", references=(reference,), scaffold=scaffold, tags={"domain": domain})
    return Attempt(task, Candidate(id_, 0, code), Verdict(id_, 0, "failed"))


@pytest.mark.parametrize(
    ("reference", "code", "setup", "expected"),
    [
        # the library that is needed is not used
        ("np.sum(x)", "sum(x)", "import numpy as np", [UNUSED_LIBRARY, MISUSE]),
        ("np.sum(x)", "np.max(x)", "import numpy as np", [OTHER_FUNCTION]),
        ("np.sum(x)", "numpy.sum(x)", "import numpy as np", [MISUSE]),
        ("re.sub('a', x, y)", "re.sub('b', x, y)", "import re", [MISUSE]),
        # it is used, though nothing imports it: that is another error
        ("re.sub('a', x, y)", "re.sub('b', x, y)", "", [MISUSE]),
        # a parameter that is called like a module is none
        ("x.split(y)", "def f(re, y):\n    return re.split(y)", "", [MISUSE]),
        ("norm(x)", "sum(x)", "from numpy.linalg import norm", [UNUSED_LIBRARY, OTHER_FUNCTION]),
        # some steps of several
        ("sorted(set(x))", "sorted(x)", "", [STEPS]),
        ("sorted(set(x))", "sorted(list(x))", "", [OTHER_FUNCTION, STEPS]),
        ("x + y", "x - y", "", []),
        # nothing
        ("sum(x)", "", "", [EMPTY]),
        ("sum(x)", "def f(x, y):\n    pass", "", [EMPTY]),
        # too much
        ("sum(x)", "def f(x, y):\n    import math\n    return math.fsum(x)", "", [OTHER_FUNCTION, EXTRA]),
        ("x + y", "def f(x, y):\n    z = 1\n    return x", "", [EXTRA]),
        ("x + y", "def f(x, y):\n    return x\n    y += 1", "", [EXTRA]),
        ("x + y", "def f(x, y):\n    z = 1\n    return x + z", "", []),
        # what cannot be parsed has a class of its own
        ("sum(x)", "sum(x", "", []),
    ],
)
def test_what_is_said_of_a_program(reference: str, code: str, setup: str, expected: list[str]) -> None:
    assert traits(attempt(reference, code, setup)) == expected
