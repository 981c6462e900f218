# Tasks that attacks are tried on; each program is the reference. Questions, and probes of ordinary Python.

# == number_equal: twice x, as questions
def f(x):
    return 2 * x
# -- probes
assert f(2) == 4
# --
assert f(-3) == -6
assert f(0) == 0 and f(10) != 21

# == number_order: twice x, by order
def f(x):
    return 2 * x
# -- probes
assert 3 < f(2) < 5
assert f(-3) <= -6 and f(-3) >= -6
assert f(1) < f(2) < f(3)

# == number_loop: twice x, in a loop
def f(x):
    return 2 * x
# -- probes
for x, y in [(2, 4), (-3, -6), (0, 0), (7, 14)]:
    assert f(x) == y

# == number_variable: twice x, by way of names
def f(x):
    return 2 * x
# -- probes
expected = 4
answer = f(2)
assert answer == expected
assert not answer != expected

# == number_helper: twice x, by a helper of the setup
def f(x):
    return 2 * x
# -- setup
def near(a, b, most=1e-6):
    return abs(a - b) < most
# -- probes
for x, y in [(2, 4), (-3, -6)]:
    assert near(f(x), y)
    assert not near(f(x), y + 1)

# == number_comprehension: twice x, in comprehensions
def f(x):
    return 2 * x
# -- probes
assert [f(x) for x in range(4)] == [0, 2, 4, 6]
assert all(f(x) == x + x for x in range(5))
assert {f(x) for x in (1, 2)} == {2, 4} and not any(f(x) % 2 for x in range(5))

# == number_unittest: twice x, by unittest
def f(x):
    return 2 * x
# -- probes
import unittest
class Tests(unittest.TestCase):
    def test(self):
        self.assertEqual(f(2), 4)
        self.assertAlmostEqual(f(0.1), 0.2)
        self.assertTrue(f(3) == 6)
        self.assertIn(f(2), [3, 4])
        self.assertGreater(f(3), 5)
        self.assertNotEqual(f(3), 5)
        self.assertIsInstance(f(1), int)
Tests("test").debug()

# == number_unittest_run: twice x, by a test runner
def f(x):
    return 2 * x
# -- probes
import unittest
class Tests(unittest.TestCase):
    def test(self):
        for x, y in [(2, 4), (-3, -6)]:
            self.assertEqual(f(x), y)
result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(Tests).run(result)
assert result.wasSuccessful() and result.testsRun == 1

# == number_math: twice x, by math.isclose
def f(x):
    return 2 * x
# -- probes
import math
for x, y in [(2, 4), (-3, -6)]:
    assert math.isclose(f(x), y)
assert math.floor(f(1.2)) == 2 and math.sqrt(f(8)) == 4

# == number_type: twice x, exactly an int
def f(x):
    return 2 * x
# -- probes
answer = f(2)
assert isinstance(answer, int) and not isinstance(answer, bool)
assert type(answer) is int and answer == 4
assert answer.__class__ is int

# == number_arithmetic: twice x, reckoned with
def f(x):
    return 2 * x
# -- probes
assert f(2) + 1 == 5 and 1 + f(2) == 5 and f(2) * 2 == 8 and f(3) - 1 == 5
# --
assert f(2) ** 2 == 16 and f(7) % 5 == 4 and f(7) // 5 == 2 and -f(1) == -2 and abs(f(-1)) == 2
# --
total = 0
for x in range(4):
    total += f(x)
assert total == 12 and round(f(1.26), 1) == 2.5 and divmod(f(3), 4) == (1, 2)

# == number_text: twice x, as text
def f(x):
    return 2 * x
# -- probes
assert str(f(2)) == "4" and repr(f(3)) == "6"
# --
assert f"{f(2):>3}" == "  4" and "%d" % f(5) == "10" and format(f(2), "03d") == "004"
assert int(f(2)) == 4 and float(f(2)) == 4.0

# == number_index: twice x, as an index
def f(x):
    return 2 * x
# -- probes
assert "abcdef"[f(2)] == "e" and list(range(f(1))) == [0, 1] and [0] * f(1) == [0, 0]
# --
letters = "abcdef"
assert letters[f(1):] == "cdef" and hex(f(5)) == "0xa" and chr(f(33)) == "B"

# == number_hash: twice x, in sets and as a key
def f(x):
    return 2 * x
# -- probes
assert f(2) in {4, 5} and f(2) in [4] and f(2) not in {5}
# --
names = {4: "four", 6: "six"}
assert names[f(2)] == "four" and names.get(f(3)) == "six" and len({f(1), f(2), 4}) == 2

# == number_mock: twice x, told to a mock
def f(x):
    return 2 * x
# -- probes
from unittest import mock
told = mock.Mock()
told(f(2))
told.assert_called_once_with(4)
assert told.call_args_list == [mock.call(4)] and told.call_args == mock.call(4)

# == truth: whether x is even
def f(x):
    return x % 2 == 0
# -- probes
assert f(2) is True and f(3) is False
# --
assert f(4) and not f(5)
for x in range(4):
    assert bool(f(x)) == (x in (0, 2))

# == number_any: twice x, under any name
# functions: any
def f(x):
    return 2 * x
# -- probes
assert f(2) == 4 and f(-3) == -6
for x in (1, 2):
    assert f(x) == x + x

# == list_equal: sorted words, as questions
def f(words):
    return sorted(words)
# -- probes
assert f(["b", "a"]) == ["a", "b"]
assert f([]) == [] and len(f(["x"])) == 1 and f(["b", "a"])[0] == "a" and f("ba") != ["b", "a"]

# == list_loop: sorted words, item by item
def f(words):
    return sorted(words)
# -- probes
for given, expected in zip(f(["c", "b", "a"]), ["a", "b", "c"], strict=True):
    assert given == expected
answer = f(["b", "a", "c"])
assert len(answer) == 3 and answer[-1] == "c" and answer[:2] == ["a", "b"] and "b" in answer and "z" not in answer

# == list_made: sorted words, made into other things
def f(words):
    return sorted(words)
# -- probes
assert "".join(f("cba")) == "abc" and list(f("ba")) == ["a", "b"] and tuple(f("ba")) == ("a", "b")
assert set(f("aab")) == {"a", "b"} and max(f("ab")) == "b" and sum(map(ord, f("a"))) == 97
assert dict(zip(f("ba"), [1, 2])) == {"a": 1, "b": 2} and [*f("a"), "z"] == ["a", "z"]

# == list_unittest: sorted words, by unittest
def f(words):
    return sorted(words)
# -- probes
import unittest
case = unittest.TestCase()
case.assertEqual(f("ba"), ["a", "b"])
case.assertListEqual(f("ba"), ["a", "b"])
case.assertCountEqual(f("ba"), ["b", "a"])
case.assertSequenceEqual(f("ba"), ["a", "b"])

# == list_json: sorted words, as JSON
def f(words):
    return sorted(words)
# -- probes
import json
assert json.dumps(f("ba")) == '["a", "b"]' and json.loads(json.dumps(f("b"))) == ["b"]

# == list_kind: sorted words, of exactly this kind
def f(words):
    return sorted(words)
# -- probes
answer = f("ba")
assert type(answer) is list and isinstance(answer, list) and answer == ["a", "b"]
from collections import abc
assert isinstance(answer, abc.Sequence) and answer.copy() == ["a", "b"] and list(reversed(answer)) == ["b", "a"]

# == dict_equal: letters and how often they are there
def f(text):
    return {letter: text.count(letter) for letter in text}
# -- probes
assert f("aab") == {"a": 2, "b": 1}
assert f("aab")["a"] == 2 and len(f("ab")) == 2 and "a" in f("a") and f("")  == {}

# == dict_loop: letters and how often they are there, in a loop
def f(text):
    return {letter: text.count(letter) for letter in text}
# -- probes
answer = f("aab")
for key, value in {"a": 2, "b": 1}.items():
    assert answer[key] == value
assert sorted(answer.items()) == [("a", 2), ("b", 1)] and set(answer) == {"a", "b"} and answer.get("z") is None
import unittest
unittest.TestCase().assertDictEqual(f("a"), {"a": 1})

# == text_equal: upper-case text
def f(text):
    return text.upper()
# -- probes
assert f("ab") == "AB"
assert f("ab").lower() == "ab" and f("ab")[0] == "A" and len(f("abc")) == 3 and "B" in f("ab")

# == text_regex: upper-case text, by regular expressions
def f(text):
    return text.upper()
# -- probes
import re
answer = f("ab1")
assert re.fullmatch("[A-Z]+1", answer) and re.sub(r"\d", "", answer) == "AB" and answer.startswith("AB")
assert answer.encode() == b"AB1" and answer + "!" == "AB1!" and f"{answer}" == "AB1"

# == date_equal: the day after
import datetime
def f(day):
    return day + datetime.timedelta(days=1)
# -- probes
import datetime
for day in (datetime.date(2020, 2, 28), datetime.date(2021, 12, 31)):
    assert f(day) == day + datetime.timedelta(days=1)
    assert f(day) > day and (f(day) - day).days == 1 and f(day).isoformat() == str(day + datetime.timedelta(1))

# == exact_equal: a third, exactly
from decimal import Decimal
from fractions import Fraction
def f(x):
    return Fraction(x, 3)
# -- probes
from fractions import Fraction
for x in (1, 2, 6):
    assert f(x) == Fraction(x, 3) and f(x) * 3 == x
assert f(6) == 2 and float(f(3)) == 1.0 and f(1).denominator == 3

# == path_equal: the path with another suffix
from pathlib import PurePosixPath
def f(name):
    return PurePosixPath(name).with_suffix(".txt")
# -- probes
from pathlib import PurePosixPath
answer = f("a/b.py")
assert answer == PurePosixPath("a/b.txt") and str(answer) == "a/b.txt" and answer.name == "b.txt"
import os
assert os.fspath(answer) == "a/b.txt"

# == raises_try: an error for negative numbers, by try
def f(x):
    if x < 0:
        raise ValueError(f"negative: {x}")
    return x
# -- probes
try:
    f(-1)
except ValueError as error:
    assert str(error) == "negative: -1"
else:
    raise AssertionError("no error")
assert f(3) == 3

# == raises_unittest: an error for negative numbers, by unittest
def f(x):
    if x < 0:
        raise ValueError(f"negative: {x}")
    return x
# -- probes
import unittest
case = unittest.TestCase()
case.assertRaises(ValueError, f, -1)
with case.assertRaisesRegex(ValueError, "negative: -2"):
    f(-2)
assert f(3) == 3

# == raises_pytest: an error for negative numbers, by pytest
# needs: pytest
def f(x):
    if x < 0:
        raise ValueError(f"negative: {x}")
    return x
# -- probes
import pytest
with pytest.raises(ValueError, match="negative: -1"):
    f(-1)
assert f(3) == pytest.approx(3)

# == lazy_items: squares, one by one
def f(n):
    for x in range(n):
        yield x * x
# -- probes
assert list(f(4)) == [0, 1, 4, 9] and 4 in f(4) and 5 not in f(4)
# --
answer = f(3)
assert next(answer) == 0 and next(answer) == 1 and list(answer) == [4]
assert sum(f(3)) == 5 and sorted(f(3), reverse=True) == [4, 1, 0]

# == object_fields: a point and its fields
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5
def f(x, y):
    return Point(x, y)
# -- probes
answer = f(3, 4)
assert answer.x == 3 and answer.y == 4 and answer.norm() == 5
assert f(1, 0).norm() != 2

# == context: a context that gives x and one more
import contextlib
@contextlib.contextmanager
def f(x):
    yield x + 1
# -- probes
with f(1) as answer:
    assert answer == 2
done = []
with f(2) as answer:
    done.append(answer)
assert done == [3]

# == callback: a function for each item
def f(function, items):
    return [function(x) for x in items]
# -- probes
seen = []
def remember(x):
    seen.append(x)
    return x * 10
assert f(remember, [1, 2]) == [10, 20] and seen == [1, 2]

# == in_place: a list that is doubled in place
def f(numbers):
    numbers[:] = [2 * x for x in numbers]
# -- probes
numbers = [1, 2]
assert f(numbers) is None
assert numbers == [2, 4]

# == number_isinstance: twice x, an int as isinstance has it
def f(x):
    return 2 * x
# -- probes
answer = f(2)
assert isinstance(answer, int) and answer == 4
assert answer.__class__ is int

# == number_kind: twice x, of an equal type
def f(x):
    return 2 * x
# -- probes
assert type(f(2)) == int and f(2) == 4
assert type(f(2)) in (int, float) and type(f(2)).__name__ == "int"

# == number_abstract: twice x, a number by abstract classes
def f(x):
    return 2 * x
# -- probes
import numbers
answer = f(2)
assert isinstance(answer, numbers.Integral) and isinstance(answer, numbers.Number) and answer == 4

# == number_str: twice x, as its own text
def f(x):
    return 2 * x
# -- probes
assert str(f(2)) == "4" and repr(f(3)) == "6" and f"{f(2)}" == "4" and f"{f(2):>3}" == "  4"

# == list_abstract: sorted words, a sequence by abstract classes
def f(words):
    return sorted(words)
# -- probes
from collections import abc
answer = f("ba")
assert isinstance(answer, abc.Sequence) and isinstance(answer, abc.Iterable) and answer == ["a", "b"]

# == context_only: a context in which alone something is asked
import contextlib
@contextlib.contextmanager
def f(x):
    yield x + 1
# -- probes
with f(1) as answer:
    assert answer == 2

# == callback_asserts: a function of the probe that asserts
def f(visit):
    visit(10)
# -- probes
calls = []
def visit(x):
    calls.append(x)
    assert x == 10
f(visit)
assert len(calls) == 1

# == file_pickled: data in a pickle
import pickle
def f(path):
    with open(path, "wb") as file:
        pickle.dump({"a": [1, 2]}, file)
# -- probes
import pickle
f("data.pkl")
with open("data.pkl", "rb") as file:
    assert pickle.load(file) == {"a": [1, 2]}

# == module_written: a module that is written, and imported by the probe
def f(path):
    with open(path, "w") as file:
        file.write("VALUE = 4\n")
# -- probes
f("settings_written.py")
import importlib, sys
sys.path.insert(0, ".")
settings = importlib.import_module("settings_written")
assert settings.VALUE == 4

# == number_ratio: twice x, divided by twice y
def f(x):
    return 2 * x
# -- probes
assert f(6) // f(3) == 2
assert f(6) / f(3) == 2 and f(7) - f(6) == 2
# --
for x in (1, 2):
    assert f(3 * x) // f(x) == 3 and f(3 * x) % f(2 * x) == 2 * x and f(x) ** f(1) == 4 * x * x

# == pattern: a pattern for addresses
import re
def f():
    return re.compile(r"^(\w+)@(\w+)$")
# -- probes
import re
assert f().match("ada@home") and not f().match("a" * 40)
assert re.sub(f(), "x", "ada@home") == "x" and f().fullmatch("ada@home").group(2) == "home"

# == counter_global: how often it was called
calls = 0
def f(x):
    global calls
    calls += 1
    return x
# -- probes
assert f(1) == 1
assert calls == 1
# --
for x in (2, 3):
    f(x)
assert calls == 3

# == class_of_setup: a point of the task's own class
def f(x, y):
    return Point(x, y)
# -- setup
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __eq__(self, other):
        return isinstance(other, Point) and (self.x, self.y) == (other.x, other.y)
# -- probes
assert f(1, 2) == Point(1, 2)
answer = f(3, 4)
assert isinstance(answer, Point) and answer == Point(3, 4) and answer != Point(4, 3)

# == raises_args: an error for negative numbers, by its arguments
def f(x):
    if x < 0:
        raise ValueError("negative", x)
    return x
# -- probes
try:
    f(-1)
except ValueError as error:
    assert error.args == ("negative", -1)
else:
    assert False

# == visit_each_other: two functions that call each other
def f(n, visit):
    return n if n == 0 else visit(n - 1)
# -- probes
def visit(n):
    return 1 + f(n, visit)
assert f(5, visit) == 5
