"""Data of a candidate does not become code in the process that decides."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from asmeant.execution import assemble
from asmeant.execution.guest.guarding import UnsafeError, WrittenModules, check_class
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.records import Candidate, Check, Limits, Observation, Scaffold, Task
from tests import needs


@pytest.mark.parametrize(
    ("module", "name"),
    [("builtins", "set"), ("collections", "OrderedDict"), ("datetime", "date"), ("copyreg", "_reconstructor"), ("numpy", "ndarray"),
     ("numpy.core.multiarray", "_reconstruct"), ("pandas.core.internals.managers", "BlockManager"), (pd.DataFrame.__module__, "DataFrame"), (pd.Series.__module__, "Series")],
)  # fmt: skip
def test_pickles_may_name_plain_types(module: str, name: str) -> None:
    check_class(module, name)


@pytest.mark.parametrize(
    ("module", "name"),
    [("builtins", "eval"), ("builtins", "exec"), ("builtins", "getattr"), ("builtins", "__import__"), ("builtins", "type"), ("os", "system"),
     ("posix", "system"), ("subprocess", "Popen"), ("copyreg", "__newobj_ex__"), ("numpy", "load"), ("pandas", "eval"), ("pandas", "read_pickle"),
     ("candidate_module", "A"), ("functools", "partial"), ("operator", "attrgetter"), ("guest.objects", "Peer"), ("unittest.mock", "_ANY"), ("pandas", "HDFStore"), ("pandas", "ExcelFile"), ("pandas.io.pickle", "read_pickle")],
)  # fmt: skip
def test_and_nothing_else(module: str, name: str) -> None:
    with pytest.raises(UnsafeError, match=name):
        check_class(module, name)


class Peer:
    """Says what it is asked."""

    def ask(self, operation: str, name: str) -> Any:
        return type("Written", (), {"operation": operation, "asked": name})


@pytest.fixture
def finder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WrittenModules]:
    work = tmp_path / "work"
    work.mkdir()
    (work / "written_by_code.py").write_text("raise SystemExit('run here')")
    (work / "json.py").write_text("raise SystemExit('run here')")
    (work / "package_by_code").mkdir()
    monkeypatch.chdir(work)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    found = WrittenModules(Peer(), str(tmp_path))
    monkeypatch.setattr(sys, "meta_path", [found, *sys.meta_path])
    yield found
    for name in ("written_by_code", "package_by_code"):
        sys.modules.pop(name, None)


def test_a_written_module_is_imported_where_the_candidate_runs(finder: WrittenModules) -> None:
    import written_by_code  # type: ignore[import-not-found]

    assert (written_by_code.operation, written_by_code.asked) == ("import", "written_by_code")
    import package_by_code  # type: ignore[import-not-found]

    assert package_by_code.asked == "package_by_code"


def test_a_written_module_never_takes_the_place_of_a_library(finder: WrittenModules) -> None:
    spec = finder.find_spec("json", None)
    assert spec is not None
    assert str(spec.origin).endswith("json/__init__.py")
    assert finder.find_spec("no_such_module_here", None) is None
    assert finder.find_spec("sys", None) is None, "what is built in is found by others"


# ── in a sandbox ──


@pytest.fixture(scope="module")
def sandbox(warm_sandbox: NamespaceSandbox) -> NamespaceSandbox:
    return warm_sandbox


def observe(sandbox: NamespaceSandbox, code: str, probe: str, reference: str = "") -> Observation:
    references = (reference or code + "\n",)
    task = Task(
        "t", "", references=references, scaffold=Scaffold(entry="f"), checks=(Check("all", (probe,)),)
    )
    (seen,) = sandbox.run([assemble(task, Candidate("t", 0, code))], Limits(seconds=5))
    return seen


def test_plain_pickles_of_a_candidate_are_read(sandbox: NamespaceSandbox) -> None:
    code = "import pickle\ndef f(x): return pickle.dumps(x)"
    seen = observe(
        sandbox,
        code,
        "import pickle\nfor x in ([1, {2: {3}}], (1, b'a')):\n    assert pickle.loads(f(x)) == x",
    )
    assert (seen.ending, seen.decided) == ("finished", "outside")


EVIL = 'import pickle\nclass Evil:\n    def __reduce__(self): return (exec, (\'import sys, gc; [o.__setitem__("x", 0) for o in gc.get_objects() if type(o) is dict and "secret" in o]\',))\n'
UNSAFE = {
    "a pickle that runs": (EVIL + "def f(x): return pickle.dumps(Evil())", "import pickle\nsecret = 1\nfor x in (1,):\n    assert pickle.loads(f(x)) == x", "import pickle\ndef f(x): return pickle.dumps(x)"),
    "a text that runs": ("def f(x): return '__import__(\"sys\").exit(0) or x'", "for x in (1,):\n    assert eval(f(x)) == x", "def f(x): return 'x'"),
    "a text that is executed": ("def f(x): return 'answer = 1'", "for x in (1,):\n    exec(f(x))\n    assert answer == x", "def f(x): return 'x'"),
    "a module that replaces": ("def f(x):\n    open('statistics.py', 'w').write('mean = lambda x: 5')\n    return x", "f(1)\nimport statistics\nassert statistics.mean([1]) == 5", "def f(x): return x"),
    "a text that a library runs": ("def f(x): return '__import__(\"sys\").exit(0)'", "import timeit\nfor x in (1,):\n    assert timeit.timeit(f(x), number=1) < 1", "def f(x): return 'x'"),
    "a text that pandas runs": ("def f(x): return '@pd.io.common.os._exit(0)'", "import pandas as pd\nfor x in (1,):\n    assert pd.eval(f(x)) == x", "def f(x): return '1'"),
    "settings of a library": ("open('matplotlibrc', 'w').write('axes.titlesize: 99')\ndef f(x): return 99", "answer = f(1)\nimport matplotlib\nassert answer == matplotlib.rcParams['axes.titlesize']", "def f(x): return 'large'"),
    "bytes that a library runs": ("def f(x): return b'__import__(\"sys\").exit(0)'", "import timeit\nfor x in (1,):\n    assert timeit.timeit(f(x).decode(), number=1) < 1", "def f(x): return b'x'"),
    "a text in a file that a library runs": ("def f(x): open('out', 'w').write('breakpoint()')", "import timeit\nfor x in (1,):\n    f(x)\n    assert timeit.timeit(open('out').read(), number=1) < 1", "def f(x): open('out', 'w').write('x')"),
}  # fmt: skip
HARMLESS = {
    "literals": ("import ast\nfor x in ([1, 'word'], {'a': (2.5, None)}):\n    assert ast.literal_eval(f(x)) == x", "def f(x): return repr(x)"),
    "names of the probe": ("import pandas as pd\nfor x in ('a > 1',):\n    assert len(pd.DataFrame({'a': [1, 2]}).query(f(x))) == 1", "def f(x): return x"),
    "expressions": ("import sympy\nx = sympy.Symbol('x')\nfor n in (2,):\n    assert f(n) == x**2 + 2*x + 1", "import sympy\ndef f(n): return sympy.expand((sympy.Symbol('x') + 1) ** n)"),
    "a library that keeps files of its own": ("import matplotlib.pyplot\nfor x in (1,):\n    assert f(x) == 1", "import matplotlib.pyplot as plt\ndef f(x): return len(plt.subplots()[1].plot([1, 2]))"),
    "classes": ("from collections import namedtuple\nfor x in ('Point', 'Pair'):\n    assert namedtuple(x, f(x))(1, 2).one == 1", "def f(x): return 'one two'"),
    "texts of its own": ("import timeit\nfor x in (1,):\n    assert f(x) == 'inner _timer'.split()[0]\n    assert timeit.timeit('1 + 1', number=1) < 1", "def f(x): return 'inner'"),
}  # fmt: skip


@pytest.mark.parametrize("name", HARMLESS)
def test_what_runs_nothing_of_the_candidate_passes(sandbox: NamespaceSandbox, name: str) -> None:
    probe, code = HARMLESS[name]
    if name == "expressions":
        pytest.importorskip("sympy", reason=needs.install("sympy"))
    seen = observe(sandbox, code, probe)
    assert (seen.ending, seen.decided) == ("finished", "outside"), seen


@pytest.mark.parametrize("name", UNSAFE)
def test_what_would_run_here_fails(sandbox: NamespaceSandbox, name: str) -> None:
    code, probe, reference = UNSAFE[name]
    assert observe(sandbox, code, probe, reference).ending == "failed"


def test_a_module_that_was_asked_for_is_used_from_the_probe(sandbox: NamespaceSandbox) -> None:
    code = "def f(name):\n    with open(name + '.py', 'w') as file:\n        file.write('def go(x): return x + 1')"
    seen = observe(sandbox, code, "f('made_here')\nimport made_here\nassert made_here.go(2) == 3")
    assert seen.ending == "finished", seen
