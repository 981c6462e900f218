"""What a reader of imports and libraries would object to."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.authoring.auditing import on_libraries
from asmeant.authoring.auditing.on_libraries import hidden_submodules
from asmeant.authoring.auditing.on_libraries import on_libraries as find
from asmeant.datasets import load_tasks
from asmeant.records import Check, Scaffold, Selection, Task


def program(reference: str, setup: str = "", libraries: tuple[str, ...] = ()) -> Task:
    scaffold = Scaffold(before="def f(a):\n    return ", setup=setup, entry="f", libraries=libraries)
    return Task(
        "t", "i", references=(reference,), checks=(Check(probes=("assert f(1)",)),), scaffold=scaffold
    )


@pytest.mark.parametrize(
    ("task", "findings"),
    [
        (program("a + 1"), []),
        (program("np.abs(a)", "import numpy as np"), [(on_libraries.UNDECLARED, "numpy")]),
        (program("np.abs(a)", "import numpy as np", ("numpy",)), []),
        (program("a", "import numpy as np", ("numpy",)), [(on_libraries.UNUSED, "numpy")]),
        (program("a", "from numpy import *", ("numpy",)), []),
        (program("a", "from numpy import abs", ("numpy",)), [(on_libraries.UNUSED, "numpy")]),
        (program("errno.EACCES"), [(on_libraries.UNDEFINED, "errno")]),
        (program("helper(a)", "def helper(x): return x"), []),
        (
            program("urllib.parse.quote(a)", "import urllib", ("urllib",)),
            [(on_libraries.SUBMODULE, "urllib.parse")],
        ),
        (program("urllib.parse.quote(a)", "import urllib.parse", ("urllib",)), []),
        (program("os.path.join(a)", "import os", ("os",)), []),
        (program("requests.get(a)", "import requests", ("requests",)), [(on_libraries.NETWORK, "")]),
    ],
)
def test_libraries(task: Task, findings: list[tuple[str, str]]) -> None:
    assert [(item.rule, item.evidence) for item in find(task)] == findings


def test_submodules_that_a_package_does_not_import() -> None:
    assert {"request", "parse"} <= hidden_submodules("urllib")
    assert "decoder" not in hidden_submodules("json")
    assert hidden_submodules("no_such_package") == hidden_submodules("math") == frozenset()


@pytest.mark.data
def test_it_finds_what_is_known_of_odex(released_data: Path) -> None:
    tasks = load_tasks("odex", Selection(languages=("ru",)), released_data)
    findings = [finding for task in tasks if "urllib" in task.scaffold.setup for finding in find(task)]
    submodules = {
        item.task.removeprefix("odex/ru/") for item in findings if item.rule == on_libraries.SUBMODULE
    }
    assert submodules == {"40", "98", "157", "211", "212", "216", "236", "249"}
