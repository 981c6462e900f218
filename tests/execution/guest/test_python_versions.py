"""The guest runs under the Python of a world: from 3.8 on."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from asmeant.execution import Place, assemble, guest
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.execution.zygotes import GUEST
from asmeant.records import Candidate, Check, Limits, Scaffold, Task

FILES = sorted(GUEST.glob("*.py"))
VERSIONS = [(3, minor) for minor in range(8, 14)]
CODE = """
import collections, dataclasses, datetime, decimal, enum, pathlib

@dataclasses.dataclass
class Item:
    name: str
    price: float = 1.5

Point = collections.namedtuple("Point", "x y")

def f(kind):
    if kind == "error":
        raise KeyError("k")
    if kind == "generator":
        return (i for i in range(3))
    if kind == "function":
        return lambda x: x + 1
    return {
        "list": [1, (2, {3}), True],
        "item": Item("a"),
        "point": Point(1, [2]),
        "date": datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc),
        "path": pathlib.PurePosixPath("/a"),
        "decimal": decimal.Decimal("1.50"),
        "counter": collections.Counter("aab"),
        "ordered": collections.OrderedDict(a=1),
        "none": type(None),
    }[kind]

def change(x):
    x.append(5)
"""
ASKED = ("assert f('list') == [1, (2, {3}), True]", "assert list(f('generator')) == [0, 1, 2]")
PROBED = """
import collections, datetime, decimal, os, pathlib
from unittest import mock
for _ in range(2):
    assert f('list') == [1, (2, {3}), True]
assert f('item').price == 1.5
assert f('point').y == [2]
assert f('date') == datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
assert f('path') == pathlib.PurePosixPath('/a')
assert f('decimal') == decimal.Decimal('1.5')
assert f('counter')['a'] == 2
assert list(f('generator')) == [0, 1, 2]
assert f('function')(2) == 3
x = [1]
change(x)
assert x == [1, 5]
try:
    f('error')
    assert False
except KeyError as error:
    assert error.args == ('k',)
with mock.patch('os.getcwd', return_value='there'):
    assert os.getcwd() == 'there'
"""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_file_of_the_guest_is_python_3_8(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"), str(path), feature_version=(3, 8))
    for node in ast.walk(tree):
        # Parsed without complaint whatever the version, and run by none before 3.9 or 3.10.
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "issubclass")
        ):
            assert not any(isinstance(part, ast.BinOp) for part in ast.walk(node.args[1])), ast.unparse(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "zip":
            assert not [word for word in node.keywords if word.arg == "strict"], ast.unparse(node)
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("removeprefix", "removesuffix", "UTC", "pairwise", "bit_count"), (
                ast.unparse(node)
            )
        if isinstance(node, ast.ImportFrom) and not node.level:
            assert node.module != "asmeant", "the guest stands alone"


def test_the_list_of_the_guests_files_is_whole() -> None:
    told = set(re.findall(r"^    ([a-z_]+)  ", guest.__doc__ or "", re.MULTILINE))
    assert told == {path.stem for path in FILES} - {"__init__"}


def python_of(version: tuple[int, int]) -> str:
    """One that is installed here, wherever such are."""
    name = "python{}.{}".format(*version)
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    found = [*sorted(root.glob("versions/{}.{}.*/bin/{}".format(*version, name))), shutil.which(name) or ""]
    for path in filter(None, map(str, found)):
        if subprocess.run([path, "-c", "import ctypes, sqlite3"], capture_output=True).returncode == 0:
            return path
    pytest.skip(f"{name} is not installed here")


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: "{}.{}".format(*version))
def test_the_guest_runs_under_that_python(version: tuple[int, int]) -> None:
    sandbox = NamespaceSandbox(Place(python=python_of(version)))
    here = f"import sys\nassert sys.version_info[:2] == {version}\n"
    for probes in (ASKED, (here + PROBED,)):
        task = Task(
            "t", "", references=(CODE + "#",), scaffold=Scaffold(entry="f"), checks=(Check("", probes),)
        )
        (seen,) = sandbox.run([assemble(task, Candidate("t", 0, CODE))], Limits(seconds=10))
        assert (seen.ending, seen.reason, seen.decided) == ("finished", "", "outside")
        (seen,) = sandbox.run(
            [assemble(task, Candidate("t", 0, CODE + "\ndef f(kind): return 5"))], Limits(seconds=10)
        )
        assert seen.ending == "failed"
    sandbox.pool.close()
