# Errors that probes expect, and contexts that they enter.

# == raises_builtin: an error of Python's own, by try
def f(x):
    if x < 0:
        raise ValueError(f"negative: {x}")
    return x ** 0.5
# -- probes
try:
    f(-1)
    assert False, "no error"
except ValueError as error:
    assert str(error) == "negative: -1" and error.args == ("negative: -1",)
assert f(4) == 2

# == raises_by_pytest: pytest.raises with match
# needs: pytest
def f(x):
    if x < 0:
        raise ValueError(f"negative: {x}")
    return x
# -- probes
import pytest
with pytest.raises(ValueError, match=r"negative: -\d"):
    f(-1)
# --
with pytest.raises(ValueError) as caught:
    f(-2)
assert "negative" in str(caught.value) and caught.type is ValueError
# --
pytest.raises(ValueError, f, -3)
assert f(1) == 1

# == approx_by_pytest: pytest.approx
# needs: pytest
def f(x):
    return x / 3
# -- probes
import pytest
assert f(1) == pytest.approx(0.33333333)
assert [f(1), f(2)] == pytest.approx([1 / 3, 2 / 3])

# == raises_by_unittest: assertRaises and assertRaisesRegex
def f(x):
    return int(x)
# -- probes
import unittest
case = unittest.TestCase()
case.assertRaises(ValueError, f, "x")
with case.assertRaisesRegex(ValueError, "invalid literal"):
    f("y")
with case.assertRaises(TypeError) as caught:
    f(None)
assert "NoneType" in str(caught.exception)
case.assertEqual(f("3"), 3)

# == raises_own_class: an error class of its own, derived from ValueError
class Rejected(ValueError):
    def __init__(self, code):
        super().__init__(f"rejected with {code}")
        self.code = code
def f(x):
    raise Rejected(x)
# -- probes
try:
    f(5)
    assert False
except ValueError as error:
    assert str(error) == "rejected with 5" and error.code == 5
# --
try:
    f(6)
    assert False
except Rejected as error:
    assert error.code == 6
# --
import unittest
with unittest.TestCase().assertRaises(Rejected):
    f(1)

# == raises_own_hierarchy: the probe catches a base class
class Problem(Exception):
    pass
class Broken(Problem):
    pass
def f(x):
    raise Broken(x) if x else Problem("none")
# -- probes
for x in (0, 1):
    try:
        f(x)
    except Broken:
        assert x
    except Problem as error:
        assert not x and error.args == ("none",)
    else:
        assert False

# == raises_from: the cause of an error
def f(text):
    try:
        return int(text)
    except ValueError as error:
        raise KeyError(text) from error
# -- probes
try:
    f("x")
    assert False
except KeyError as error:
    assert isinstance(error.__cause__, ValueError) and error.args == ("x",)

# == raises_of_a_library: an error class of the standard library
import json, decimal
def f(text):
    return json.loads(text)
def g():
    return decimal.Decimal(1) / 0
# -- probes
import json, decimal
try:
    f("{")
    assert False
except json.JSONDecodeError as error:
    assert error.pos == 1
# --
try:
    g()
    assert False
except decimal.DivisionByZero:
    pass

# == raises_with_fields: errors whose fields are asked for
def f(kind):
    if kind == "os":
        open("no such file")
    if kind == "key":
        return {}["a"]
    if kind == "unicode":
        return b"\xff".decode()
    if kind == "attribute":
        return object().missing
    return [][1]
# -- probes
import errno
try:
    f("os")
    assert False
except FileNotFoundError as error:
    assert error.errno == errno.ENOENT and error.filename == "no such file"
# --
try:
    f("unicode")
    assert False
except UnicodeDecodeError as error:
    assert error.start == 0
# --
for kind, expected in [("key", KeyError), ("attribute", AttributeError), ("", IndexError)]:
    try:
        f(kind)
        assert False
    except expected:
        pass

# == raises_system_exit: sys.exit with a code
import sys
def f(code):
    sys.exit(code)
# -- probes
try:
    f(3)
    assert False
except SystemExit as end:
    assert end.code == 3

# == raises_keyboard_interrupt: an interrupt that the probe catches
def f():
    raise KeyboardInterrupt
# -- probes
try:
    f()
    assert False
except KeyboardInterrupt:
    pass

# == raises_group: a group of errors
def f():
    raise ExceptionGroup("several", [ValueError(1), TypeError(2)])
# -- probes
caught = []
try:
    f()
except* ValueError as group:
    caught += group.exceptions
except* TypeError as group:
    caught += group.exceptions
assert [type(error).__name__ for error in caught] == ["ValueError", "TypeError"]

# == raises_recursion: endless recursion is an error
def f(x):
    return f(x + 1)
# -- probes
try:
    f(0)
    assert False
except RecursionError:
    pass

# == raises_assertion: an AssertionError of the program that the probe expects
def f(x):
    assert x > 0, "x must be positive"
    return x
# -- probes
try:
    f(-1)
except AssertionError as error:
    assert str(error) == "x must be positive"
else:
    raise SystemExit("no error")
assert f(1) == 1

# == raises_not_implemented: an error from an abstract method
class Base:
    def run(self):
        raise NotImplementedError
def f():
    return Base()
# -- probes
try:
    f().run()
    assert False
except NotImplementedError:
    pass

# == error_as_answer: an error that is returned and not raised
def f(x):
    try:
        return 1 / x
    except ZeroDivisionError as error:
        return error
# -- probes
assert isinstance(f(0), ZeroDivisionError) and str(f(0)) == "division by zero"
assert f(2) == 0.5

# == error_text_is_answered: a traceback as text
import traceback
def f():
    try:
        1 / 0
    except ZeroDivisionError:
        return traceback.format_exc()
# -- probes
assert f().startswith("Traceback") and f().strip().endswith("ZeroDivisionError: division by zero")

# == suppressed: contextlib in the probe
def f(x):
    return 1 / x
# -- probes
import contextlib
done = []
with contextlib.suppress(ZeroDivisionError):
    f(0)
    done.append("never")
assert done == [] and f(1) == 1

# == finally_and_else: try with else and finally in the probe
def f(x):
    return 1 / x
# -- probes
path = []
for x in (1, 0):
    try:
        f(x)
    except ZeroDivisionError:
        path.append("error")
    else:
        path.append("fine")
    finally:
        path.append("end")
assert path == ["fine", "end", "error", "end"]

# == context_of_contextlib: a context manager made by a generator
import contextlib
log = []
@contextlib.contextmanager
def f(name):
    log.append("open " + name)
    try:
        yield name.upper()
    finally:
        log.append("close " + name)
# -- probes
with f("a") as name:
    assert name == "A" and log == ["open a"]
assert log == ["open a", "close a"]
# --
try:
    with f("b"):
        raise KeyError
except KeyError:
    pass
assert log[-1] == "close b"

# == context_that_swallows: an exit that swallows the error of the probe
class Ignoring:
    def __init__(self, *kinds):
        self.kinds, self.caught = kinds, []
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        if kind and issubclass(kind, self.kinds):
            self.caught.append(str(error))
            return True
def f(*kinds):
    return Ignoring(*kinds)
# -- probes
with f(ValueError) as ignoring:
    raise ValueError("gone")
assert ignoring.caught == ["gone"]
# --
try:
    with f(ValueError):
        raise KeyError("stays")
    assert False
except KeyError:
    pass

# == context_of_file: a file that the program opens and the probe closes
def f(path, text):
    with open(path, "w") as out:
        out.write(text)
    return open(path)
# -- probes
with f("a.txt", "hello") as file:
    assert file.read() == "hello"
assert file.closed

# == exit_stack: several contexts at once
import contextlib
@contextlib.contextmanager
def f(x):
    yield x
# -- probes
import contextlib
with contextlib.ExitStack() as stack:
    assert [stack.enter_context(f(x)) for x in range(3)] == [0, 1, 2]
