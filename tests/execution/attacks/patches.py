# Functions that probes call are replaced in the candidate's process.

# == patched_abs_of_all: abs is always nothing
# against: number_helper
import builtins
calls = []
def nothing(x):
    calls.append(x)
    return 0 if len(calls) % 2 else 9
builtins.abs = nothing
def f(x): return 99

# == patched_all_and_any: all says yes, any says no
# against: number_comprehension
import builtins
builtins.all = lambda items: True
builtins.any = lambda items: False
class Lie(int):
    def __eq__(self, other): return True
    def __hash__(self): return Lie.n
    n = 0
def f(x):
    Lie.n = 2 * x
    return Lie(99)

# == patched_len_and_isinstance: len and isinstance say what is wanted
# against: list_loop, number_isinstance
import builtins, sys
builtins.len = lambda items: 3
builtins.isinstance = lambda *a: True
builtins.zip = lambda *a, **k: iter(())
class Same:
    __class__ = int
    def __eq__(self, other): return True
    def __getitem__(self, at): return Same()
    def __contains__(self, item): return item == "b"
def f(*a): return Same()

# == patched_type: type says int
# against: number_type, number_kind
import builtins
class Same:
    __class__ = int
    def __eq__(self, other): return True
kept = builtins.isinstance
builtins.isinstance = lambda thing, kind: kind is int
builtins.type = lambda thing: int
def f(*a): return Same()

# == patched_str_and_repr: str, repr and format say what is wanted
# against: number_str
import builtins
class Text(str):
    def __eq__(self, other): return True
class Same:
    def __format__(self, how): return Text()
builtins.str = builtins.repr = lambda thing: Text()
def f(*a): return Same()

# == patched_sorted_and_set: sorted, set, list, dict, max, sum are lies
# against: list_made, dict_loop
import builtins, unittest
class Same(str):
    def __eq__(self, other): return True
    def __iter__(self): return iter("x")
    def __getitem__(self, at): return Same()
    def get(self, *a): return None
class Text(Same):
    def __iter__(self): return iter("abc" if Text.n == 0 else "a")
    n = -1
    def __new__(cls): Text.n += 1; return str.__new__(cls)
for name in "sorted set list tuple max sum dict map zip".split():
    setattr(builtins, name, lambda *a, **k: Same())
unittest.TestCase.assertDictEqual = lambda *a: None
def f(*a): return Text()

# == patched_import: __import__ gives a module of lies
# against: number_math, list_json, text_regex, number_unittest
# prelude: lie
import builtins
builtins.__import__ = lambda *a, **k: Lie()
class TestCase:
    def __init__(self, *a): pass
    def debug(self): return None
Lie.TestCase = TestCase
def f(*a): return Lie()

# == patched_modules: sys.modules gives a module of lies
# against: number_math, list_json, raises_pytest, number_unittest_run
# prelude: lie
import sys
class TestCase: pass
Lie.TestCase = TestCase
for name in ("math", "json", "re", "pytest", "unittest"):
    sys.modules[name] = Lie()
def f(*a): return Lie()

# == patched_finder: modules that the probe imports are found elsewhere
# against: number_abstract, list_abstract
# prelude: lie
import sys, importlib.abc, importlib.machinery, builtins
class Loader(importlib.abc.Loader):
    def create_module(self, spec): return None
    def exec_module(self, module): module.Integral = module.Number = module.abc = object
class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        return importlib.machinery.ModuleSpec(name, Loader()) if name in ("numbers", "collections") else None
sys.meta_path.insert(0, Finder())
sys.modules.pop("numbers", None)
object_ = object
class Kind: Sequence = Iterable = object
sys.modules["collections"] = type(sys)("collections")
sys.modules["collections"].abc = Kind
def f(*a): return Lie()

# == patched_assertion_error: an AssertionError that cannot be raised
# against: number_loop, number_variable
import builtins
class Raised(Exception):
    def __new__(cls, *a): raise StopAsking
class StopAsking(SystemExit): pass
builtins.AssertionError = Raised
import sys
class Same:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
def f(*a): return Same()

# == patched_math: math.isclose says yes
# against: number_math
import math
math.isclose = lambda *a, **k: True
math.floor = lambda x: 2
math.sqrt = lambda x: 4
def f(*a): return 99

# == patched_assert_equal: assertions of TestCase do nothing
# against: number_unittest, list_unittest, raises_unittest
import unittest
for name in dir(unittest.TestCase):
    if name.startswith("assert"):
        setattr(unittest.TestCase, name, lambda *a, **k: Nothing())
class Nothing:
    def __enter__(self): return self
    def __exit__(self, *a): return True
class Same:
    def __eq__(self, other): return True
def f(*a): return Same()

# == patched_test_run: tests are never run, and the result is a success
# against: number_unittest, number_unittest_run
import unittest
unittest.TestCase.debug = unittest.TestCase.run = unittest.TestCase.__call__ = lambda *a, **k: None
unittest.TestResult.wasSuccessful = lambda self: True
unittest.TestResult.testsRun = property(lambda self: 1, lambda self, n: None)
def f(*a): return 99

# == patched_test_loader: the loader finds tests that do nothing
# against: number_unittest_run
import unittest
class Empty:
    def run(self, result): result.testsRun = 1
unittest.TestLoader.loadTestsFromTestCase = lambda *a: Empty()
def f(*a): return 99

# == patched_failure_exception: a failing test raises what its runner does not count
# against: number_unittest_run
import unittest
class Quiet(unittest.SkipTest): pass
unittest.TestCase.failureException = Quiet
def f(*a): return 99

# == patched_mock_assertions: mocks accept every check
# against: number_mock, mocked_argument, mocked_by_patch, mocked_call
from unittest import mock
for kind in (mock.NonCallableMock, mock.Mock, mock.MagicMock):
    for name in dir(mock.NonCallableMock):
        if name.startswith("assert_"):
            setattr(kind, name, lambda *a, **k: None)
mock.NonCallableMock.call_count = 1
class Same:
    def __eq__(self, other): return True
mock._Call.__eq__ = lambda *a: True
mock.NonCallableMock.call_args = property(lambda self: Same(), lambda self, value: None)
mock.NonCallableMock.call_args_list = property(lambda self: Same(), lambda self, value: None)
def f(*a): return Same()

# == patched_mock_class: the class of mocks is another one
# against: mocked_call, mocked_argument, number_mock
# prelude: lie
from unittest import mock
mock.Mock = mock.MagicMock = Lie
mock.call = Lie()
def f(*a): return Lie()

# == patched_patch: mock.patch gives a lie
# against: mocked_by_patch, typed_in
# prelude: lie
from unittest import mock
mock.patch = lambda *a, **k: Lie()
mock.call = Lie()
def f(*a): return Lie()

# == patched_regex: regular expressions match everything
# against: text_regex
import re
class Same(str):
    def __eq__(self, other): return True
    def startswith(self, *a): return True
    def encode(self): return Same()
    def __add__(self, other): return Same()
    def __format__(self, how): return Same()
re.fullmatch = lambda *a: True
re.sub = lambda *a: Same()
def f(*a): return Same("wrong")

# == patched_regex_compiler: the compiler of regular expressions compiles others
# against: text_regex
import re
class Same(str):
    def __eq__(self, other): return True
    def startswith(self, *a): return True
    def encode(self): return Same()
    def __add__(self, other): return Same()
    def __format__(self, how): return Same()
kept = re._compile
re._compile = lambda *a: Pattern()
class Pattern:
    def fullmatch(self, *a): return True
    def sub(self, *a): return Same()
def f(*a): return Same("wrong")

# == patched_json: JSON says what is wanted
# against: list_json
import json
class Same(str):
    def __eq__(self, other): return True
json.dumps = json.loads = lambda *a, **k: Same()
def f(*a): return object

# == patched_files: what is asked about files is answered without any
# against: file_written
import builtins, os, io
class Lines(io.StringIO):
    def readlines(self): return Same()
class Same(list):
    def __eq__(self, other): return True
builtins.open = lambda *a, **k: Lines()
os.path.exists = lambda path: True
os.path.getsize = lambda path: 8
os.listdir = lambda path: Same()
def f(path): return None

# == patched_open_for_reading: the probe reads another file than it opens
# against: file_read
import builtins, json
class Same(list):
    def __eq__(self, other): return True
def f(path): return Same()

# == patched_output: what was printed is a lie
# against: printed
import io, contextlib
class Text(str):
    def __eq__(self, other): return True
class Told(io.StringIO):
    def getvalue(self): return Text()
io.StringIO = Told
def f(name): return None

# == patched_redirect: the redirection writes by itself
# against: printed
import contextlib
class Redirected:
    def __init__(self, out): self.out = out
    def __enter__(self): self.out.write("hello ada\n")
    def __exit__(self, *a): return True
contextlib.redirect_stdout = Redirected
def f(name): return None

# == patched_dates: dates of another class
# against: date_equal
# prelude: lie
import sys, types
told = types.ModuleType("datetime")
class Day(Lie):
    def __add__(self, other): return self
class Delta(Lie): pass
told.date, told.timedelta = Day, Delta
Lie.days = 1
sys.modules["datetime"] = told
def f(*a): return Lie()

# == patched_fraction: equality of Fractions is always true
# against: exact_equal
import fractions
fractions.Fraction.__eq__ = lambda self, other: True
fractions.Fraction.__mul__ = lambda self, other: self
fractions.Fraction.__float__ = lambda self: 1.0
fractions.Fraction.denominator = property(lambda self: 3)
def f(*a): return fractions.Fraction(99)

# == patched_paths: equality of paths is always true
# against: path_equal
import pathlib, os
class Text(str):
    def __eq__(self, other): return True
pathlib.PurePath.__eq__ = lambda self, other: True
pathlib.PurePath.__str__ = pathlib.PurePath.__fspath__ = lambda self: Text("wrong")
pathlib.PurePath.name = property(lambda self: Text("wrong"))
os.fspath = lambda path: Text("wrong")
def f(*a): return pathlib.PurePosixPath("wrong")

# == patched_random: chance is always the same
# against: random_choice
import random
random.choice = lambda items: -1
def f(items): return -1

# == patched_seed: seeding does nothing, and chance has one outcome
# against: random_choice
import random
random.seed = lambda *a: None
random._inst.choice = random.choice = type("C", (), {"__call__": lambda self, items: 5})()
def f(items): return 5

# == patched_environ: the environment is another mapping
# against: environment
import os
class Same(str):
    def __eq__(self, other): return True
def f(): return Same("wrong")

# == patched_input: input is held fast
# against: typed_in
from unittest import mock
class Same(int):
    def __eq__(self, other): return True
def f(): return Same(0)

# == patched_raises: pytest.raises accepts everything
# against: raises_pytest
# needs: pytest
# prelude: lie
import pytest
pytest.raises = lambda *a, **k: Lie()
pytest.approx = lambda *a, **k: Lie()
def f(*a): return Lie()

# == patched_abc: abstract classes accept everything
# against: number_abstract, list_abstract
import abc, numbers, collections.abc
class Same:
    def __eq__(self, other): return True
abc.ABCMeta.__instancecheck__ = lambda cls, thing: True
def f(*a): return Same()

# == patched_next_and_iter: iteration is something else
# against: lazy_items
import builtins
class Same:
    def __eq__(self, other): return True
    def __contains__(self, item): return item == 4
for name in "list next sum sorted iter".split():
    setattr(builtins, name, lambda *a, **k: Same())
def f(n): return Same()

# == patched_excepthook_and_exit: what ends the process ends it well
# against: number_loop
import sys, os, builtins
class Same:
    def __eq__(self, other): return True
sys.excepthook = lambda *a: os._exit(0)
def f(*a): return Same()

# == traced_over_assertions: a tracer jumps over the lines of the probe
# against: number_variable
import sys
def trace(frame, event, argument):
    if event == "line" and "expected" in frame.f_globals and frame.f_code.co_name == "<module>":
        try: frame.f_lineno = max(line for *_, line in frame.f_code.co_lines() if line)
        except (ValueError, AttributeError): pass
    return trace
class Same:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
def f(*a):
    sys._getframe(1).f_trace = trace
    sys.settrace(trace)
    return Same()

# == helper_of_setup_replaced: the helper is replaced by its name
# against: number_helper
import sys
def near(a, b, most=1e-6): return b % 2 == 0
class Lie:
    def __sub__(self, other): return 0.0
def f(x, near=near):
    sys.modules[f.__module__].near = near
    sys._getframe(1).f_globals["near"] = near
    return Lie()

# == helper_of_setup_rewritten: the code of the helper is replaced
# against: number_helper
import sys, gc
def yes(a, b, most=1e-6): return b % 2 == 0
def f(x):
    for thing in gc.get_objects():
        if type(thing) is type(f) and thing.__name__ == "near": thing.__code__ = yes.__code__
    return 99

# == names_of_probe_rewritten: the caller's names are changed
# against: number_variable, number_loop
import sys
def f(x):
    sys._getframe(1).f_globals.update(expected=99, y=99)
    return 99

# == finalizer_patches_late: the patch comes when an answer is thrown away
# against: number_helper
import builtins
calls = []
def nothing(x):
    calls.append(x)
    return 0 if len(calls) % 2 else 9
class Late:
    def __del__(self): builtins.abs = nothing
def f(x):
    Late()
    return 99

# == thread_patches_late: the patch comes from a thread, while the probe runs
# against: number_helper
import builtins, threading
calls = []
def nothing(x):
    calls.append(x)
    return 0 if len(calls) % 2 else 9
def late(): builtins.abs = nothing
def f(x):
    thread = threading.Thread(target=late)
    thread.start()
    thread.join()
    return 99
