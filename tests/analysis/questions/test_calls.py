from __future__ import annotations

import ast
from pathlib import Path

import pytest

from asmeant.analysis.questions import calls, subjects
from tests.analysis.questions.made import library_task, made_run


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("np.linalg.norm(x) + max(y)", {"norm", "max"}),
        ("f(x)(y)", {"f"}),
        ("x.y", set()),
        ("items[0]()", set()),
    ],
)
def test_what_is_called(source: str, names: set[str]) -> None:
    assert calls.called(ast.parse(source)) == names


def test_names_of_libraries() -> None:
    found = calls.imported(
        "import numpy as np, os.path", "from re import sub as s\nfrom math import *", "not this"
    )
    assert found == {"np", "os", "s"}


def test_libraries_of_a_run(tmp_path: Path) -> None:
    tasks = [library_task("a", "en", ("pandas",))]
    (run,) = subjects([made_run(tmp_path / "run", tasks, codes={"a": ["import numpy as np\nnp.sum(x)"]})])
    assert calls.libraries_of(run) == {"pandas", "np"}


@pytest.mark.parametrize(
    ("source", "stub"),
    [
        ("def f(x):\n    pass", True),
        ("def f(x):\n    ...", True),
        ("def f(x):\n    '''Does it.'''\n    return", True),
        ("def f(x):\n    return None", True),
        ("def f(x):\n    raise NotImplementedError('later')", True),
        ("def f(x):\n    raise ValueError('no')", False),
        ("def f(x):\n    return x", False),
        ("def help(x):\n    return x\ndef f(x):\n    pass", True),
        ("def f(x):\n    return x\ndef later(x):\n    pass", False),
        ("x = 1", False),
        ("def f(x:", False),
    ],
)
def test_stubs(source: str, stub: bool) -> None:
    assert calls.is_stub(source, "f") == stub


@pytest.mark.parametrize(
    ("source", "broken"),
    [
        ("print((1)", True),
        ("x = '''abc", True),
        ("x = 'abc", True),
        ("def f(x):\n    for y in x:", True),
        ("def f(x):\nreturn x\nprint(x)", False),
        ("x y", False),
        ("x = 1", False),
        ("\0", False),
    ],
)
def test_source_that_breaks_off(source: str, broken: bool) -> None:
    assert calls.breaks_off(source) == broken


def test_names_of_errors() -> None:
    assert calls.undefined("name 'ys' is not defined. Did you mean: 'xs'?") == "ys"
    assert calls.undefined("cannot access local variable 'n' where it is not associated with a value") == "n"
    assert calls.undefined("something else") == ""
