"""Which programs can read nothing but their own code, and when two of them have the same syntax tree."""

from __future__ import annotations

import pytest

from asmeant.languages.closed import is_closed, quotes_itself, tree_digest

CLOSED = [
    "def f(x):\n    return x + 1",
    "from typing import List, Optional\ndef f(x: List[int]) -> Optional[int]:\n    return max(x)",
    "import math\nimport collections.abc\ndef f(x): return math.floor(x)",
    "import sys\ndef f(): return sys.maxsize",
    "from sys import maxsize",
    "class Stack:\n    def __init__(self):\n        self._items = []\n    def __len__(self): return len(self._items)",
    "def f(x): return '{:.2f} and {}'.format(x, x)",
    "def f(x): return f'{x!r:>10} {x.real}'",
    "import random\ndef f(x): return random.choice(x)",
    "from datetime import datetime\ndef f(): return datetime(2020, 1, 1)",
    "if __name__ == '__main__':\n    print(1)",
    "from collections import *\ndef f(x): return Counter(x)",
    "class B(A):\n    def __init__(self):\n        super().__init__()\n        self.kind = type(self).__name__",
]

# What each of these reads may differ between two runs, or between two programs with the same tree.
OPEN = [
    # its own text
    "import inspect\ndef f(): return len(inspect.getsource(f))",
    "def f(): return len(open(__file__).read())",
    "import linecache\ndef f(): return linecache.getline('<candidate>', 1)",
    "from json import codecs",
    # its line numbers
    "import sys\ndef f(): return sys._getframe().f_lineno",
    "def f(): return f.__code__.co_firstlineno",
    "import traceback\ndef f(): return traceback.format_stack()",
    "def f():\n    try:\n        1 / 0\n    except ZeroDivisionError as error:\n        return error.__traceback__.tb_lineno",
    "def g():\n    yield 1\ndef f(): return g().gi_frame.f_lineno",
    "def f(): return '{0.__code__}'.format(f)",
    "def f(): return '{0[x].y}'.format(f)",
    "def f(): return ('{0._' + '_code__}').format(f)",
    "def f(): return str.format('{0.x}', f)",
    "import operator\ndef f(): return operator.attrgetter('__code__')(f)",
    "def f():\n    match f:\n        case object(__code__=code):\n            return code.co_firstlineno",
    "import collections\ndef f(): return collections._sys._getframe()",
    "import typing\ndef f(): return typing.sys._getframe()",
    "import sys\nx = sys\ndef f(): return x.modules",
    "import enum\ndef f(): return enum.bltns.eval('1')",
    "from enum import bltns\ndef f(): return bltns.open('f')",
    "import functools\ndef f(x): return functools.update_wrapper(x, f, assigned=('__code__',))",
    "import functools\ndef f(x): return functools.wraps(f, ('__code__',))(x)",
    "from typing import get_overloads, overload\na = overload(lambda: 1); b = overload(lambda: 2)\nn = len(get_overloads(a))",
    "import sys as system",
    "from sys import _getframe",
    "def f(): return getattr(f, '__co' + 'de__')",
    "def f(): return vars()",
    "def f(): return eval('1')",
    "def f(): return __import__('sys')",
    "def f(): return f.__globals__",
    "def f(): return ().__class__.__base__.__subclasses__()",
    "import typing\ndef f(): return typing.get_type_hints(f)",
    "import typing\ndef f(): return typing._eval_type(typing.List['x'], {}, {})",
    "import typing\ndef f(): return typing.get_args(typing.List['x'])[0]._evaluate({}, {}, set())",
    "import functools\n@functools.singledispatch\ndef f(x): ...",
    "from string import Formatter",
    # clock, chance, files, processes
    "import time\ndef f(): return time.time()",
    "from datetime import datetime\ndef f(): return datetime.now()",
    "from datetime import date\ndef f(): return date.today()",
    "import random\nrandom.seed()",
    "import random\ndef f(): return random.Random().random()",
    "from random import SystemRandom",
    "import uuid",
    "import os\ndef f(): return os.getpid()",
    "import tempfile\ndef f(): return tempfile.mktemp()",
    "def f(): return id(f)",
    "import array\ndef f(): return array.array('i', [1]).buffer_info()",
    "import statistics\ndef f(): return statistics.kde_random([1, 2], 1)()",
    "def f(): return input()",
    "import numpy as np",
    "from . import x",
    "def f(:",
]


@pytest.mark.parametrize("source", CLOSED)
def test_closed(source: str) -> None:
    assert is_closed(source)


@pytest.mark.parametrize("source", OPEN)
def test_not_closed(source: str) -> None:
    assert not is_closed(source)


SAME = [
    ("def f(x):\n    return x", "# a comment\n\ndef f( x ) :\n\n    return (x)   # another\n\n"),
    ("x = 'a'", 'x = "a"'),
    ("x = 10", "x = 0xA"),
    ("x = [1,\n2]", "x = [1, 2]"),
]
DIFFERENT = [
    ("x = 1", "x = True"),
    ("x = 1", "x = 1.0"),
    ("x = 0.0", "x = -0.0"),
    ("x = 'a'", "x = b'a'"),
    ("def f():\n    'One.'", "def f():\n    'Two.'"),
    ("def f(x): return x", "def f(y): return y"),
    ("import random\nrandom.seed(1)", "import random\nrandom.seed(2)"),
    ("x = f'{a=}'", "x = f'{a = }'"),
    ("x: int = 1", "x: str = 1"),
    ("a()\nb()", "b()\na()"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_tree(one: str, other: str) -> None:
    assert tree_digest(one) == tree_digest(other) is not None


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_trees(one: str, other: str) -> None:
    assert tree_digest(one) != tree_digest(other)


def test_what_cannot_be_written_down_has_no_digest() -> None:
    assert tree_digest("def f(:") is None
    assert tree_digest(f"x = 0x{'f' * 5000}") is None
    assert tree_digest("x = '\\ud800'") is not None


def test_an_assertion_without_a_message_is_quoted() -> None:
    assert quotes_itself("def f(x):\n    assert x > 0  # positive")
    assert not quotes_itself("def f(x):\n    assert x > 0, 'positive'")


def test_a_deep_tree_is_read() -> None:
    deep = "x = " + "+".join(["1"] * 1500)
    assert tree_digest(deep) == tree_digest(f"{deep}  # a comment")  # None where it is too deep
    assert is_closed(deep)
    assert not quotes_itself(deep)
    assert not is_closed(f"{deep}\nopen('f')")
