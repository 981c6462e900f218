"""Two processes share objects: values go over, all else stays where it is and is asked."""

from __future__ import annotations

import pytest

from asmeant.execution.guest.messages import GoneError
from asmeant.execution.guest.objects import CannotCrossError
from tests.execution.guest.peers import peers, run, value

pytestmark = pytest.mark.usefixtures("with_libraries")

HOLDS: dict[str, tuple[str, str]] = {
    "a value": ("def f(x): return x * 2", "assert f(2) == 4"),
    "options": ("def f(x, *a, k=0, **o): return (x, a, k, o)", "assert f(1, 2, k=3, z=4) == (1, (2,), 3, {'z': 4})"),
    "exact kinds": ("def f(x): return (x, type(x).__name__)", "for x in (True, 1, 1.0, 'a', (1,), frozenset({1})):\n    y, name = f(x)\n    assert y == x and type(y) is type(x) and name == type(x).__name__"),
    "identity": ("def f(x): return x", "x = [1]\nassert f(x) is x\ny = {}\nassert f(y) is y"),
    "another object": ("def f(x): return list(x)", "x = [1]\nassert f(x) == x\nassert f(x) is not x"),
    "aliasing": ("def f(): a = []; return [a, a]", "x = f()\nassert x[0] is x[1]\nx[0].append(1)\nassert x == [[1], [1]]"),
    "the same list again": ("kept = [1]\ndef f(): return kept", "assert f() is f()"),
    "arguments that are one": ("def f(a, b): return a is b", "x = []\nassert f(x, x)\nassert not f([], [])"),
    "a list in place": ("def f(x): x.sort()", "x = [3, 1, 2]\nassert f(x) is None\nassert x == [1, 2, 3]"),
    "a dict in place": ("def f(x): x['b'] = x.pop('a')", "x = {'a': 1}\nf(x)\nassert x == {'b': 1}"),
    "a set in place": ("def f(x): x.discard(1)", "x = {1, 2}\nf(x)\nassert x == {2}"),
    "nested in place": ("def f(x): x['a'][0].append(5)", "x = {'a': [[1]]}\nf(x)\nassert x == {'a': [[1, 5]]}"),
    "a deque in place": ("def f(x): x.rotate(1)", "from collections import deque\nx = deque([1, 2, 3])\nf(x)\nassert x == deque([3, 1, 2])"),
    "a bytearray in place": ("def f(x): x[0] = 65", "x = bytearray(b'ab')\nf(x)\nassert x == b'Ab'"),
    "an ordered dict in place": ("def f(x): x.move_to_end('a')", "from collections import OrderedDict\nx = OrderedDict(a=1, b=2)\nf(x)\nassert list(x) == ['b', 'a']"),
    "a counter in place": ("def f(x): x['a'] += 1", "from collections import Counter\nx = Counter('ab')\nf(x)\nassert x['a'] == 2"),
    "a default dict in place": ("def f(x): x['a'].append(1)", "from collections import defaultdict\nx = defaultdict(list)\nf(x)\nassert x == {'a': [1]}\nassert f(x) is None and x['a'] == [1, 1]"),
    "an array of numbers in place": ("def f(x): x.append(3); x.reverse()", "from array import array\nx = array('i', [1])\nf(x)\nassert x.tolist() == [3, 1]"),
    "user containers in place": ("def f(x, y): x.append(3); y['k'] = 1; return x", "from collections import UserDict, UserList\nx, y = UserList([1]), UserDict()\nassert f(x, y) is x\nassert x == [1, 3]\nassert y == {'k': 1}"),
    "a deque keeps its length": ("def f(x): x.append(3); return x", "from collections import deque\nx = deque([1, 2], maxlen=2)\nassert f(x) is x\nassert list(x) == [2, 3] and x.maxlen == 2"),
    "lists in a deque": ("def f(x): x[0].append(1)", "from collections import deque\ny = []\nx = deque([y])\nf(x)\nassert y == [1]"),
    "changed by the probe": ("kept = []\ndef f(x=None):\n    global kept\n    kept = x if x is not None else kept\n    return sum(kept)", "x = [1]\nassert f(x) == 1\nx.append(2)\nassert f() == 3\nx[:] = []\nassert f() == 0"),
    "changed later": ("kept = []\ndef f(x=None):\n    kept.append(x) if x is not None else kept[0].append(9)", "x = []\nf(x)\nassert x == []\nf()\nassert x == [9]"),
    "new things in what is known": ("def f(x): x.append([]); return x[-1]", "x = []\ny = f(x)\nassert x[0] is y\ny.append(1)\nassert x == [[1]]"),
    "a cycle": ("def f(): a = [1]; a.append(a); return a", "x = f()\nassert x[1] is x"),
    "a cycle that goes over": ("def f(x): return x[0] is x", "x = []\nx.append(x)\nassert f(x)"),
    "a cycle of dicts": ("def f(): d = {}; d['me'] = d; return d", "x = f()\nassert x['me']['me'] is x"),
    "an array in place": ("def f(x): x[0] = 9", "import numpy as np\nx = np.zeros(3)\nf(x)\nassert x.tolist() == [9, 0, 0]"),
    "an array comes back": ("def f(x): return x", "import numpy as np\nx = np.arange(3)\nassert f(x) is x"),
    "an array changed here": ("kept = []\ndef f(x=None):\n    kept.append(x) if x is not None else None\n    return float(kept[0].sum())", "import numpy as np\nx = np.zeros(3)\nassert f(x) == 0\nx += 1\nassert f() == 3"),
    "a frame in place": ("def f(x): x['b'] = x['a'] * 2", "import pandas as pd\nx = pd.DataFrame({'a': [1, 2]})\nf(x)\nassert list(x['b']) == [2, 4]"),
    "a frame loses a column": ("def f(x): x.drop(columns='a', inplace=True)", "import pandas as pd\nx = pd.DataFrame({'a': [1], 'b': [2]})\nf(x)\nassert list(x.columns) == ['b']"),
    "a series in place": ("def f(x): x[0] = 5", "import pandas as pd\nx = pd.Series([1, 2])\nf(x)\nassert x.tolist() == [5, 2]"),
    "a callback": ("def f(g, x): return [g(i) for i in x]", "assert f(lambda i: i + 1, [1, 2]) == [2, 3]"),
    "a callback in place": ("def f(g, x): g(x); return x", "x = []\nassert f(lambda y: y.append(1), x) is x\nassert x == [1]"),
    "nested asks": ("def f(n, g): return 1 if n == 0 else g(n - 1)", "def g(n):\n    return f(n, g) + 1\nassert f(5, g) == 6"),
    "a function back": ("def f(n):\n    def add(x): return x + n\n    return add", "g = f(3)\nassert g(4) == 7\nassert f(1)(1) == 2"),
    "its own function comes home": ("def f(x=None):\n    if x is None: return f\n    return x is f", "assert f(f())"),
    "a lent function comes home": ("def f(g): return g", "def g(): pass\nassert f(g) is g"),
    "a function of a library": ("def f(g, x): return g(x), g.__module__", "import math\nassert f(math.sqrt, 4) == (2.0, 'math')"),
    "a class of a library": ("def f(kind): return kind.__name__", "import collections\nassert f(collections.OrderedDict) == 'OrderedDict'\nassert f(int) == 'int'"),
    "a class of a probe": ("def f(kind): return kind(3).x", "class A:\n    def __init__(self, x): self.x = x\nassert f(A) == 3"),
    "an object of a probe": ("def f(a): a.x += 1; return a.twice()", "class A:\n    x = 1\n    def twice(self): return 2 * self.x\na = A()\nassert f(a) == 4\nassert a.x == 2"),
    "a file of a probe": ("def f(file): return file.read()", "import io\nassert f(io.StringIO('abc')) == 'abc'"),
    "a generator of a probe": ("def f(items): return sum(items)", "assert f(i for i in range(4)) == 6\nassert f(map(int, '123')) == 6"),
    "a mock": ("def f(m): m.go(1, k=[2]); return m.x", "from unittest import mock\nm = mock.Mock(x=5)\nassert f(m) == 5\nm.go.assert_called_once_with(1, k=[2])"),
    "a generator": ("def f(n):\n    for i in range(n): yield i", "assert list(f(3)) == [0, 1, 2]\ng = f(2)\nassert next(g) == 0\nassert [*g] == [1]\nassert next(g, 'end') == 'end'\nassert 2 in f(3)\nassert 7 not in f(3)"),
    "zip and unpacking": ("def f(): return zip('ab', [1, 2])", "assert dict(f()) == {'a': 1, 'b': 2}\n(a, b), c = f()\nassert a == 'a'"),
    "a generator that returns": ("def f():\n    yield 1\n    return 5", "g = f()\nnext(g)\ntry:\n    next(g)\nexcept StopIteration as stop:\n    assert stop.value == 5"),
    "a context manager": ("import contextlib\nlog = []\n@contextlib.contextmanager\ndef f():\n    log.append('in')\n    yield 5\n    log.append('out')", "with f() as x:\n    assert x == 5\n    assert log == ['in']\nassert log == ['in', 'out']"),
    "items of an object": ("class A:\n    def __getitem__(self, key): return key * 2\n    def __len__(self): return 3\ndef f(): return A()", "assert f()[4] == 8\nassert len(f()) == 3\nassert f()['a'] == 'aa'"),
    "an error": ("def f(): raise ValueError('bad', 3)", "try:\n    f()\n    assert False\nexcept ValueError as error:\n    assert error.args == ('bad', 3)\n    assert type(error) is ValueError"),
    "an error of its own": ("class Odd(KeyError): pass\ndef f(): raise Odd('k')", "try:\n    f()\n    assert False\nexcept KeyError as error:\n    assert type(error).__name__ == 'Odd'"),
    "an error of a callback": ("def f(g):\n    try:\n        g()\n    except LookupError as error:\n        return str(error), type(error).__name__", "def g(): raise IndexError('far')\nassert f(g) == ('far', 'IndexError')"),
    "an error goes through": ("def f(g): g()", "def g(): raise ZeroDivisionError('z')\ntry:\n    f(g)\n    assert False\nexcept ZeroDivisionError as error:\n    assert str(error) == 'z'"),
    "a global": ("count = 0\ndef f():\n    global count\n    count += 1", "assert count == 0\nf()\nf()\nassert count == 2"),
    "another function": ("def f(x): return x\ndef helper(x): return x + 1", "assert helper(f(1)) == 2"),
    "built-in names are real": ("len = lambda x: 5\ndef f(): return [1]", "assert len(f()) == 1"),
    "a name of its own type": ("class A: pass\ndef f(): return A()", "assert type(f()).__name__ == 'A'\nassert type(3) is int"),
    "sys.argv": ("import sys\ndef f(): return sys.argv[1]", "import sys\nbefore = sys.argv\nsys.argv = ['x', 'abc']\ntry:\n    assert f() == 'abc'\nfinally:\n    sys.argv = before"),
    "a class made here": ("class A:\n    n = 0\n    def f(self): self.n += 1; return self.n\nf = A().f", "assert f() == 1\nassert f() == 2"),
    "dict views": ("def f(d): return d.keys()", "assert f({'a': 1}) == {'a'}\nassert sorted(f({'b': 1, 'a': 2})) == ['a', 'b']"),
    "many lists": ("def f(x): return [[i] for i in range(x)]", "x = f(500)\nassert x[499] == [499]\nassert len(x) == 500"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOLDS)
def test_a_probe_sees_what_it_would_see_in_one_process(name: str) -> None:
    source, probe = HOLDS[name]
    space: dict[str, object] = {"__name__": "one_process"}
    exec(source + "\n" + probe.replace("assert len(f()) == 1", "pass"), space)
    assert not run(source, probe).believed


FAILS: dict[str, tuple[str, str, type[BaseException]]] = {
    "wrong": ("def f(): return 1", "assert f() == 2", AssertionError),
    "an object that equals all": ("class A:\n    def __eq__(self, other): return True\n    __hash__ = None\ndef f(): return A()", "assert f() == 2", AssertionError),
    "an object that is unequal to all": ("class A:\n    def __ne__(self, other): return True\ndef f(): return A()", "x = f()\nassert not (x != 2)", AssertionError),
    "an object that is true": ("class A:\n    def __bool__(self): return True\ndef f(): return A()", "assert f()", TypeError),
    "an object that is less": ("class A:\n    def __lt__(self, other): return True\n    __sub__ = __abs__ = lambda *a: A()\ndef f(): return A()", "assert abs(f() - 3) < 1e-6", TypeError),
    "an object that holds all": ("class A:\n    def __contains__(self, item): return True\ndef f(): return A()", "assert 3 in f()", TypeError),
    "a list that holds all": ("class A(list):\n    def __contains__(self, item): return True\n    def __eq__(self, other): return True\ndef f(): return A()", "assert 3 in f()", AssertionError),
    "a class that it is not": ("class A:\n    __class__ = int\ndef f(): return A()", "assert isinstance(f(), int)", AssertionError),
    "a class by its name": ("A = type('int', (), {'__module__': 'builtins', '__qualname__': 'int'})\ndef f(): return A()", "assert isinstance(f(), int)", AssertionError),
    "a type by its name": ("A = type('int', (), {'__module__': 'builtins', '__qualname__': 'int'})\ndef f(): return A()", "assert type(f()) is int", AssertionError),
    "an attribute": ("class A:\n    def __getattr__(self, name): return 5\ndef f(): return A()", "assert f().x == 5", AttributeError),
    "an attribute that is set": ("class A: pass\ndef f(): return A()", "f().x = 5", AttributeError),
    "the error of a call that would end a loop": ("def f(): raise StopIteration", "list(f() for _ in range(3))", RuntimeError),
    "an iterator of calls": ("def f(): raise StopIteration", "for x in map(lambda i: f(), [1]): pass", RuntimeError),
    "a manager that swallows an assertion": ("class M:\n    def __enter__(self): return self\n    def __exit__(self, *_): return True\ndef f(): return M()", "with f():\n    assert False, 'broken'", AssertionError),
    "a callback whose assertion is swallowed": ("def f(g):\n    try:\n        g()\n    except BaseException:\n        pass", "def g(): assert False, 'broken'\nf(g)", AssertionError),
    "a mock whose assertion is replaced": ("def f(m): m.assert_called_once_with = lambda *a: None", "from unittest import mock\nm = mock.Mock()\nf(m)\nm.assert_called_once_with(4)", AttributeError),
    "a mock that is made to have been called": ("def f(m):\n    m.configure_mock(called=True)", "from unittest import mock\nm = mock.Mock()\nf(m)", AttributeError),
    "an error that would skip": ("import unittest\ndef f(): raise unittest.SkipTest('skip')", "try:\n    f()\nexcept Exception as error:\n    import unittest\n    assert isinstance(error, unittest.SkipTest)", AssertionError),
    "an error of the channel": ("from asmeant.execution.guest.messages import GoneError\ndef f(): raise TypeError\nclass G(TypeError): pass\nG.__module__, G.__qualname__ = 'asmeant.execution.guest.messages', 'GoneError'\ndef f(): raise G", "f()", TypeError),
    "what cannot be lent": ("def f(x): return x", "import threading\nf(threading.Lock())", CannotCrossError),
    "a name that is nowhere": ("def f(): pass", "no_such_name", NameError),
    "numpy by its protocol": ("class A:\n    def __array__(self, *a, **k):\n        import numpy\n        return numpy.array(4)\ndef f(): return A()", "import numpy as np\nassert np.allclose(f(), 4)", TypeError),
    "a hash": ("class A:\n    def __hash__(self): return hash(3)\n    def __eq__(self, other): return True\ndef f(): return A()", "assert f() in {3}", AssertionError),
    "a format": ("class A:\n    def __radd__(self, other): return 5\ndef f(): return A()", "assert 1 + f() == 5", TypeError),
}  # fmt: skip


@pytest.mark.parametrize("name", FAILS)
def test_what_is_only_claimed_decides_nothing(name: str) -> None:
    source, probe, error = FAILS[name]
    with pytest.raises(error):
        run(source, probe)


# ── permissions ──

COUNTING = "class A:\n    x = 3\n    def __eq__(self, other): return other == 3\n    __hash__ = None\n    def __bool__(self): return True\n    def twice(self): return 6\ndef f(): return A()"


def test_while_the_reference_runs_its_operations_are_written_down() -> None:
    prober = run(
        COUNTING, "a = f()\nassert a == 3\nassert a\nassert a.x == 3\nassert a.twice() == 6", permissions=None
    )
    assert prober.operations == {
        "__eq__ candidate_module.A",
        "__bool__ candidate_module.A",
        "get x",
        "get twice",
    }
    assert prober.believed
    assert prober.refused == ""


def test_what_the_reference_needs_is_asked_of_a_candidate_and_nothing_else() -> None:
    allowed = ["__eq__ candidate_module.A", "get x"]
    prober = run(COUNTING, "a = f()\nassert a.x == 3", permissions=allowed)
    assert not prober.believed  # a value was compared here
    assert run(COUNTING, "assert f() == 3", permissions=allowed).believed
    with peers(COUNTING, allowed) as prober:
        with pytest.raises(AttributeError, match="no reference needs it"):
            prober.run("f().twice()", "<probe 1>")
        assert prober.refused == "get twice"
        with pytest.raises(TypeError, match="cannot vouch for itself"):
            prober.run("assert f()", "<probe 1>")


SWALLOWING = "class M:\n    def __enter__(self): return self\n    def __exit__(self, kind, error, _): return kind is ValueError\ndef f(): return M()"


def test_an_error_ends_a_block_in_silence_only_where_the_reference_lets_it() -> None:
    probe = "with f():\n    raise ValueError('broken')"
    assert run(SWALLOWING, probe, permissions=None).operations == {"swallow builtins.ValueError"}
    run(SWALLOWING, probe, permissions=["swallow builtins.ValueError"])
    with pytest.raises(ValueError, match="broken"):
        run(SWALLOWING, probe)


def test_a_permission_for_one_class_is_none_for_another() -> None:
    source = COUNTING.replace("class A", "class B").replace("A()", "B()")
    with pytest.raises(AssertionError):
        run(source, "assert f() == 3", permissions=["__eq__ candidate_module.A"])


def test_values_need_no_permission() -> None:
    prober = run("def f(): return {1: [2]}", "x = f()\nassert x.get(1)[0] == 2\nassert x.keys() == {1}")
    assert (prober.refused, prober.believed, prober.operations) == ("", False, set())


def test_state_of_a_library_is_the_candidates_only_where_the_reference_changes_it() -> None:
    source = "def f(): return 1"
    assert (
        run(source, "import sys\nassert sys.path is not None\nf()\nassert sys.path", permissions=()).refused
        == ""
    )


# ── names ──


def test_a_candidate_sees_names_of_probes_that_the_reference_reads() -> None:
    source = "limit = 1\ndef f(): return limit"
    run(source, "limit = 7\nassert f() == 7", visible=["limit"])
    with pytest.raises(AssertionError):
        run(source, "limit = 7\nassert f() == 7")


def test_what_a_candidate_answers_cannot_take_the_place_of_a_name_of_the_probes() -> None:
    with peers("expected = 3\ndef f(): return 3") as prober:
        prober.run("expected = 5", "<setup>")
        with pytest.raises(AssertionError):
            prober.run("assert f() == expected", "<probe 1>")


# ── the other side is gone, or says what it should not ──


def test_a_side_that_is_gone_ends_the_probes() -> None:
    with peers("import os\ndef f(): return 1") as prober:
        assert value(prober, "f()") == 1
        with pytest.raises(GoneError):
            prober.give_up({"ending": "failed", "at": "probe", "reason": "gone", "more": "x"})
        assert prober.failure == {"ending": "failed", "at": "probe", "reason": "gone"}


def test_a_fork_of_a_probe_cannot_use_the_channel() -> None:
    with peers("def f(): return 1") as prober:
        value(prober, "f()")
        prober.process += 1
        with pytest.raises(CannotCrossError, match="belongs to another process"):
            value(prober, "f()")
        prober.process -= 1


def test_stand_ins_say_what_they_are_and_cannot_be_copied() -> None:
    with peers("class A: pass\ndef f(): return A()") as prober:
        stand_in = value(prober, "f()")
        assert "A object at" in repr(stand_in)
        assert repr(prober.borrow(-1, "some.Thing", "")) == "an object of type some.Thing"
        assert stand_in == stand_in
        assert {stand_in: 1}[stand_in] == 1
        assert stand_in != value(prober, "f()")
        with pytest.raises(TypeError, match="cannot be copied"):
            prober.run("import copy\ncopy.copy(f())", "<probe 1>")
        with pytest.raises(TypeError, match="cannot be copied"):
            prober.run("import pickle\npickle.dumps(f())", "<probe 1>")


def test_a_manager_swallows_what_that_of_the_reference_swallows() -> None:
    source, probe = ("class M:\n    def __enter__(self): return self\n    def __exit__(self, kind, error, _): return kind is ValueError\ndef f(): return M()", "with f():\n    raise ValueError\n")  # fmt: skip
    assert not run(source, probe, ["swallow builtins.ValueError"]).believed
    with pytest.raises(ValueError):  # noqa: PT011
        run(source, probe)
