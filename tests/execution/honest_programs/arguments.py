# What becomes of what a probe passes: changed in place, handed back, called.

# == list_in_place: a list that is sorted in place
def f(items):
    items.sort()
# -- probes
numbers = [3, 1, 2]
assert f(numbers) is None
assert numbers == [1, 2, 3]

# == list_emptied: a list that loses and gains items
def f(items):
    items[:] = [x for x in items if x % 2]
    items.append(99)
    return len(items)
# -- probes
numbers = [1, 2, 3]
assert f(numbers) == 3 and numbers == [1, 3, 99]

# == dict_in_place: a dict that is changed
def f(book):
    book["a"] += 1
    book.pop("b", None)
    book["c"] = []
# -- probes
book = {"a": 1, "b": 2}
f(book)
assert book == {"a": 2, "c": []}
assert list(book) == ["a", "c"]

# == set_in_place: a set that is changed
def f(names):
    names.add("z")
    names.discard("a")
# -- probes
names = {"a", "b"}
f(names)
assert names == {"b", "z"}

# == nested_in_place: a change deep inside
def f(data):
    data["rows"][0]["tags"].append("new")
    return data
# -- probes
data = {"rows": [{"tags": []}]}
f(data)
assert data["rows"][0]["tags"] == ["new"]

# == inner_list_keeps_identity: the probe holds a part of what it passes
def f(rows):
    rows[0].append(1)
    rows.append([2])
# -- probes
row = [0]
rows = [row]
f(rows)
assert row == [0, 1] and rows == [[0, 1], [2]] and rows[0] is row

# == shared_list_in_two_places: one list twice in what is passed
def f(rows):
    rows[0].append(1)
# -- probes
row = []
rows = [row, row]
f(rows)
assert rows == [[1], [1]] and rows[0] is rows[1]

# == two_arguments_are_one: the same list as two arguments
def f(a, b):
    a.append(1)
    return len(b), a is b
# -- probes
items = []
assert f(items, items) == (1, True)
assert f([], []) == (0, False)

# == bytearray_in_place: a bytearray that is changed
def f(data):
    data[0] = 65
    data.extend(b"!")
# -- probes
data = bytearray(b"xyz")
f(data)
assert data == b"Ayz!"

# == deque_in_place: a deque that is turned
def f(queue):
    queue.rotate(1)
    queue.appendleft(0)
# -- probes
from collections import deque
queue = deque([1, 2, 3])
f(queue)
assert list(queue) == [0, 3, 1, 2]

# == object_in_place: attributes of an object of the probe
def f(person):
    person.age += 1
    person.tags.append("older")
    person.nick = person.name[:2]
# -- probes
class Person:
    def __init__(self, name, age):
        self.name, self.age, self.tags = name, age, []
person = Person("ada", 36)
f(person)
assert (person.age, person.tags, person.nick) == (37, ["older"], "ad")

# == method_of_probe_called: the program calls a method which changes the probe's object
def f(account):
    account.pay(5)
    return account.total
# -- probes
class Account:
    def __init__(self):
        self.total = 0
    def pay(self, amount):
        self.total += amount
account = Account()
assert f(account) == 5 and account.total == 5

# == identity_of_argument: the very object comes back
def f(x):
    return x
# -- probes
items = [1]
assert f(items) is items
thing = object()
assert f(thing) is thing
# --
class Own:
    pass
own = Own()
assert f(own) is own and f(Own) is Own
assert f(None) is None and f(True) is True

# == identity_of_part: a part of what was passed comes back
def f(rows):
    return max(rows, key=len)
# -- probes
long, short = [1, 2], [3]
assert f([short, long]) is long

# == new_object_is_new: a copy is not the same object
def f(items):
    return list(items)
# -- probes
items = [1]
copied = f(items)
assert copied == items and copied is not items
copied.append(2)
assert items == [1]

# == results_share_a_list: two answers are one object
cache = {}
def f(name):
    return cache.setdefault(name, [])
# -- probes
one, two = f("a"), f("a")
one.append(1)
assert two == [1] and one is two
assert f("b") is not one

# == default_argument_is_shared: the famous list
def f(x, seen=[]):
    seen.append(x)
    return seen
# -- probes
assert f(1) == [1]
assert f(2) == [1, 2]

# == probe_changes_answer: the program sees what a probe does to its answer
kept = []
def f():
    return kept
def count():
    return len(kept)
# -- probes
answer = f()
answer.append("x")
assert count() == 1 and f() == ["x"]

# == matrix_rows_are_shared: aliasing within one answer
def f(n):
    return [[0] * n] * n
# -- probes
matrix = f(2)
matrix[0][0] = 1
assert matrix == [[1, 0], [1, 0]]

# == matrix_rows_are_not_shared: no aliasing within one answer
def f(n):
    return [[0] * n for _ in range(n)]
# -- probes
matrix = f(2)
matrix[0][0] = 1
assert matrix == [[1, 0], [0, 0]]

# == callback_is_called: a function of the probe
def f(function, items):
    return [function(x) for x in items]
# -- probes
assert f(lambda x: x * 2, [1, 2]) == [2, 4]
# --
seen = []
def remember(x):
    seen.append(x)
    return len(seen)
assert f(remember, "ab") == [1, 2] and seen == ["a", "b"]

# == callback_raises: an error of the probe's function goes through the program
def f(function):
    try:
        return function()
    except KeyError as error:
        return f"no {error.args[0]}"
# -- probes
def fails():
    raise KeyError("a")
assert f(fails) == "no a"
# --
def fails_otherwise():
    raise OSError("b")
try:
    f(fails_otherwise)
    assert False
except OSError as error:
    assert str(error) == "b"

# == callback_of_own_error: an error class of the probe
def f(function):
    return function()
# -- probes
class Stop(Exception):
    pass
def stop():
    raise Stop("now")
try:
    f(stop)
    assert False
except Stop as error:
    assert str(error) == "now"

# == callback_calls_back: the probe's function calls the program again
def f(n, visit):
    return n if n == 0 else visit(n - 1)
# -- probes
def visit(n):
    return 1 + f(n, visit)
assert f(5, visit) == 5

# == callback_key: a key function, a comparison
import functools
def f(items, key):
    return sorted(items, key=key)
def by(items, compare):
    return sorted(items, key=functools.cmp_to_key(compare))
# -- probes
assert f(["bb", "a"], len) == ["a", "bb"]
assert f([1, -2], lambda x: -x) == [1, -2]
assert by([1, 3, 2], lambda a, b: b - a) == [3, 2, 1]

# == builtin_as_argument: functions and types of Python as arguments
def f(function, *arguments):
    return function(*arguments)
# -- probes
assert f(len, "abc") == 3 and f(int, "5") == 5 and f(max, 1, 2) == 2
assert f(str.upper, "a") == "A" and f(list, "ab") == ["a", "b"]

# == module_as_argument: a module as an argument
def f(module, name):
    return getattr(module, name)
# -- probes
import math
assert f(math, "pi") == math.pi and f(math, "floor")(1.5) == 1

# == sort_is_stable: order of equal items
def f(rows):
    return sorted(rows, key=lambda row: row[0])
# -- probes
assert f([(1, "b"), (0, "z"), (1, "a")]) == [(0, "z"), (1, "b"), (1, "a")]

# == keyword_only_call: keywords and unpacked dicts
def f(*, first, second=2, **rest):
    return first, second, sorted(rest)
# -- probes
assert f(first=1) == (1, 2, [])
assert f(**{"first": 0, "b": 1, "a": 2}) == (0, 2, ["a", "b"])
try:
    f(1)
    assert False
except TypeError:
    pass

# == large_argument: a list of a hundred thousand
def f(numbers):
    return len(numbers), numbers[-1]
# -- probes
assert f(list(range(100_000))) == (100_000, 99_999)

# == file_as_argument: an open file of the probe
def f(file):
    return [line.strip() for line in file]
# -- probes
import io
assert f(io.StringIO("a\nb\n")) == ["a", "b"]
# --
with open("data.txt", "w") as out:
    out.write("c\nd\n")
with open("data.txt") as file:
    assert f(file) == ["c", "d"]

# == file_written_by_program: a file object of the probe that the program writes into
def f(file, rows):
    for row in rows:
        print(*row, sep=",", file=file)
# -- probes
import io
out = io.StringIO()
f(out, [(1, 2), (3, 4)])
assert out.getvalue() == "1,2\n3,4\n"

# == mock_as_argument: a mock that the program calls
def f(service):
    service.send("hello", to=["a"])
    return service.count()
# -- probes
from unittest.mock import Mock
service = Mock()
service.count.return_value = 3
assert f(service) == 3
service.send.assert_called_once_with("hello", to=["a"])
assert service.method_calls[0][0] == "send"

# == mock_with_side_effect: a mock that raises and then answers
def f(fetch):
    for _ in range(3):
        try:
            return fetch()
        except ConnectionError:
            continue
# -- probes
from unittest import mock
fetch = mock.Mock(side_effect=[ConnectionError, "page"])
assert f(fetch) == "page"
assert fetch.call_count == 2

# == enum_of_probe: an enum of the probe as argument and answer
def f(colour):
    return type(colour)(3 - colour.value)
# -- probes
from enum import Enum
class Colour(Enum):
    RED = 1
    BLUE = 2
assert f(Colour.RED) is Colour.BLUE

# == dataclass_of_probe: a dataclass of the probe as argument and answer
import dataclasses
def f(point):
    return dataclasses.replace(point, x=point.x + 1)
# -- probes
from dataclasses import dataclass
@dataclass
class Point:
    x: int
    y: int = 0
assert f(Point(1)) == Point(2)
assert type(f(Point(1))) is Point

# == named_tuple_of_probe: a named tuple of the probe
def f(pair):
    return pair._replace(a=pair.b)
# -- probes
from collections import namedtuple
Pair = namedtuple("Pair", "a b")
assert f(Pair(1, 2)) == Pair(2, 2) and f(Pair(1, 2)).a == 2
