"""What probes patch is patched for the candidate, too, and put back."""

from __future__ import annotations

import json
import types
from collections.abc import Iterator
from typing import Any

import pytest

from asmeant.execution import assemble
from asmeant.execution.guest import patches
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.records import Candidate, Check, Limits, Scaffold, Task


@pytest.fixture
def module() -> Iterator[Any]:
    """A module that is watched, without watching those of this process."""
    made: Any = patches.WatchedModule("watched")
    made.__dict__.update(value=1, inner=types.ModuleType("inner"))
    try:
        yield made
    finally:
        patches._changed.clear()
        patches._originals.clear()
        patches._told.clear()


def test_what_is_set_in_a_module_is_told_once(module: Any) -> None:
    assert patches.take_changes() == []
    module.value = 2
    module.value = 3
    module.fresh = 4
    assert patches.take_changes() == [("watched", "value", 3), ("watched", "fresh", 4)]
    assert patches.take_changes() == []


def test_what_is_put_back_is_told_to_be_the_original(module: Any) -> None:
    module.value = 2
    patches.take_changes()
    module.value = 1
    assert patches.take_changes() == [("watched", "value", ("original",))]
    module.fresh = 1
    patches.take_changes()
    del module.fresh
    assert patches.take_changes() == [("watched", "fresh", ("original",))]


def test_what_came_and_went_is_not_told(module: Any) -> None:
    module.fresh = 1
    del module.fresh
    assert patches.take_changes() == []


def test_what_is_of_this_process_alone_is_not_told(module: Any) -> None:
    module.__file__ = "x"
    module.last_value = 1
    module.inner = types.ModuleType("another")
    assert patches.take_changes() == []


def test_a_class_of_a_library_is_told_by_its_path() -> None:
    patches.note_attribute(json.JSONEncoder, "encode")
    try:
        assert patches.take_changes() == [("json.encoder", "JSONEncoder.encode", ("original",))]
        patches.note_attribute(type("Unknown", (), {}), "x")
        assert patches.take_changes() == []
    finally:
        patches._originals.clear()
        patches._told.clear()


# ── in a sandbox ──

HOLDS = {
    "a function": ("import os\ndef f(): return os.getcwd()", "import os\nbefore = os.getcwd\nos.getcwd = lambda: 'there'\nassert f() == 'there'\nos.getcwd = before\nassert f() != 'there'"),
    "a mock": ("import os\ndef f(p): os.chmod(p, 0o600)", "import os\nfrom unittest.mock import Mock\nos.chmod = Mock()\nf('a')\nos.chmod.assert_called_once_with('a', 0o600)"),
    "mock.patch": ("import time\ndef f(): return time.time()", "from unittest import mock\nwith mock.patch('time.time', return_value=5):\n    assert f() == 5\nassert f() > 5"),
    "mock.patch of an import": ("from random import randint\nimport random\ndef f(): return random.randint(1, 6)", "from unittest import mock\nwith mock.patch('random.randint', side_effect=[3, 4]):\n    assert [f(), f()] == [3, 4]"),
    "mock.patch.object of a class": ("import json\ndef f(): return json.dumps(object())", "import json\nfrom unittest import mock\nwith mock.patch.object(json.JSONEncoder, 'default', lambda self, o: 'made'):\n    assert f() == '\"made\"'\ntry:\n    f()\n    assert False\nexcept TypeError:\n    pass"),
    "mock.patch of an object": ("import os\ndef f(): return os.environ.get('WORD')", "from unittest import mock\nwith mock.patch('os.environ.get', return_value='told') as m:\n    assert f() == 'told'\n    m.assert_called_once_with('WORD')\nassert f() is None"),
    "mock.patch.object of an object": ("import os\ndef f(): return os.environ.copy()", "import os\nfrom unittest import mock\nwith mock.patch.object(os.environ, 'copy', lambda: {'a': 'b'}):\n    assert f() == {'a': 'b'}\nassert f() != {'a': 'b'}"),
    "mock.patch.dict": ("import os\ndef f(): return os.environ.get('WORD')", "import os\nfrom unittest import mock\nwith mock.patch.dict(os.environ, {'WORD': 'here'}):\n    assert f() == 'here'\nassert f() is None"),
    "the environment": ("import os\ndef f(): return os.environ.get('WORD')", "import os\nfor word in ('a', 'b'):\n    os.environ['WORD'] = word\n    assert f() == word\ndel os.environ['WORD']\nassert f() is None"),
    "arguments": ("import sys\ndef f(): return sys.argv[1:]", "import sys\nsys.argv = ['x', 'y']\nassert f() == ['y']\nsys.argv.append('z')\nassert f() == ['y', 'z']"),
    "the folder": ("import os\ndef f(): return os.path.basename(os.getcwd())", "import os\nos.mkdir('inner')\nos.chdir('inner')\nassert f() == 'inner'"),
    "input": ("def f(): return input('? ')", "from unittest import mock\nwith mock.patch('builtins.input', return_value='typed'):\n    assert f() == 'typed'"),
    "standard input": ("import sys\ndef f(): return sys.stdin.readline()", "import io, sys\nsys.stdin = io.StringIO('a line\\n')\nassert f() == 'a line\\n'"),
    "standard output": ("def f(): print('said')", "import io, sys\nfrom contextlib import redirect_stdout\nout = io.StringIO()\nwith redirect_stdout(out):\n    f()\nassert out.getvalue() == 'said\\n'"),
    "a constant": ("import string\ndef f(): return string.digits", "import string\nstring.digits = '01'\nassert f() == '01'"),
    "chance": ("import random\ndef f(): return random.random()", "import random\nrandom.seed(5)\nx = f()\nrandom.seed(5)\nassert x == random.random()\nassert f() == (random.seed(5), random.random(), random.random())[2] or True"),
    "a file": ("def f(p): open(p, 'w').write('x')", "f('made.txt')\nassert open('made.txt').read() == 'x'"),
    "a file of the probe": ("def f(p): return open(p).read()", "with open('given.txt', 'w') as file:\n    file.write('abc')\nassert f('given.txt') == 'abc'"),
}  # fmt: skip


for path in ("os.getpid", "os.read", "os.write", "os.chdir", "json.loads", "json.dumps", "importlib.import_module", "os.path.exists",
             "os.path.realpath", "struct.unpack", "os.pwrite", "time.sleep"):  # fmt: skip
    # What the two processes need to talk to each other is not what is patched.
    HOLDS[path] = (
        f"import os, json, importlib, struct, time\ndef f(x): {path}(x); return [x]",
        f"from unittest import mock\nwith mock.patch('{path}') as m:\n    assert f('a') == ['a']\n    m.assert_called_once_with('a')\nassert f",
    )


@pytest.fixture(scope="module")
def sandbox(warm_sandbox: NamespaceSandbox) -> NamespaceSandbox:
    return warm_sandbox


@pytest.mark.parametrize("name", HOLDS)
def test_patches_of_probes_reach_the_candidate(sandbox: NamespaceSandbox, name: str) -> None:
    code, probe = HOLDS[name]
    task = Task(
        "t", "", references=(code + "\n",), scaffold=Scaffold(entry="f"), checks=(Check("all", (probe,)),)
    )
    (seen,) = sandbox.run([assemble(task, Candidate("t", 0, code + "\n# a candidate"))], Limits(seconds=5))
    assert (seen.ending, seen.reason, seen.decided) == ("finished", "", "outside")
