# Ordinary Python of less usual kinds: decorators, errors that carry something, coroutines, mocks, tables.

# == decorator_keeps_the_name: functools.wraps on a function of the probe
import functools
def f(function):
    @functools.wraps(function)
    def wrapper(*arguments, **options):
        return function(*arguments, **options) * 2
    return wrapper
# -- probes
@f
def add(a, b=1):
    """Adds."""
    return a + b
assert add(1) == 4 and add(1, b=2) == 6
assert add.__name__ == "add" and add.__doc__ == "Adds."

# == class_decorator_adds: a class decorator gives a class of the probe a method
def f(kind):
    kind.greet = lambda self: "hi " + self.name
    return kind
# -- probes
@f
class Person:
    def __init__(self, name):
        self.name = name
assert Person("ada").greet() == "hi ada"

# == class_decorator_wraps: a class decorator wraps a method of the probe's class
def f(kind):
    original = kind.area
    def area(self):
        return round(original(self), 1)
    kind.area = area
    return kind
# -- probes
@f
class Circle:
    def __init__(self, radius):
        self.radius = radius
    def area(self):
        return 3.14159 * self.radius ** 2
assert Circle(2).area() == 12.6

# == class_decorator_repr: a class decorator gives a class of the probe its text
def f(kind):
    def text(self):
        return f"{kind.__name__}({self.x})"
    kind.__repr__ = text
    return kind
# -- probes
@f
class Point:
    def __init__(self, x):
        self.x = x
assert repr(Point(3)) == "Point(3)"

# == generator_of_probe_is_sent: the program sends into a generator of the probe
def f(generator):
    next(generator)
    answers = [generator.send(item) for item in (1, 2, 3)]
    generator.close()
    return answers
# -- probes
def totals():
    total = 0
    while True:
        total += yield total
assert f(totals()) == [1, 3, 6]

# == callback_with_keywords: keyword arguments for a function of the probe
def f(function, items):
    return [function(item, position=number, last=number == len(items) - 1) for number, item in enumerate(items)]
# -- probes
def note(item, *, position, last=False):
    return f"{position}:{item}{'.' if last else ','}"
assert f(note, "ab") == ["0:a,", "1:b."]

# == error_with_cause: a cause that the probe looks at
def f(text):
    try:
        return int(text)
    except ValueError as error:
        raise RuntimeError("no number") from error
# -- probes
try:
    f("x")
except RuntimeError as error:
    assert isinstance(error.__cause__, ValueError)
    assert "invalid literal" in str(error.__cause__)
else:
    assert False

# == error_with_attributes: fields of an error of the program's own
class TooMuch(Exception):
    def __init__(self, wanted, limit):
        super().__init__(f"{wanted} of {limit}")
        self.wanted, self.limit = wanted, limit
        self.over = wanted - limit
def f(wanted):
    if wanted > 10:
        raise TooMuch(wanted, 10)
    return wanted
# -- probes
assert f(3) == 3
try:
    f(12)
    assert False
except TooMuch as error:
    assert (error.wanted, error.limit, error.over) == (12, 10, 2)
    assert str(error) == "12 of 10"

# == error_with_code: fields of errors of the library
import json
def f(text):
    return json.loads(text)
# -- probes
import json
try:
    f("[1,")
    assert False
except json.JSONDecodeError as error:
    assert error.pos == 3 and error.lineno == 1 and error.doc == "[1,"

# == error_of_the_system: errno and file name
def f(path):
    return open(path).read()
# -- probes
import errno
try:
    f("missing.txt")
    assert False
except OSError as error:
    assert error.errno == errno.ENOENT and error.filename == "missing.txt"

# == error_key: the key of a KeyError
def f(table, key):
    return table[key]
# -- probes
try:
    f({"a": 1}, "b")
    assert False
except KeyError as error:
    assert error.args == ("b",) and str(error) == "'b'"

# == error_exit_code: the status of an exit
import sys
def f(code):
    sys.exit(code)
# -- probes
import pytest
with pytest.raises(SystemExit) as caught:
    f(3)
assert caught.value.code == 3

# == error_stop_iteration_value: the value that a generator returns
def f():
    got = yield 1
    return got * 2
# -- probes
generator = f()
assert next(generator) == 1
try:
    generator.send(4)
    assert False
except StopIteration as stop:
    assert stop.value == 8

# == exception_group_parts: the parts of a group
def f(errors):
    raise ExceptionGroup("many", [ValueError(text) for text in errors])
# -- probes
try:
    f(["a", "b"])
    assert False
except* ValueError as group:
    assert [str(part) for part in group.exceptions] == ["a", "b"]

# == error_notes: notes of an error
def f():
    error = ValueError("bad")
    error.add_note("look here")
    raise error
# -- probes
try:
    f()
    assert False
except ValueError as error:
    assert error.__notes__ == ["look here"]

# == inherited_properties: properties and setters in a subclass
class Shape:
    def __init__(self, side): self._side = side
    @property
    def side(self): return self._side
    @side.setter
    def side(self, value):
        if value < 0: raise ValueError("negative")
        self._side = value
class Square(Shape):
    @property
    def area(self): return self.side ** 2
def f(side): return Square(side)
# -- probes
square = f(3)
assert square.area == 9
square.side = 4
assert square.area == 16 and square.side == 4
try:
    square.side = -1
    assert False
except ValueError as error:
    assert str(error) == "negative"

# == super_calls_of_probe_class: a subclass of the program's class in the probe
class Base:
    def __init__(self, name): self.name = name
    def hello(self): return "I am " + self.name
def f(name): return Base(name)
# -- probes
assert f("a").hello() == "I am a"
assert f("b").name == "b"

# == operators_of_vectors: operators of a class of the program's own
class Vector:
    def __init__(self, *parts): self.parts = parts
    def __add__(self, other): return Vector(*[a + b for a, b in zip(self.parts, other.parts)])
    def __mul__(self, number): return Vector(*[part * number for part in self.parts])
    __rmul__ = __mul__
    def __eq__(self, other): return self.parts == other.parts
    def __getitem__(self, at): return self.parts[at]
    def __len__(self): return len(self.parts)
    def __abs__(self): return sum(part ** 2 for part in self.parts) ** 0.5
    def __repr__(self): return f"Vector{self.parts}"
def f(*parts): return Vector(*parts)
# -- probes
v = f(3, 4)
assert abs(v) == 5 and len(v) == 2 and v[1] == 4
assert list(v + f(1, 1)) == [4, 5]
assert (2 * v)[0] == 6 and repr(v * 2) == "Vector(6, 8)"

# == matrix_multiplication: the operator @
class M:
    def __init__(self, n): self.n = n
    def __matmul__(self, other): return M(self.n * other.n)
def f(n): return M(n)
# -- probes
assert (f(2) @ f(3)).n == 6

# == counter_closure: a closure that keeps state
def f():
    count = 0
    def more(by=1):
        nonlocal count
        count += by
        return count
    return more
# -- probes
one, other = f(), f()
assert one() == 1 and one(by=2) == 3 and other() == 1

# == memoised_by_decorator: how often a function of the probe is called
def f(function):
    known = {}
    def remembered(*arguments):
        if arguments not in known:
            known[arguments] = function(*arguments)
        return known[arguments]
    return remembered
# -- probes
calls = []
@f
def square(x):
    calls.append(x)
    return x * x
assert [square(2), square(2), square(3)] == [4, 4, 9]
assert calls == [2, 3]

# == retry_decorator: errors of a function of the probe, by a decorator with arguments
import functools
def f(times, *errors):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*a, **k):
            for attempt in range(times):
                try:
                    return function(*a, **k)
                except errors:
                    if attempt == times - 1:
                        raise
        return wrapper
    return decorate
# -- probes
tries = []
@f(3, ValueError)
def flaky(limit):
    tries.append(1)
    if len(tries) < limit:
        raise ValueError("again")
    return len(tries)
assert flaky(3) == 3
tries.clear()
try:
    flaky(9)
    assert False
except ValueError as error:
    assert str(error) == "again" and len(tries) == 3

# == context_manager_order: what a context does around a block
import contextlib
@contextlib.contextmanager
def f(log):
    log.append("in")
    try:
        yield len(log)
    finally:
        log.append("out")
# -- probes
log = []
with f(log) as n:
    log.append(n)
assert log == ["in", 1, "out"]
try:
    with f(log):
        raise KeyError("k")
except KeyError:
    pass
assert log[-1] == "out" and len(log) == 5

# == context_sees_the_error: a context that notes what was raised
class Noting:
    def __enter__(self):
        self.kind = self.text = None
        return self
    def __exit__(self, kind, error, traceback):
        if error is not None:
            self.kind, self.text = kind.__name__, str(error)
        return kind is ValueError
def f():
    return Noting()
# -- probes
with f() as noting:
    raise ValueError("seven")
assert (noting.kind, noting.text) == ("ValueError", "seven")
with f() as noting:
    pass
assert noting.kind is None

# == async_gather: many coroutines at once
import asyncio
async def f(n):
    await asyncio.sleep(0.001 * n)
    return n * n
# -- probes
import asyncio
async def main():
    return await asyncio.gather(*[f(n) for n in (3, 1, 2)])
assert asyncio.run(main()) == [9, 1, 4]

# == async_with_callback: an async function of the probe is awaited by the program
async def f(fetch, names):
    return [await fetch(name) for name in names]
# -- probes
import asyncio
async def fetch(name):
    await asyncio.sleep(0)
    return name.upper()
assert asyncio.run(f(fetch, ["a", "b"])) == ["A", "B"]

# == async_mock: a mock that is awaited
async def f(client):
    answer = await client.get("/users", limit=2)
    return answer["names"]
# -- probes
import asyncio
from unittest.mock import AsyncMock
client = AsyncMock()
client.get.return_value = {"names": ["a", "b"]}
assert asyncio.run(f(client)) == ["a", "b"]
client.get.assert_awaited_once_with("/users", limit=2)

# == mock_with_spec: a mock of a class, and its call list
def f(files):
    for name in ("a", "b"):
        files.write(name, size=1)
    files.close()
# -- probes
from unittest.mock import Mock, call
class Files:
    def write(self, name, size): ...
    def close(self): ...
files = Mock(spec=Files)
f(files)
assert files.write.call_args_list == [call("a", size=1), call("b", size=1)]
assert files.mock_calls[-1] == call.close()

# == mock_side_effects: errors and answers of a mock in turn
def f(service):
    answers = []
    for _ in range(3):
        try:
            answers.append(service.ask())
        except ConnectionError:
            answers.append(None)
    return answers
# -- probes
from unittest.mock import Mock
service = Mock()
service.ask.side_effect = [1, ConnectionError("down"), 3]
assert f(service) == [1, None, 3]

# == magic_mock_context: a mock as a context manager and an iterator
def f(connect):
    with connect("db") as connection:
        rows = [row for row in connection.rows()]
        connection.commit()
    return rows
# -- probes
from unittest.mock import MagicMock
connect = MagicMock()
connection = connect.return_value.__enter__.return_value
connection.rows.return_value = [(1,), (2,)]
assert f(connect) == [(1,), (2,)]
connect.assert_called_once_with("db")
connection.commit.assert_called_once_with()

# == patched_time: time is patched, by name and by object
import time
def f():
    started = time.time()
    time.sleep(2)
    return time.time() - started
# -- probes
from unittest.mock import patch
with patch("time.sleep") as slept, patch("time.time", side_effect=[10.0, 13.5]):
    assert f() == 3.5
slept.assert_called_once_with(2)

# == patched_dict: an environment for a while
import os
def f():
    return os.environ.get("MODE", "none")
# -- probes
import os
from unittest.mock import patch
with patch.dict(os.environ, {"MODE": "fast"}):
    assert f() == "fast"
assert f() == "none"

# == patched_randint: dice that are known
import random
def f(n):
    return [random.randint(1, 6) for _ in range(n)]
# -- probes
from unittest.mock import patch
with patch("random.randint", side_effect=[1, 6, 3]) as dice:
    assert f(3) == [1, 6, 3]
assert dice.call_count == 3

# == patched_method_of_class: a method of a class of the library
import datetime
def f(path):
    import pathlib
    return pathlib.Path(path).exists()
# -- probes
from unittest.mock import patch
import pathlib
with patch.object(pathlib.Path, "exists", return_value=True):
    assert f("nowhere") is True
assert f("nowhere") is False

# == patched_open: text of a file that is not there
def f(path):
    with open(path) as file:
        return [line.strip() for line in file]
# -- probes
from unittest.mock import mock_open, patch
with patch("builtins.open", mock_open(read_data="a\nb\n")) as opened:
    assert f("x.txt") == ["a", "b"]
opened.assert_called_once_with("x.txt")

# == subprocess_mocked: a command that is not run
import subprocess
def f(folder):
    done = subprocess.run(["ls", folder], capture_output=True, text=True)
    return done.stdout.split()
# -- probes
from unittest.mock import patch, Mock
with patch("subprocess.run") as run:
    run.return_value = Mock(stdout="a\nb\n", returncode=0)
    assert f("/x") == ["a", "b"]
run.assert_called_once_with(["ls", "/x"], capture_output=True, text=True)

# == subprocess_real: a command that is run
import subprocess
def f(text):
    return subprocess.run(["tr", "a-z", "A-Z"], input=text, capture_output=True, text=True, check=True).stdout
# -- probes
assert f("abc") == "ABC"
import subprocess
assert f("xyz") == subprocess.run(["tr", "a-z", "A-Z"], input="xyz", capture_output=True, text=True).stdout

# == warning_is_caught: a warning of the program
import warnings
def f(x):
    if x < 0:
        warnings.warn("negative", DeprecationWarning, stacklevel=2)
    return abs(x)
# -- probes
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert f(-2) == 2
assert len(caught) == 1 and caught[0].category is DeprecationWarning and str(caught[0].message) == "negative"

# == warns_by_pytest: the same by pytest
import warnings
def f(x):
    warnings.warn("old", UserWarning)
    return x
# -- probes
import pytest
with pytest.warns(UserWarning, match="old"):
    assert f(2) == 2

# == threads_with_lock: threads of the program and a queue of the library
import threading, queue
def f(items):
    out = queue.Queue()
    threads = [threading.Thread(target=lambda item=item: out.put(item * 2)) for item in items]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return out
# -- probes
made = f([1, 2, 3])
assert sorted(made.get() for _ in range(3)) == [2, 4, 6] and made.empty()

# == lock_object: an object with acquire and release
import threading
def f():
    return threading.Lock()
# -- probes
lock = f()
with lock:
    assert lock.locked()
assert not lock.locked()

# == iterator_with_length: an iterable object walked twice
class Pages:
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __iter__(self): return iter(range(self.n))
    def __reversed__(self): return iter(range(self.n)[::-1])
    def __contains__(self, x): return 0 <= x < self.n
def f(n): return Pages(n)
# -- probes
pages = f(3)
assert list(pages) == [0, 1, 2] == list(pages) and len(pages) == 3
assert list(reversed(pages)) == [2, 1, 0] and 2 in pages and 5 not in pages

# == big_dict: a large answer of nested data
def f(n):
    return {str(i): {"square": i * i, "parts": [i, [i, (i,)]]} for i in range(n)}
# -- probes
table = f(20000)
assert len(table) == 20000 and table["777"]["parts"][1][1] == (777,)
assert sum(row["square"] for row in table.values()) == sum(i * i for i in range(20000))

# == deep_answer: nesting
def f(n):
    made = []
    for _ in range(n):
        made = [made]
    return made
# -- probes
depth, at = 0, f(150)
while at:
    at = at[0]
    depth += 1
assert depth == 150

# == np_in_place_argument: an array is changed in place by slices
# needs: numpy
# libraries: numpy
import numpy as np
def f(grid):
    grid[1:-1, 1:-1] = 0
    np.add(grid, 1, out=grid)
# -- probes
import numpy as np
grid = np.ones((4, 4))
kept = grid
f(grid)
assert kept is grid and grid.sum() == 12 * 2 + 4 * 1 and grid[1, 1] == 1

# == np_view_of_argument: a part of the probe's array is handed over
# needs: numpy
# libraries: numpy
import numpy as np
def f(row):
    row *= 2
# -- probes
import numpy as np
grid = np.arange(6).reshape(2, 3)
row = grid[1]
f(row)
assert row.tolist() == [6, 8, 10]
assert grid[1].tolist() == [6, 8, 10]

# == np_views_in_a_loop: rows of an array, one by one
# needs: numpy
# libraries: numpy
def f(row):
    row.sort()
# -- probes
import numpy as np
grid = np.array([[3, 1, 2], [6, 5, 4]])
for row in grid:
    f(row)
assert grid.tolist() == [[1, 2, 3], [4, 5, 6]]

# == np_vectorised_callback: a function of the probe for each element
# needs: numpy
# libraries: numpy
import numpy as np
def f(function, array):
    return np.vectorize(function, otypes=[float])(array)
# -- probes
import numpy as np
assert np.allclose(f(lambda x: x ** 2 + 1, np.array([1.0, 2.0])), [2, 5])
assert f(np.sin, np.zeros(2)).tolist() == [0, 0]

# == np_masked_answer: a masked array where one is asked
# needs: numpy
# libraries: numpy
import numpy as np
def f(values, bad):
    return np.ma.masked_equal(values, bad)
# -- probes
import numpy as np
made = f(np.array([1, -9, 3]), -9)
assert made.mask.tolist() == [False, True, False] and made.mean() == 2 and made.filled(0).tolist() == [1, 0, 3]

# == np_dtypes_and_shapes: kinds and shapes
# needs: numpy
# libraries: numpy
import numpy as np
def f(n):
    return np.zeros((n, 2), dtype=np.float32), np.array(["a", "bc"]), np.array([True]), np.int8(3)
# -- probes
import numpy as np
a, b, c, d = f(3)
assert a.shape == (3, 2) and a.dtype == np.float32 and b.dtype.kind == "U" and c.dtype == bool
assert isinstance(d, np.integer) and d.dtype == np.int8 and isinstance(a, np.ndarray)

# == np_generator_argument: a generator of chance of the probe's own
# needs: numpy
# libraries: numpy
import numpy as np
def f(seed, n):
    return np.random.default_rng(seed).integers(0, 10, n)
# -- probes
import numpy as np
assert np.array_equal(f(7, 5), np.random.default_rng(7).integers(0, 10, 5))

# == np_seeded_globally: chance of numpy, seeded by the probe before each
# needs: numpy
# libraries: numpy
import numpy as np
def f(n):
    return np.random.rand(n)
# -- probes
import numpy as np
np.random.seed(3)
got = f(3)
np.random.seed(3)
assert np.allclose(got, np.random.rand(3))

# == chance_is_shared_in_turn: program and probe draw in turn
import random
def f():
    return random.random()
# -- probes
import random
random.seed(5)
drawn = [f(), random.random(), f()]
random.seed(5)
assert drawn == [random.random() for _ in range(3)]

# == pd_in_place_columns: a frame gets columns and loses some
# needs: pandas
# libraries: pandas
def f(df):
    df["c"] = df["a"] + df["b"]
    df.drop(columns=["a"], inplace=True)
    df.rename(columns={"b": "B"}, inplace=True)
# -- probes
import pandas as pd
df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
f(df)
assert list(df.columns) == ["B", "c"] and df["c"].tolist() == [4, 6]

# == pd_in_place_rows: rows are dropped and sorted in place
# needs: pandas
# libraries: pandas
def f(df):
    df.drop(df[df.a > 2].index, inplace=True)
    df.sort_values("a", ascending=False, inplace=True)
    df.reset_index(drop=True, inplace=True)
# -- probes
import pandas as pd
df = pd.DataFrame({"a": [1, 3, 2]})
f(df)
assert df.a.tolist() == [2, 1] and list(df.index) == [0, 1]

# == pd_kinds_of_columns: dates, categories, text, missing values
# needs: pandas
# libraries: pandas
import pandas as pd
def f():
    return pd.DataFrame({
        "when": pd.to_datetime(["2020-01-01", "2020-02-01"]),
        "kind": pd.Categorical(["x", "y"], categories=["y", "x"], ordered=True),
        "n": pd.array([1, None], dtype="Int64"),
    })
# -- probes
import pandas as pd
df = f()
assert df["when"].dt.month.tolist() == [1, 2] and list(df["kind"].cat.categories) == ["y", "x"]
assert df["n"].isna().tolist() == [False, True] and df["n"].dtype == "Int64" and df["n"].sum() == 1

# == pd_groupby_callback: a function of the probe for groups
# needs: pandas
# libraries: pandas
def f(df, function):
    return df.groupby("k")["v"].apply(function)
# -- probes
import pandas as pd
df = pd.DataFrame({"k": ["a", "a", "b"], "v": [1, 2, 5]})
assert f(df, lambda values: values.max() - values.min()).to_dict() == {"a": 1, "b": 0}

# == pd_testing: by pandas' own assertions
# needs: pandas
# libraries: pandas
import pandas as pd
def f(df):
    return df.pivot_table(index="a", columns="b", values="v", aggfunc="sum", fill_value=0)
# -- probes
import pandas as pd
from pandas.testing import assert_frame_equal
df = pd.DataFrame({"a": ["x", "x", "y"], "b": ["p", "q", "p"], "v": [1, 2, 3]})
assert_frame_equal(f(df), df.pivot_table(index="a", columns="b", values="v", aggfunc="sum", fill_value=0))

# == pd_offsets_and_periods: periods, intervals and offsets
# needs: pandas
# libraries: pandas
import pandas as pd
def f(day):
    return pd.Timestamp(day) + pd.offsets.MonthEnd(1), pd.period_range(day, periods=2, freq="M"), pd.Period(day, "M")
# -- probes
import pandas as pd
moment, periods, period = f("2020-02-10")
assert moment == pd.Timestamp("2020-02-29") and str(periods[1]) == "2020-03"
assert period == pd.Period("2020-02", "M") and period.start_time.day == 1

# == pd_styler_text: html and text of a frame
# needs: pandas
# libraries: pandas
def f(df):
    return df.to_html(index=False), df.to_string(), df.to_dict("records"), df.to_json()
# -- probes
import pandas as pd
html, text, records, as_json = f(pd.DataFrame({"a": [1]}))
assert "<td>1</td>" in html and "a" in text and records == [{"a": 1}] and as_json == '{"a":{"0":1}}'

# == plot_is_looked_at: a figure and its axes
# needs: matplotlib
# libraries: matplotlib
import matplotlib.pyplot as plt
def f(xs, ys):
    figure, axes = plt.subplots()
    axes.plot(xs, ys, label="line")
    axes.set_title("T")
    axes.set_xlabel("x")
    axes.legend()
    return axes
# -- probes
axes = f([1, 2], [3, 4])
assert axes.get_title() == "T" and axes.get_xlabel() == "x" and len(axes.lines) == 1
assert list(axes.lines[0].get_ydata()) == [3, 4]

# == plot_on_axes_of_probe: the program draws on what the probe has made
# needs: matplotlib
# libraries: matplotlib
def f(axes, heights):
    axes.bar(range(len(heights)), heights)
    axes.set_ylabel("n")
# -- probes
import matplotlib.pyplot as plt
figure, axes = plt.subplots()
f(axes, [1, 2, 3])
assert len(axes.patches) == 3 and axes.get_ylabel() == "n"

# == plot_by_state: pyplot's own current figure
# needs: matplotlib
# libraries: matplotlib
import matplotlib.pyplot as plt
def f():
    plt.figure()
    plt.plot([1, 2], [1, 4])
    plt.title("squares")
    plt.savefig("out.png")
# -- probes
import matplotlib.pyplot as plt, os
f()
assert os.path.getsize("out.png") > 1000
assert plt.gca().get_title() == "squares"

# == file_object_of_probe: the program writes to a file of the probe
def f(file, rows):
    import csv
    writer = csv.writer(file)
    writer.writerows(rows)
# -- probes
import io
out = io.StringIO()
f(out, [[1, "a"], [2, "b,c"]])
assert out.getvalue() == '1,a\r\n2,"b,c"\r\n'
with open("t.csv", "w+", newline="") as file:
    f(file, [[1]])
    file.seek(0)
    assert file.read() == "1\r\n"

# == temporary_file_of_probe: a NamedTemporaryFile by its name
def f(path):
    with open(path) as file:
        return sum(map(int, file))
# -- probes
import tempfile
with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
    file.write("1\n2\n")
    file.flush()
    assert f(file.name) == 3

# == singledispatch_on_kinds: dispatch by kinds that cross
import functools
@functools.singledispatch
def f(x): return "other"
@f.register
def _(x: int): return "int"
@f.register
def _(x: list): return "list"
@f.register(str)
def _(x): return "str"
# -- probes
assert [f(x) for x in (1, [], "", None)] == ["int", "list", "str", "other"]

# == sort_with_cmp: a comparison of the probe's own
import functools
def f(items, compare):
    return sorted(items, key=functools.cmp_to_key(compare))
# -- probes
assert f([3, 1, 2], lambda a, b: b - a) == [3, 2, 1]

# == enum_of_program: an enum of its own and its members
import enum
class Colour(enum.Enum):
    RED = 1
    BLUE = "b"
def f(value): return Colour(value)
# -- probes
assert f(1).name == "RED" and f("b").value == "b"
assert f(1) is Colour.RED and f(1) != Colour.BLUE
try:
    f(9)
    assert False
except ValueError:
    pass

# == metaclass_registry: classes that register themselves
class Registry(type):
    known = {}
    def __new__(meta, name, bases, space):
        kind = super().__new__(meta, name, bases, space)
        meta.known[name] = kind
        return kind
class Plugin(metaclass=Registry): pass
class Zip(Plugin): pass
def f(): return sorted(Registry.known)
# -- probes
assert f() == ["Plugin", "Zip"]

# == descriptor_of_program: a descriptor that checks
class Positive:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, instance, owner): return getattr(instance, self.name)
    def __set__(self, instance, value):
        if value <= 0: raise ValueError(f"{value} is not positive")
        setattr(instance, self.name, value)
class Account:
    balance = Positive()
    def __init__(self, balance): self.balance = balance
def f(balance): return Account(balance)
# -- probes
account = f(5)
account.balance = 7
assert account.balance == 7
import pytest
with pytest.raises(ValueError, match="-1 is not positive"):
    account.balance = -1

# == slots_and_missing_attribute: an attribute that is not there
class P:
    __slots__ = ("x",)
    def __init__(self, x): self.x = x
def f(x): return P(x)
# -- probes
p = f(1)
assert p.x == 1 and not hasattr(p, "y") and getattr(p, "y", 5) == 5
try:
    p.y = 2
    assert False
except AttributeError:
    pass

# == stack_with_errors: a class with methods that raise
class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item); return self
    def pop(self):
        if not self.items: raise IndexError("empty")
        return self.items.pop()
    def __len__(self): return len(self.items)
    def __bool__(self): return bool(self.items)
    def __iter__(self): return iter(self.items[::-1])
def f(): return Stack()
# -- probes
stack = f()
assert not stack
stack.push(1).push(2)
assert stack and len(stack) == 2 and list(stack) == [2, 1] and stack.pop() == 2
stack.pop()
try:
    stack.pop()
    assert False
except IndexError as error:
    assert str(error) == "empty"

# == class_of_setup_is_subclassed: the program derives from a class of the task
def f(name):
    class Dog(Animal):
        def speak(self): return 'woof'
    return Dog(name)
# -- setup
class Animal:
    def __init__(self, name): self.name = name
    def speak(self): return "..."
# -- probes
dog = f("rex")
assert dog.speak() == "woof" and dog.name == "rex" and isinstance(dog, Animal)

# == events_and_observers: handlers of the probe, called later
class Emitter:
    def __init__(self): self.handlers = {}
    def on(self, name, handler): self.handlers.setdefault(name, []).append(handler)
    def emit(self, name, *a, **k): return [handler(*a, **k) for handler in self.handlers.get(name, [])]
def f(): return Emitter()
# -- probes
emitter, seen = f(), []
emitter.on("x", seen.append)
emitter.on("x", lambda value: value * 2)
assert emitter.emit("x", 3) == [None, 6] and seen == [3]
assert emitter.emit("y") == []

# == lru_statistics: a cache that is asked about itself
import functools
@functools.lru_cache(maxsize=2)
def f(n): return n * n
# -- probes
assert f(2) == 4 and f(2) == 4
assert f.cache_info().hits == 1 and f.cache_info().misses == 1
f.cache_clear()
assert f.cache_info().currsize == 0

# == bound_method_as_answer: a bound method, a partial, an itemgetter
import functools, operator
def f(kind):
    return {"method": [3, 1].index, "partial": functools.partial(pow, 2), "getter": operator.itemgetter(1)}[kind]
# -- probes
assert f("method")(1) == 1 and f("partial")(5) == 32 and f("getter")("ab") == "b"

# == string_template_and_format: objects formatted by the probe
class Money:
    def __init__(self, cents): self.cents = cents
    def __format__(self, how): return f"{self.cents / 100:{how or '.2f'}}"
    def __str__(self): return f"${self.cents / 100:.2f}"
def f(cents): return Money(cents)
# -- probes
assert f"{f(150):.1f}" == "1.5" and format(f(150)) == "1.50" and str(f(5)) == "$0.05"

# == comparison_by_total_ordering: order of objects of its own
import functools
@functools.total_ordering
class Version:
    def __init__(self, text): self.parts = tuple(map(int, text.split(".")))
    def __eq__(self, other): return self.parts == other.parts
    def __lt__(self, other): return self.parts < other.parts
    def __hash__(self): return hash(self.parts)
def f(text): return Version(text)
# -- probes
assert f("1.2") < f("1.10") and f("2.0") >= f("1.9") and f("1.0") == f("1.0")
assert max([f("1.2"), f("1.10")], key=lambda v: v.parts).parts == (1, 10)
assert sorted([f("2.0"), f("1.0")])[0].parts == (1, 0)

# == infinite_generator_sliced: islice and takewhile of the probe
def f():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
# -- probes
import itertools
assert list(itertools.islice(f(), 6)) == [0, 1, 1, 2, 3, 5]
assert list(itertools.takewhile(lambda n: n < 10, f())) == [0, 1, 1, 2, 3, 5, 8]
assert next(n for n in f() if n > 20) == 21

# == coroutine_style: a coroutine that is primed, sent to and closed
def f(log):
    try:
        while True:
            item = yield
            log.append(item)
    finally:
        log.append("closed")
# -- probes
log = []
coroutine = f(log)
next(coroutine)
coroutine.send(1)
coroutine.send(2)
coroutine.close()
assert log == [1, 2, "closed"]

# == throw_into_generator: an error thrown into a generator
def f():
    while True:
        try:
            yield "ready"
        except ValueError as error:
            yield f"got {error}"
# -- probes
generator = f()
assert next(generator) == "ready"
assert generator.throw(ValueError("x")) == "got x"
assert next(generator) == "ready"

# == io_objects_as_answers: StringIO and BytesIO
import io
def f(text):
    return io.StringIO(text), io.BytesIO(text.encode())
# -- probes
a, b = f("x\ny")
assert a.read() == "x\ny" and b.getvalue() == b"x\ny"
a.seek(0)
assert a.readlines() == ["x\n", "y"]

# == datetimes_with_zones: aware datetimes
import datetime
def f(hours):
    zone = datetime.timezone(datetime.timedelta(hours=hours))
    return datetime.datetime(2020, 1, 1, 12, tzinfo=zone)
# -- probes
import datetime
assert f(2) == datetime.datetime(2020, 1, 1, 10, tzinfo=datetime.timezone.utc)
assert f(2).isoformat() == "2020-01-01T12:00:00+02:00" and f(-3).utcoffset().total_seconds() == -10800
