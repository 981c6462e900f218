# What may stand for the tested function.

# == entry_imported: the entry is imported
from math import sqrt as f
# -- probes
assert f(9) == 3
# --
for x in (1, 4):
    assert f(x) ** 2 == x

# == any_entry_imported: one of many functions, which is imported
# functions: any
from math import gcd
# -- probes
assert f(6, 4) == 2
# -- reference
def f(a, b):
    return a if not b else f(b, a % b)

# == any_entry_named_import: imported under the tested name
# functions: any
from math import gcd as f
# -- probes
assert f(6, 4) == 2
# -- reference
def f(a, b):
    return a if not b else f(b, a % b)

# == any_entry_by_exec: made by exec
# functions: any
exec("def made(x):\n    return x * 2")
# -- probes
assert f(2) == 4
assert f(3) == 6
# -- reference
def f(x):
    return x * 2

# == any_entry_lambda: a lambda
# functions: any
twice = lambda x: x * 2
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_itemgetter: an itemgetter
# functions: any
from operator import itemgetter
second = itemgetter(1)
# -- probes
assert f([1, 2]) == 2
# -- reference
def f(pair):
    return pair[1]

# == any_entry_methodcaller: a methodcaller
# functions: any
import operator
shout = operator.methodcaller("upper")
# -- probes
assert f("a") == "A"
# -- reference
def f(text):
    return text.upper()

# == any_entry_partial: a partial function
# functions: any
import functools, operator
twice = functools.partial(operator.mul, 2)
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_class_method: a class method
# functions: any
class Maths:
    factor = 2
    @classmethod
    def twice(cls, x):
        return cls.factor * x
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_static_method: a static method
# functions: any
class Maths:
    @staticmethod
    def twice(x):
        return 2 * x
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_method: a method
# functions: any
class Solution:
    def __init__(self):
        self.factor = 2
    def twice(self, x):
        return self.factor * x
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_bound_method: a method of an object that the program made
# functions: any
class Scale:
    def __init__(self, factor):
        self.factor = factor
    def by(self, x):
        return self.factor * x
twice = Scale(2).by
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_callable_object: an object that can be called
# functions: any
class Scale:
    def __init__(self, factor=3):
        self.factor = factor
    def __call__(self, x):
        return self.factor * x
twice = Scale(2)
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_cached: a cached function
# functions: any
import functools
@functools.lru_cache(None)
def twice(x):
    return x * 2
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_decorated: wrapped by a decorator without wraps
# functions: any
def loud(function):
    def inner(*arguments):
        return function(*arguments) * 2
    return inner
@loud
def same(x):
    return x
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_vectorised: made by numpy.vectorize
# functions: any
# needs: numpy
# libraries: numpy
import numpy as np
twice = np.vectorize(lambda x: x * 2)
# -- probes
assert f(2) == 4
# -- reference
def f(x):
    return x * 2

# == any_entry_renamed: another name for a function of a library
# functions: any
import statistics
middle = statistics.median
# -- probes
assert f([3, 1, 2]) == 2
# -- reference
def f(numbers):
    return sorted(numbers)[len(numbers) // 2]

# == entry_itemgetter: the entry itself is an itemgetter
from operator import itemgetter
f = itemgetter("a")
# -- probes
assert f({"a": 1}) == 1
# --
assert sorted([{"a": 2}, {"a": 1}], key=f) == [{"a": 1}, {"a": 2}]

# == entry_partial: the entry is a partial
import functools
f = functools.partial(int, base=2)
# -- probes
assert f("101") == 5
# --
assert f.keywords == {"base": 2} and f.func is int

# == entry_class: the entry is a class
class f:
    def __init__(self, x):
        self.x = x
    def twice(self):
        return self.x * 2
# -- probes
assert f(2).twice() == 4
# --
one = f(1)
one.x = 5
assert one.twice() == 10 and isinstance(one, f)

# == entry_builtin_type: the entry is a type of Python
f = frozenset
# -- probes
assert f([1, 1]) == {1} and isinstance(f(), f)

# == entry_callable_object: the entry is an object that can be called
class Counter:
    def __init__(self):
        self.calls = 0
    def __call__(self):
        self.calls += 1
        return self.calls
f = Counter()
# -- probes
assert f() == 1 and f() == 2
assert f.calls == 2

# == entry_bound_method: the entry is a method of an object
class Account:
    def __init__(self):
        self.total = 0
    def add(self, x):
        self.total += x
        return self.total
account = Account()
f = account.add
# -- probes
assert f(2) == 2 and f(3) == 5
assert account.total == 5

# == entry_singledispatch: the entry chooses by type
import functools
@functools.singledispatch
def f(x):
    return "other"
@f.register
def _(x: int):
    return "int"
@f.register(list)
def _(x):
    return "list"
# -- probes
assert (f(1), f([]), f("")) == ("int", "list", "other")

# == entry_cached_with_statistics: the probe asks for the cache
import functools
@functools.lru_cache(maxsize=8)
def f(n):
    return n if n < 2 else f(n - 1) + f(n - 2)
# -- probes
assert f(30) == 832040
# --
f.cache_clear()
f(5)
assert f.cache_info().misses == 6

# == entry_ufunc: the entry is a ufunc of numpy
# needs: numpy
# libraries: numpy
import numpy as np
f = np.frompyfunc(lambda a, b: a + b, 2, 1)
# -- probes
import numpy as np
assert f(1, 2) == 3
assert list(f(np.array([1, 2]), 1)) == [2, 3]
assert f.reduce([1, 2, 3]) == 6

# == entry_generator_function: the probe asks what kind of function it is
def f(n):
    yield n
# -- probes
import inspect
assert inspect.isgeneratorfunction(f) and list(f(1)) == [1]

# == entry_with_all_parameters: every kind of parameter
def f(a, /, b, *rest, c=3, **more):
    return a, b, rest, c, more
# -- probes
assert f(1, 2) == (1, 2, (), 3, {})
assert f(1, 2, 3, c=4, d=5) == (1, 2, (3,), 4, {"d": 5})
assert f(1, b=2, a=9) == (1, 2, (), 3, {"a": 9})
# --
arguments, options = (1, 2), {"c": 0}
assert f(*arguments, **options) == (1, 2, (), 0, {})

# == entry_rebound_by_itself: the function replaces itself on its first call
def f(x):
    global f
    def f(x):
        return "second"
    return "first"
# -- probes
import sys
first = f
assert first(1) == "first"

# == body_between_scaffold: code that stands between before and after
    return [x * 2 for x in items]
# -- before
def f(items):
# -- after
# -- probes
assert f([1, 2]) == [2, 4]

# == expression_between_scaffold: an expression that stands within a line
sorted(items)[0]
# -- before
def f(items):
    return\
# -- probes
assert f([2, 1]) == 1
