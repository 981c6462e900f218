# Tasks for attacks on what is lent and read: most are tried once.

# == borrowed_error_class_is_all: for the program's own error class is AssertionError
class TooMuch(Exception): pass
def f(x): raise TooMuch
# -- probes
try:
    f(12)
    assert False
except TooMuch:
    pass

# == borrowed_error_class_with_hook: for an error class whose metaclass says yes
class TooMuch(Exception): pass
def f(x): raise TooMuch
# -- probes
import pytest
with pytest.raises(TooMuch):
    f(12)

# == borrowed_cancelled_task: for a task that is cancelled is no failure of its group
async def f(x): return 2 * x
# -- probes
import asyncio
async def check(x): assert await f(x) == 2 * x
async def main():
    async with asyncio.TaskGroup() as group:
        group.create_task(check(2))
asyncio.run(main())

# == borrowed_sql_is_traced: for statements of the probe are overheard
def f(connection):
    connection.execute("INSERT INTO t VALUES ('Bob')")
# -- probes
import sqlite3
connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE t (name TEXT)")
f(connection)
assert connection.execute("SELECT 'Bob', COUNT(*) FROM t").fetchone() == ("Bob", 1)

# == borrowed_sql_function_replaced: for a function of SQL is replaced
def f(connection):
    connection.execute("INSERT INTO t VALUES ('Bob')")
# -- probes
import sqlite3
connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE t (name TEXT)")
f(connection)
assert connection.execute("SELECT COUNT(*) FROM t").fetchone() == (1,)

# == borrowed_entry_imported_by_reference: for the reference only imports what is asked
from math import gcd as f
# -- probes
for a in (4, 6):
    assert f(a, 2) == 2

# == borrowed_fifo_in_place: for a pipe in place of a file
def f(path):
    open(path, "w").write("x")
# -- probes
f("out.txt")
assert open("out.txt").read() == "x"

# == borrowed_partial_restated: for a partial of the probe is given another function
def f(check): return 4
# -- probes
import functools
def close(tolerance, a, b): return abs(a - b) < tolerance
check = functools.partial(close, 0.1)
assert check(f(check), 4)

# == borrowed_function_defaults_replaced: for defaults of a function of the probe
def f(check): return 4
# -- probes
def check(a, b, tolerance=0.1): return abs(a - b) < tolerance
assert check(f(check), 4)

# == borrowed_file_reopened: for a file of the probe is opened again on another
def f(file):
    file.write("right")
    file.flush()
# -- probes
with open("t.txt", "w+") as file:
    f(file)
    file.seek(0)
    assert file.read() == "right"

# == borrowed_coroutine_says_all: for a coroutine that is no answer
async def f(x): return 2 * x
# -- probes
import asyncio
assert asyncio.run(f(2)) == 4

# == borrowed_named_error_fields: for fields of an error in the place of methods
def f(x): raise ValueError("right")
# -- probes
try:
    f(1)
    assert False
except ValueError as error:
    assert error.args == ("right",) and str(error) == "right"

# == borrowed_swallows_by_reference_only: for a reference that swallows one error, and a program that raises it
class C:
    def __enter__(self): return self
    def value(self): return 5
    def __exit__(self, kind, *a): return kind is KeyError
def f(): return C()
# -- probes
with f() as c:
    raise KeyError
with f() as c:
    assert c.value() == 5

# == borrowed_huge_reason: for an error with a text of a megabyte
def f(x): return 2 * x
# -- probes
for x in (1, 2):
    assert f(x) == 2 * x

# == borrowed_keys_taken: for containers under keys that are taken
def f(xs): return [sum(xs)]
# -- probes
for xs in ([1, 2, 3], [6]):
    assert f(xs) == [sum(xs)]

# == borrowed_own_container_back: for the probe's container is answered and rewritten
def f(xs): return [sum(xs)]
# -- probes
for xs in ([1, 2, 3], [6]):
    assert f(xs) == [6]

# == borrowed_sharing_of_object_state: for fields of an object of the probe that nobody lent
def f(box): return box.open()
# -- probes
class Box:
    def __init__(self): self._secret = 4711
    def open(self): return self._secret
assert f(Box()) == 4711 - 0

# == borrowed_sympy_text: for text that sympy would evaluate
# needs: sympy
# libraries: sympy
import sympy
def f(x): return sympy.Tuple(0)
# -- probes
import sympy
assert f(1) == sympy.Tuple(0)

# == borrowed_na_series: for values that do not count
# needs: pandas
# libraries: pandas
def f(s): return s * 2
# -- probes
import pandas as pd
assert (f(pd.Series([1, 2])) == pd.Series([2, 4])).all()

# == borrowed_na_frame: for values that do not count, in a table
# needs: pandas
# libraries: pandas
def f(df): return df * 2
# -- probes
import pandas as pd
df = pd.DataFrame({"a": [1, 2]})
assert (f(df) == df * 2).all().all()

# == borrowed_na_scalars: for values that do not count, as objects
# needs: pandas
# libraries: pandas
def f(s): return (s > 1).array
# -- probes
import pandas as pd
assert (f(pd.Series([1, 2])) == [False, True]).all()

# == borrowed_field_for_a_method: for an object of a class of the setup with a field in the place of a method
def f(x): return Point(x)
# -- setup
class Point:
    def __init__(self, x): self.x = x
    def same(self, other): return self.x == other.x
# -- probes
assert f(6).same(Point(6))
