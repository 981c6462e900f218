from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.analysis.published import paper
from asmeant.analysis.questions.trait_table import PRINTED, trait_table
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
from tests.analysis.questions.made import asked, cells, made_run

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


def test_tasks_are_counted_beside_the_paper() -> None:
    table = trait_table(
        [
            attempt("sorted(set(x))", "sorted(x)"),
            attempt("sorted(set(x))", "list(x)"),
            attempt("sum(x)", "max(x)", id_="b"),
            attempt("x + y", "def f(x, y):\n    z = 1\n    return x", domain="closed", id_="c"),
        ]
    )
    assert table is not None
    found = {row[0]: row[1:7] for row in cells(table)}
    assert found[STEPS] == ["1", "50.0", "15.4", "0", "0.0", "–"]
    assert found[OTHER_FUNCTION] == ["2", "100.0", "34.6", "0", "0.0", "–"]
    assert found[EXTRA] == ["0", "0.0", "–", "1", "100.0", "9.1"]


def test_every_printed_class_is_a_stated_figure() -> None:
    assert set(PRINTED.values()) <= {item.what for item in paper("odex").stated}


def test_it_is_part_of_the_errors_of_a_run_with_domains(tmp_path: Path) -> None:
    task = attempt("sum(x)", "").task
    run = made_run(tmp_path / "run", [task], {"a": "f"}, {"a": ["max(x)"]})
    assert "Errors as ODEX's section C has them" in [table.title for table in asked("errors", run).tables]
    plain = made_run(tmp_path / "plain", [Task("a", "", references=("1",))], {"a": "f"}, {"a": ["2"]})
    assert not any("section C" in table.title for table in asked("errors", plain).tables)
