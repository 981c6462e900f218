# Answers of another kind than the reference's that Python calls equal, and kinds that a probe asks for.

# == path_for_text: a Path where the probe makes text of it
import pathlib
def f(name):
    return pathlib.PurePosixPath("a") / name
# -- reference
def f(name):
    return "a/" + name
# -- probes
assert str(f("b.txt")) == "a/b.txt"

# == path_for_path: paths are compared with paths
from pathlib import Path
def f(name):
    return Path("a") / name
# -- probes
from pathlib import Path
assert f("b.txt") == Path("a/b.txt")
assert f("b.txt").suffix == ".txt" and f("b.txt").name == "b.txt"

# == path_to_open: os.fspath of an answer
from pathlib import Path
def f(name):
    path = Path(name)
    path.write_text("hello")
    return path
# -- probes
import os
assert os.path.exists(f("a.txt"))
# --
with open(f("b.txt")) as file:
    assert file.read() == "hello"

# == deque_as_list: a deque that is made a list
from collections import deque
def f(n):
    return deque(range(n), maxlen=3)
# -- probes
assert list(f(5)) == [2, 3, 4]
assert f(5)[-1] == 4 and len(f(5)) == 3
# --
from collections import deque
assert f(2) == deque([0, 1])

# == chain_map: a ChainMap that equals a dict
from collections import ChainMap
def f(a, b):
    return ChainMap(a, b)
# -- reference
def f(a, b):
    return {**b, **a}
# -- probes
assert f({"x": 1}, {"x": 2, "y": 3}) == {"x": 1, "y": 3}
assert f({"x": 1}, {"y": 3})["y"] == 3

# == user_list: a UserList that equals a list
from collections import UserList
def f(n):
    return UserList(range(n))
# -- reference
def f(n):
    return list(range(n))
# -- probes
assert f(3) == [0, 1, 2]
assert f(3)[-1] == 2

# == user_dict: a UserDict that equals a dict
from collections import UserDict
def f(x):
    return UserDict(a=x)
# -- reference
def f(x):
    return {"a": x}
# -- probes
assert f(1) == {"a": 1}
assert dict(f(1)) == {"a": 1} and "a" in f(1)

# == user_string: a UserString that equals text
from collections import UserString
def f(x):
    return UserString(x).upper()
# -- reference
def f(x):
    return x.upper()
# -- probes
assert f("ab") == "AB"
assert str(f("ab")) == "AB"

# == array_as_list: an array.array
from array import array
def f(n):
    return array("i", range(n))
# -- probes
assert list(f(3)) == [0, 1, 2]
assert f(3)[-1] == 2 and sum(f(4)) == 6 and 2 in f(3)
# --
from array import array
assert f(3) == array("i", [0, 1, 2])

# == counter_for_dict: a Counter where a dict is expected
from collections import Counter
def f(text):
    return Counter(text)
# -- reference
def f(text):
    return {letter: text.count(letter) for letter in text}
# -- probes
assert f("aab") == {"a": 2, "b": 1}
assert f("aab")["a"] == 2

# == counter_most_common: methods and missing keys of a Counter
from collections import Counter
def f(text):
    return Counter(text)
# -- probes
assert f("aab").most_common(1) == [("a", 2)]
assert f("aab")["z"] == 0
# --
answer = f("aab")
assert answer["z"] == 0 and answer + answer == {"a": 4, "b": 2}

# == ordered_dict_for_dict: an OrderedDict where a dict is expected
from collections import OrderedDict
def f(pairs):
    return OrderedDict(pairs)
# -- reference
def f(pairs):
    return dict(pairs)
# -- probes
assert f([("b", 1), ("a", 2)]) == {"a": 2, "b": 1}
assert list(f([("b", 1), ("a", 2)])) == ["b", "a"]

# == ordered_dict_order: two OrderedDicts of another order are not the same
from collections import OrderedDict
def f(pairs):
    return OrderedDict(pairs)
# -- probes
from collections import OrderedDict
assert f([("b", 1), ("a", 2)]) != OrderedDict([("a", 2), ("b", 1)])
assert f([("b", 1), ("a", 2)]) == OrderedDict([("b", 1), ("a", 2)])

# == default_dict_for_dict: a defaultdict where a dict is expected
from collections import defaultdict
def f(words):
    groups = defaultdict(list)
    for word in words:
        groups[len(word)].append(word)
    return groups
# -- reference
def f(words):
    groups = {}
    for word in words:
        groups.setdefault(len(word), []).append(word)
    return groups
# -- probes
assert f(["a", "b", "cc"]) == {1: ["a", "b"], 2: ["cc"]}
# --
answer = f(["a"])
assert answer[1] == ["a"]

# == default_dict_makes_up: the probe asks for a key that is made up
from collections import defaultdict
def f():
    return defaultdict(lambda: 7, a=1)
# -- probes
answer = f()
assert answer["a"] == 1 and answer["b"] == 7
assert "b" in answer

# == named_tuple_for_tuple: a named tuple where a tuple is expected
from collections import namedtuple
Pair = namedtuple("Pair", "low high")
def f(numbers):
    return Pair(min(numbers), max(numbers))
# -- reference
def f(numbers):
    return min(numbers), max(numbers)
# -- probes
assert f([3, 1, 2]) == (1, 3)
low, high = f([3, 1, 2])
assert low == 1 and high == 3

# == named_tuple_fields: fields and methods of a named tuple
from typing import NamedTuple
class Pair(NamedTuple):
    low: int
    high: int = 9
    def width(self):
        return self.high - self.low
def f(low):
    return Pair(low)
# -- probes
assert f(1).high == 9 and f(1)[0] == 1 and f(1).width() == 8
assert f(1)._asdict() == {"low": 1, "high": 9}
assert f(1)._replace(low=2) == (2, 9)

# == int_enum_for_int: an IntEnum where a number is expected
from enum import IntEnum
class Colour(IntEnum):
    RED = 1
    BLUE = 2
def f(name):
    return Colour[name]
# -- reference
def f(name):
    return {"RED": 1, "BLUE": 2}[name]
# -- probes
assert f("BLUE") == 2
assert f("BLUE") > f("RED")

# == enum_members: name and value of an enum member
from enum import Enum
class Colour(Enum):
    RED = "r"
    BLUE = "b"
def f(value):
    return Colour(value)
# -- probes
assert f("r").name == "RED" and f("b").value == "b"
assert f("r") is Colour.RED and f("r") != Colour.BLUE
# --
assert [colour.name for colour in Colour] == ["RED", "BLUE"]

# == flag_members: flags that are joined
from enum import Flag, auto
class Right(Flag):
    READ = auto()
    WRITE = auto()
def f(*names):
    answer = Right(0)
    for name in names:
        answer |= Right[name]
    return answer
# -- probes
assert Right.READ in f("READ", "WRITE")
assert f("READ").value == 1 and f("READ", "WRITE").value == 3
assert not f()

# == bool_for_int: True where 1 is expected
def f(x):
    return x > 0
# -- reference
def f(x):
    return 1 if x > 0 else 0
# -- probes
assert f(3) == 1
assert f(-3) == 0

# == int_for_float: 2 where 2.0 is expected
def f(x):
    return x // 2
# -- reference
def f(x):
    return x / 2
# -- probes
assert f(4) == 2.0
assert [f(x) for x in (2, 4)] == [1.0, 2.0]

# == decimal_for_float: a Decimal that equals a float
from decimal import Decimal
def f(x):
    return Decimal(x) / 4
# -- reference
def f(x):
    return x / 4
# -- probes
assert f(3) == 0.75

# == decimal_exact: Decimals by value and by text
from decimal import Decimal, ROUND_HALF_UP
def f(text):
    return Decimal(text).quantize(Decimal("0.01"), ROUND_HALF_UP)
# -- probes
from decimal import Decimal
assert f("2.675") == Decimal("2.68")
assert str(f("2")) == "2.00" and isinstance(f("1"), Decimal)
assert f("1") + 1 == 2

# == fraction_for_float: a Fraction that equals a float
from fractions import Fraction
def f(x):
    return Fraction(x, 4)
# -- reference
def f(x):
    return x / 4
# -- probes
assert f(3) == 0.75
assert float(f(1)) == 0.25

# == fraction_exact: parts of a Fraction
from fractions import Fraction
def f(a, b):
    return Fraction(a, b)
# -- probes
from fractions import Fraction
assert f(6, 4) == Fraction(3, 2)
assert (f(6, 4).numerator, f(6, 4).denominator) == (3, 2)

# == complex_for_float: a complex number without an imaginary part
def f(x):
    return complex(x)
# -- reference
def f(x):
    return float(x)
# -- probes
assert f(2) == 2.0
assert f(2).real == 2 and f(2).imag == 0

# == text_subclass: a str of its own class that is honest
class Title(str):
    def shout(self):
        return self.upper() + "!"
def f(text):
    return Title(text)
# -- reference
def f(text):
    return text
# -- probes
assert f("ab") == "ab"
assert "b" in f("ab") and len(f("ab")) == 2

# == int_subclass: an int of its own class that is honest
class Metres(int):
    pass
def f(x):
    return Metres(x)
# -- reference
def f(x):
    return x
# -- probes
assert f(2) == 2
assert f(2) + 1 == 3

# == list_subclass: a list of its own class with more methods
class Stack(list):
    def push(self, x):
        self.append(x)
    def top(self):
        return self[-1]
def f(*items):
    return Stack(items)
# -- probes
assert f(1, 2) == [1, 2]
# --
stack = f(1)
stack.push(5)
assert stack.top() == 5 and stack == [1, 5] and len(stack) == 2

# == dict_subclass: a dict with attributes
class Record(dict):
    def __getattr__(self, name):
        return self[name]
def f(x):
    return Record(a=x)
# -- probes
assert f(1) == {"a": 1}
# --
answer = f(1)
assert answer.a == 1 and answer["a"] == 1

# == dict_with_missing: a dict that makes up what it lacks by a method
class Squares(dict):
    def __missing__(self, key):
        return key * key
def f():
    return Squares()
# -- probes
answer = f()
assert answer[3] == 9 and answer == {}

# == frozenset_in_set: a set of frozensets
def f(*groups):
    return {frozenset(group) for group in groups}
# -- probes
assert f("ab", "ba", "c") == {frozenset("ab"), frozenset("c")}
assert frozenset("ab") in f("ab")

# == frozenset_as_key: frozensets as keys
def f(a, b):
    return {frozenset({a, b}): a + b}
# -- probes
assert f(1, 2) == {frozenset({1, 2}): 3}
assert f(1, 2)[frozenset({2, 1})] == 3

# == frozenset_for_set: a frozenset where a set is expected
def f(items):
    return frozenset(items)
# -- reference
def f(items):
    return set(items)
# -- probes
assert f([1, 2, 2]) == {1, 2}
assert f([1]) | {2} == {1, 2}

# == tuple_keys: tuples, also nested, as keys
def f(n):
    return {(x, (y,)): x * y for x in range(n) for y in range(n)}
# -- probes
assert f(2) == {(0, (0,)): 0, (0, (1,)): 0, (1, (0,)): 0, (1, (1,)): 1}

# == range_for_range: ranges are compared by what they hold
def f(n):
    return range(0, n, 2)
# -- probes
assert f(5) == range(0, 6, 2)
assert list(f(5)) == [0, 2, 4] and f(5)[-1] == 4 and 4 in f(5)
assert isinstance(f(5), range)

# == huge_range: a range that nobody could write out
def f(n):
    return range(n)
# -- probes
assert len(f(10 ** 12)) == 10 ** 12
assert 10 ** 11 in f(10 ** 12)
assert f(10 ** 12)[-1] == 10 ** 12 - 1

# == bytes_kinds: bytes, bytearray and memoryview are equal
def f(kind):
    return {"bytes": b"ab", "array": bytearray(b"ab"), "view": memoryview(b"ab")}[kind]
# -- probes
assert f("bytes") == b"ab" and f("array") == b"ab" and f("view") == b"ab"
assert f("view")[0] == 97 and bytes(f("view")) == b"ab"
# --
assert type(f("array")) is bytearray and isinstance(f("view"), memoryview)

# == memoryview_of_argument: a view into what the probe passed
def f(data):
    return memoryview(data)[1:3]
# -- probes
assert f(b"abcd").tobytes() == b"bc"
assert len(f(bytearray(b"abcd"))) == 2

# == nan_answers: not a number, in its honest use
import math
def f(values):
    return sum(values) / len(values) if values else math.nan
# -- probes
import math
assert math.isnan(f([]))
assert f([]) != f([])
assert f([1, 2]) == 1.5

# == infinite_answers: infinities and signed zero
def f(sign):
    return sign * float("inf"), sign * 0.0
# -- probes
import math
assert f(1)[0] == math.inf and f(-1)[0] < 0
assert math.copysign(1, f(-1)[1]) == -1

# == nested_kinds: all kinds within each other
from collections import deque, OrderedDict
import datetime
def f():
    return [({1: deque([b"a"])}, frozenset({None})), OrderedDict(a=datetime.date(2020, 1, 2)), ..., 1j]
# -- probes
from collections import deque
import datetime
assert f() == [({1: deque([b"a"])}, frozenset({None})), {"a": datetime.date(2020, 1, 2)}, ..., 1j]

# == types_as_answers: classes of Python itself
def f(value):
    return type(value)
# -- probes
assert f(1) is int and f("") == str and f([]) in (list, tuple)
# --
import datetime
assert f(datetime.date(2020, 1, 1)) is datetime.date

# == exact_type_is_asked: the probe asks for exactly this type
def f(kind):
    return {"list": [1], "tuple": (1,), "set": {1}, "frozenset": frozenset({1}), "bool": True, "int": 1, "float": 1.0}[kind]
# -- probes
assert type(f("list")) is list and type(f("tuple")) is tuple
assert type(f("set")) is set and type(f("frozenset")) is frozenset
assert f("bool") is True and type(f("int")) is int and type(f("float")) is float
# --
for kind, expected in [("list", list), ("bool", bool), ("frozenset", frozenset)]:
    assert type(f(kind)) is expected

# == abstract_kinds_are_asked: isinstance with abstract classes
from collections import deque
def f(kind):
    return {"list": [1], "map": {"a": 1}, "set": {1}, "iterator": iter([1]), "text": "a", "deque": deque()}[kind]
# -- probes
from collections import abc
assert isinstance(f("list"), abc.Sequence) and isinstance(f("map"), abc.Mapping)
assert isinstance(f("set"), abc.Set) and isinstance(f("iterator"), abc.Iterator)
assert isinstance(f("text"), abc.Iterable) and not isinstance(f("deque"), abc.Hashable)
# --
import numbers
assert not isinstance(f("text"), numbers.Number)

# == date_kinds: dates, times, deltas, zones
import datetime
def f(kind):
    zone = datetime.timezone(datetime.timedelta(hours=2))
    return {
        "date": datetime.date(2020, 2, 29),
        "time": datetime.time(1, 2, 3),
        "moment": datetime.datetime(2020, 2, 29, 1, tzinfo=zone),
        "delta": datetime.timedelta(days=1, seconds=5),
        "zone": zone,
    }[kind]
# -- probes
import datetime
assert f("date") == datetime.date(2020, 2, 29) and f("date").isoformat() == "2020-02-29"
assert f("time").hour == 1 and f("delta").total_seconds() == 86405
assert f("moment").astimezone(datetime.timezone.utc).hour == 23
assert f("moment") == datetime.datetime(2020, 2, 28, 23, tzinfo=datetime.timezone.utc)
assert f("zone") == datetime.timezone(datetime.timedelta(hours=2))
# --
assert f("date") - datetime.timedelta(days=1) == datetime.date(2020, 2, 28)
assert str(f("moment")) == "2020-02-29 01:00:00+02:00"

# == zone_info: a time in a named zone
import datetime, zoneinfo
def f():
    return datetime.datetime(2020, 7, 1, 12, tzinfo=zoneinfo.ZoneInfo("Europe/Berlin"))
# -- probes
import datetime
assert f().utcoffset() == datetime.timedelta(hours=2)
assert f() == datetime.datetime(2020, 7, 1, 10, tzinfo=datetime.timezone.utc)

# == regular_expressions: matches and patterns
import re
def f(text):
    return re.search(r"(?P<year>\d{4})-(\d\d)", text)
# -- probes
assert f("on 2020-02") and not f("never")
assert f("on 2020-02").group(1) == "2020" and f("on 2020-02")["year"] == "2020"
assert f("on 2020-02").span() == (3, 10) and f("x") is None
# --
match = f("on 2020-02")
assert match.groups() == ("2020", "02") and match.groupdict() == {"year": "2020"}
assert match.start() == 3 and match[0] == "2020-02"

# == compiled_pattern: a pattern that the probe uses
import re
def f(word):
    return re.compile(rf"\b{word}\b", re.IGNORECASE)
# -- probes
assert f("a").findall("A a ba") == ["A", "a"]
assert f("a").pattern == r"\ba\b"
# --
import re
assert re.sub(f("x"), "y", "x X xx") == "y y xx"

# == uuids_and_addresses: values of smaller modules
import uuid, ipaddress
def f(kind):
    return uuid.UUID(int=5) if kind == "uuid" else ipaddress.ip_address("10.0.0.1")
# -- probes
assert str(f("uuid")) == "00000000-0000-0000-0000-000000000005"
assert str(f("address")) == "10.0.0.1" and f("address").is_private
# --
import uuid
assert f("uuid") == uuid.UUID(int=5)

# == struct_time: time.struct_time
import time
def f(text):
    return time.strptime(text, "%Y-%m-%d")
# -- probes
import time
assert f("2020-02-29").tm_yday == 60
assert f("2020-02-29") == time.strptime("2020-02-29", "%Y-%m-%d")
assert f("2020-02-29")[:3] == (2020, 2, 29)

# == simple_namespace: a SimpleNamespace by its fields
from types import SimpleNamespace
def f(x):
    return SimpleNamespace(a=x, b=[x])
# -- probes
assert f(1).a == 1 and f(1).b == [1]
# --
from types import SimpleNamespace
assert f(1) == SimpleNamespace(a=1, b=[1])

# == mapping_proxy: a read-only view of a dict
from types import MappingProxyType
def f(x):
    return MappingProxyType({"a": x})
# -- reference
def f(x):
    return {"a": x}
# -- probes
assert f(1) == {"a": 1}
assert f(1)["a"] == 1 and list(f(1)) == ["a"]

# == own_sequence: a class of its own with the sequence protocol
from collections.abc import Sequence
class Squares(Sequence):
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
    def __getitem__(self, at):
        if not 0 <= at < self.n:
            raise IndexError(at)
        return at * at
def f(n):
    return Squares(n)
# -- probes
assert list(f(4)) == [0, 1, 4, 9]
# --
answer = f(4)
assert len(answer) == 4 and answer[2] == 4 and 9 in answer and answer.index(4) == 2

# == own_equality: a class whose equality the probe asks for
class Money:
    def __init__(self, amount):
        self.amount = amount
    def __eq__(self, other):
        return isinstance(other, Money) and self.amount == other.amount
    def __hash__(self):
        return hash(self.amount)
    def __add__(self, other):
        return Money(self.amount + other.amount)
    def __repr__(self):
        return f"Money({self.amount})"
def f(amount):
    return Money(amount)
# -- probes
assert f(1) + f(2) == f(3)
assert f(1) == Money(1) and f(1) != Money(2)
assert repr(f(1) + f(1)) == "Money(2)"
