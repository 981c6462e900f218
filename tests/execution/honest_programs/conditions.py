# Assertions of all shapes about ordinary answers.

# == short_circuit_or: the second part would fail
def f(x):
    return x
# -- probes
assert f(1) == 1 or f(2)["no"]
assert not (f(0) and f(1) / 0)

# == short_circuit_and: the second call happens only after the first
calls = []
def f(x):
    calls.append(x)
    return x
# -- probes
assert f(1) and f(2)
assert (f(0) and f(3)) == 0
assert calls == [1, 2, 0]

# == either_answer: one of two answers is right
def f(n):
    return [n, 0] if n % 2 else [0, n]
# -- probes
assert f(3) == [0, 3] or f(3) == [3, 0]
assert f(2) in ([0, 2], [2, 0])

# == none_or_length: a check for None before the use
def f(text):
    return text or None
# -- probes
assert f("") is None or len(f("")) > 5
assert f("abc") is not None and len(f("abc")) == 3

# == conditional_expression: if and else within an assertion
def f(x):
    return -x
# -- probes
assert (f(1) if f(1) < 0 else None) == -1
assert [f(x) if x else "none" for x in (0, 1)] == ["none", -1]

# == chained_comparison: a < f() < b
def f(x):
    return x * 10
# -- probes
assert 9 < f(1) < 11
assert 0 <= f(0) == 0 != f(1) > f(0)

# == arithmetic_on_answers: sums, products, powers
def f(x):
    return x + 0.5
# -- probes
assert f(1) + 1 == 2.5 and f(1) * 2 == 3 and f(1) ** 2 == 2.25 and -f(1) == -1.5
assert f(2) // 1 == 2 and f(2) % 2 == 0.5 and round(f(2.2), 1) == 2.7 and divmod(f(1), 1) == (1, 0.5)
assert f(1) - f(0) == 1 and abs(f(-2)) == 1.5 and int(f(1)) == 1

# == integer_arithmetic: bits and large products
def f(x):
    return x << 3
# -- probes
assert f(1) & 8 and f(1) | 1 == 9 and f(1) ^ f(1) == 0 and ~f(0) == -1
assert f(1) * f(2) == 128 and f(2) >> 1 == 8 and bin(f(1)) == "0b1000" and hex(f(2)) == "0x10"

# == text_arithmetic: text that is joined, repeated, formatted
def f(x):
    return "ab" * x
# -- probes
assert f(1) + "c" == "abc" and f(2) * 2 == "abababab" and "x" + f(1) == "xab"
assert "%s!" % f(1) == "ab!" and f"{f(1):>4}" == "  ab" and f(2)[::-1] == "baba"
assert f(1).upper() == "AB" and f(2).split("b") == ["a", "a", ""] and f(2).replace("a", "") == "bb"

# == list_arithmetic: lists that are joined and repeated
def f(n):
    return list(range(n))
# -- probes
assert f(2) + [9] == [0, 1, 9] and f(2) * 2 == [0, 1, 0, 1] and [5] + f(1) == [5, 0]
assert f(4)[1:3] == [1, 2] and f(4)[::2] == [0, 2] and f(4)[-2:] == [2, 3]
assert f(3).index(2) == 2 and f(3).count(1) == 1

# == set_arithmetic: sets that are compared and joined
def f(text):
    return set(text)
# -- probes
assert f("ab") | f("bc") == {"a", "b", "c"} and f("ab") & f("bc") == {"b"} and f("ab") - f("b") == {"a"}
assert f("a") < f("ab") and f("ab") >= {"a"} and f("ab").isdisjoint("cd") and f("ab") ^ {"a"} == {"b"}

# == dict_methods: what is asked of a dict
def f(x):
    return {"a": x, "b": [x]}
# -- probes
assert f(1).get("a") == 1 and f(1).get("z", 0) == 0 and "a" in f(1) and sorted(f(1)) == ["a", "b"]
assert f(1) | {"a": 5} == {"a": 5, "b": [1]} and f(1)["b"][0] == 1 and len(f(1)) == 2
assert list(f(1).items())[0] == ("a", 1) and f(1).keys() == {"a", "b"}

# == subscripts_of_variables: an index that is itself computed
def f():
    return {"x": [1, [2, 3]]}
# -- probes
key, at = "x", 1
assert f()[key][at][-1] == 3
assert f()["x"][len("a")][0] == 2

# == slices_by_object: a slice object, an Ellipsis
def f(n):
    return tuple(range(n))
# -- probes
middle = slice(1, 3)
assert f(5)[middle] == (1, 2) and f(5)[slice(None, None, -1)] == (4, 3, 2, 1, 0)

# == text_of_answers: str and repr of plain answers
def f(x):
    return [x, {x: (x,)}, None]
# -- probes
assert str(f(1)) == "[1, {1: (1,)}, None]" and repr(f("a")) == "['a', {'a': ('a',)}, None]"
assert f"{f(1)[0]:03d}" == "001" and "{0[0]}".format(f(7)) == "7" and "%(a)s" % {"a": f(1)[0]} == "1"

# == text_of_floats: how numbers are printed
def f(x):
    return x / 10
# -- probes
assert str(f(3)) == "0.3" and f"{f(1):.3f}" == "0.100" and repr(f(10)) == "1.0" and "%d" % f(25) == "2"
assert f"{f(1):%}" == "10.000000%" and format(f(12345), ",.1f") == "1,234.5"

# == aggregates: sum, min, max, sorted, any, all
def f(n):
    return [n, -n, n * 2]
# -- probes
assert sum(f(1)) == 2 and min(f(1)) == -1 and max(f(1), key=abs) == 2 and sorted(f(2), key=abs)[-1] == 4
assert any(x < 0 for x in f(1)) and all(isinstance(x, int) for x in f(1)) and not any(f(0))
assert list(map(abs, f(1))) == [1, 1, 2] and list(filter(lambda x: x > 0, f(1))) == [1, 2]
assert list(zip(f(1), f(2))) == [(1, 2), (-1, -2), (2, 4)]

# == comprehensions: of all kinds, nested and conditional
def f(n):
    return range(n)
# -- probes
assert [x * y for x in f(3) for y in f(x) if y] == [2]
assert {x % 2 for x in f(5)} == {0, 1} and {x: list(f(x)) for x in f(3)} == {0: [], 1: [0], 2: [0, 1]}
assert sum(x for x in f(4) if x % 2) == 4

# == lambdas_in_probes: functions without names
def f(x):
    return x + 1
# -- probes
twice = lambda function: lambda x: function(function(x))
assert twice(f)(1) == 3
assert list(map(f, [1, 2])) == [2, 3] and sorted([3, 1], key=lambda x: -f(x)) == [3, 1]
import functools
assert functools.reduce(lambda total, x: total + f(x), [1, 2], 0) == 5

# == entry_as_an_object: the function itself is passed on
def f(x):
    return x * x
# -- probes
import functools
assert list(map(f, range(3))) == [0, 1, 4] and max([-3, 2], key=f) == -3
assert functools.partial(f, 3)() == 9 and callable(f) and {f: 1}[f] == 1 and candidate is f

# == loops_with_else: for and while with else
def f(x):
    return x > 2
# -- probes
for x in range(5):
    if f(x):
        break
else:
    assert False
assert x == 3
# --
while not f(x):
    x += 1
else:
    assert x == 3

# == assert_messages: assertions with messages and parentheses
def f(x):
    return x
# -- probes
assert f(1) == 1, f"expected 1, got {f(1)}"
assert (f(2) ==
        2), "two"
# --
if f(1) != 1:
    raise AssertionError("not one")
assert f(3) == 3

# == unittest_class: a test case with setUp, subTest and all its assertions
def f(items):
    return sorted(set(items))
# -- probes
import unittest
class Tests(unittest.TestCase):
    def setUp(self):
        self.items = [3, 1, 3]
    def test_all(self):
        self.assertEqual(f(self.items), [1, 3])
        self.assertListEqual(f(self.items), [1, 3])
        self.assertCountEqual(f(self.items), [3, 1])
        self.assertIn(3, f(self.items))
        self.assertNotIn(2, f(self.items))
        self.assertTrue(f(self.items))
        self.assertFalse(f([]))
        self.assertIsInstance(f([]), list)
        self.assertIsNotNone(f([]))
        self.assertIsNot(f(self.items), self.items)
        self.assertGreater(len(f(self.items)), 1)
        self.assertAlmostEqual(sum(f([0.1, 0.2])), 0.3)
        for n in range(3):
            with self.subTest(n=n):
                self.assertEqual(f([n]), [n])
result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(Tests).run(result)
assert result.wasSuccessful() and result.testsRun == 1

# == unittest_by_main: unittest.main without an exit
def f(x):
    return x + 1
# -- probes
import io, unittest
class Tests(unittest.TestCase):
    def test(self):
        self.assertEqual(f(1), 2)
suite = unittest.TestLoader().loadTestsFromTestCase(Tests)
outcome = unittest.TextTestRunner(stream=io.StringIO()).run(suite)
assert not outcome.failures and not outcome.errors

# == check_function: a check that takes the function, as HumanEval has it
def f(x):
    return x + 1
# -- probes
METADATA = {"author": "x"}
def check(candidate):
    assert candidate(1) == 2
    assert candidate(2) == 3, "two"
    for x in range(3):
        assert candidate(x) - 1 == x
check(f)

# == order_of_a_set: the order of a set is the same on both sides
def f(words):
    return list(set(words))
# -- probes
assert f("hello world") == list(set("hello world"))
# --
assert sorted(f("ba")) == ["a", "b"]

# == hash_of_answers: equal answers have equal hashes
def f(x):
    return (x, frozenset([x]))
# -- probes
assert hash(f(1)) == hash((1, frozenset([1]))) and len({f(1), f(1), f(2)}) == 2
assert {f("a"): 1}[("a", frozenset("a"))] == 1

# == round_trip_json: JSON of an answer
def f(x):
    return {"a": [x, None, True], "b": {"c": "é"}}
# -- probes
import json
assert json.loads(json.dumps(f(1))) == f(1)
assert json.dumps(f(1)["a"]) == "[1, null, true]"

# == regular_expression_on_answer: re on text that was answered
def f(name):
    return f"{name}-2024-01-05.txt"
# -- probes
import re
assert re.fullmatch(r"\w+-\d{4}-\d\d-\d\d\.txt", f("a"))
assert re.findall(r"\d+", f("b")) == ["2024", "01", "05"] and re.split("-", f("c"))[0] == "c"

# == annotated_and_augmented: all kinds of assignment
def f(x):
    return x + 1
# -- probes
total: int = f(1)
total += f(2)
(a, [b, *c]), d = (f(0), [f(1), f(2), f(3)]), f(4)
e = g = f(5)
assert (total, a, b, c, d, e, g) == (5, 1, 2, [3, 4], 5, 6, 6)

# == statements_on_one_line: semicolons
def f(x):
    return x + 1
# -- probes
a = f(1); b = f(a); assert b == 3; assert a == 2

# == async_probe_helpers: a probe with asynchronous helpers about a plain function
def f(x):
    return x + 1
# -- probes
import asyncio
async def later(x):
    await asyncio.sleep(0)
    return f(x)
assert asyncio.run(later(1)) == 2

# == threads_of_probe: the probe calls from threads
def f(x):
    return x * x
# -- probes
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(3) as pool:
    assert list(pool.map(f, range(5))) == [0, 1, 4, 9, 16]

# == property_style: many random inputs
import bisect
def f(items, x):
    return bisect.bisect_left(items, x)
# -- probes
import random
chance = random.Random(0)
for _ in range(50):
    items = sorted(chance.sample(range(1000), 20))
    x = chance.randrange(1000)
    assert f(items, x) == sum(item < x for item in items)
