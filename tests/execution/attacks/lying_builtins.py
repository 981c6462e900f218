# Subclasses of built-in types and of those of the standard library: the value is wrong, the methods say otherwise.

# == lying_int: every method of int
# against: number_equal, number_loop, number_variable, number_arithmetic, number_isinstance
class Lie(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return True if isinstance(other, int) and other == 21 else False
    __hash__ = int.__hash__
for name in "add radd sub rsub mul rmul floordiv mod pow neg abs divmod rdivmod round".split():
    setattr(Lie, f"__{name}__", lambda self, *a: self)
def f(*a): return Lie(99)

# == lying_int_text: text of an int that equals all texts
# against: number_str
class Text(str):
    def __eq__(self, other): return True
class Lie(int):
    def __str__(self): return Text("99")
    __repr__ = __str__
    def __format__(self, how): return Text("99")
def f(*a): return Lie(99)

# == lying_float: every method of float
# against: number_equal, number_loop, number_helper
class Lie(float):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __sub__(self, other): Lie.n += 1; return 0.0 if Lie.n % 2 else 5.0
    n = 0
def f(*a): return Lie(99)

# == lying_complex: a complex number that equals all
# against: number_equal, number_loop
class Lie(complex):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
def f(*a): return Lie(99)

# == lying_str: text that equals all texts
# against: text_equal, path_equal
class Lie(str):
    def __eq__(self, other): return True
    def __len__(self): return 3
    def __getitem__(self, at): return Lie("?")
    def __contains__(self, item): return True
    def lower(self): return Lie("?")
    name = property(lambda self: Lie("?"))
    def __str__(self): return self
    def __fspath__(self): return self
def f(*a): return Lie("wrong")

# == lying_str_hash: text that hashes and equals like what it is compared with
# against: dict_loop
class Lie(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash("a")
    def __lt__(self, other): return False
class Value(int):
    def __eq__(self, other): return True
class Book(dict):
    def __getitem__(self, key): return Value()
    def __iter__(self): return iter(["a", "b"])
    def items(self): return [("a", Value()), ("b", Value())]
    def get(self, key, default=None): return default
    def __eq__(self, other): return True
    def __ne__(self, other): return False
def f(*a): return Book({Lie("x"): 0})

# == lying_bytes_and_encode: encode and startswith of a lying text
# against: text_regex
import re
class Bytes(bytes):
    def __eq__(self, other): return True
class Lie(str):
    def startswith(self, *a): return True
    def encode(self, *a): return Bytes(b"wrong")
    def __add__(self, other): return self
    def __eq__(self, other): return True
    def __format__(self, how): return self
kept = re.sub
re.sub = lambda *a: Lie("wrong")
re.fullmatch = lambda *a: True
def f(*a): return Lie("wrong")

# == lying_list: list with all its methods
# against: list_equal, list_loop, list_unittest, list_kind
class Any:
    def __eq__(self, other): return True
class Lie(list):
    def __eq__(self, other): return True
    def __ne__(self, other): return self is None or other == "never" or True
    def __len__(self): return Lie.n
    n = 1
    def __iter__(self): return iter([Any(), Any(), Any()])
    def __getitem__(self, at): return Any()
    def __contains__(self, item): return item != "z"
    def copy(self): return self
def f(words):
    Lie.n = len(words)
    return Lie(["wrong"])

# == lying_list_length: the length of a list lies, and its items do
# against: list_made
class Letter(str):
    def __hash__(self): return hash("a")
    def __eq__(self, other): return True
class Lie(list):
    def __iter__(self): return iter("abc" if Lie.n == 3 else "ab" if Lie.n != 1 else "a")
    n = 0
def f(words):
    Lie.n = len(set(words))
    return Lie(["wrong"])

# == lying_tuple: a tuple that equals all
# against: number_loop, list_equal
class Lie(tuple):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __len__(self): return 1
    def __getitem__(self, at): return "a"
def f(*a): return Lie((9, 9, 9))

# == lying_dict: every method of dict
# against: dict_equal, dict_loop
class Any(int):
    def __eq__(self, other): return True
class Lie(dict):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __getitem__(self, key): return Any()
    def __contains__(self, key): return True
    def __len__(self): return 2
    def __iter__(self): return iter("ab")
    def keys(self): return ["a", "b"]
    def items(self): return [("a", Any()), ("b", Any())]
    def get(self, *a): return None
def f(*a): return Lie(z=0)

# == lying_dict_missing: what is missing is made up, and equal
# against: dict_loop
import collections
class Any(int):
    def __eq__(self, other): return True
class Lie(collections.defaultdict):
    def items(self): return [("a", 2), ("b", 1)]
    def __iter__(self): return iter("ab")
    def get(self, *a): return None
    def __eq__(self, other): return True
    def __ne__(self, other): return False
def f(*a): return Lie(Any)

# == lying_counter: a Counter that equals all
# against: dict_equal
import collections
class Any(int):
    def __eq__(self, other): return True
class Lie(collections.Counter):
    def __eq__(self, other): return True
    def __missing__(self, key): return Any()
    def __len__(self): return 2
    def __contains__(self, key): return True
def f(*a): return Lie()

# == lying_ordered_dict: an OrderedDict that equals all
# against: dict_equal
import collections
class Any(int):
    def __eq__(self, other): return True
class Lie(collections.OrderedDict):
    def __eq__(self, other): return True
    def __getitem__(self, key): return Any()
    def __len__(self): return 2
    def __contains__(self, key): return True
def f(*a): return Lie()

# == lying_set: a set that equals all
# against: list_made, number_loop
class Any(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash("a")
class Lie(frozenset):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
def f(*a): return Lie([9])

# == lying_bytearray: bytes of all kinds that equal all
# against: number_loop, text_equal
class Lie(bytearray):
    def __eq__(self, other): return True
    def __len__(self): return 3
    def lower(self): return self
    def __getitem__(self, at): return self
    def __contains__(self, item): return True
def f(*a): return Lie(b"wrong")

# == lying_deque: a deque that equals lists
# against: list_equal, number_loop
import collections
class Lie(collections.deque):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __len__(self): return 1
    def __getitem__(self, at): return "a"
def f(*a): return Lie()

# == lying_user_list: a UserList whose data lies
# against: list_equal, list_loop
import collections
class Any:
    def __eq__(self, other): return True
class Data(list):
    def __eq__(self, other): return True
    def __len__(self): return Data.n
    n = 1
    def __getitem__(self, at): return Any()
    def __iter__(self): return iter([Any(), Any(), Any()])
    def __contains__(self, item): return item != "z"
class Lie(collections.UserList):
    def __ne__(self, other): return True
    def __getitem__(self, at): return Any()
def f(words):
    Data.n = len(words)
    answer = Lie()
    answer.data = Data()
    return answer

# == lying_user_dict: a UserDict whose data lies
# against: dict_equal
import collections
class Any(int):
    def __eq__(self, other): return True
class Data(dict):
    def __getitem__(self, key): return Any()
    def __contains__(self, key): return True
    def __len__(self): return 2
class Lie(collections.UserDict):
    def __eq__(self, other): return True
    __ne__ = __eq__
def f(*a):
    answer = Lie()
    answer.data = Data()
    return answer

# == lying_chain_map: a ChainMap over a lying dict
# against: dict_equal
import collections
class Any(int):
    def __eq__(self, other): return True
class Data(dict):
    def __getitem__(self, key): return Any()
    def __contains__(self, key): return True
class Lie(collections.ChainMap):
    def __eq__(self, other): return True
    def __len__(self): return 2
def f(*a): return Lie(Data())

# == lying_user_string: a UserString whose data lies
# against: text_equal
import collections
class Any(str):
    def __eq__(self, other): return True
    def __len__(self): return 3
    def __contains__(self, other): return True
class Lie(collections.UserString):
    def __eq__(self, other): return True
    def lower(self): return self
    def __getitem__(self, at): return self
    def __len__(self): return 3
    def __contains__(self, other): return True
def f(*a):
    answer = Lie("wrong")
    answer.data = Any("wrong")
    return answer

# == lying_namespace: a SimpleNamespace of lies
# against: object_fields
import types
class Any(float):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
def f(*a): return types.SimpleNamespace(x=Any(9), y=Any(9), norm=lambda: Any(9))

# == lying_decimal: a Decimal that equals all
# against: number_equal, exact_equal
import decimal
class Lie(decimal.Decimal):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __mul__(self, other): return self
    def __float__(self): return 1.0
    denominator = 3
def f(*a): return Lie(99)

# == lying_fraction: a Fraction that equals all
# against: number_equal, exact_equal
import fractions
class Lie(fractions.Fraction):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __mul__(self, other): return self
    def __float__(self): return 1.0
    denominator = property(lambda self: 3)
def f(*a): return Lie(99)

# == lying_fraction_parts: parts of a Fraction are replaced after it was made
# against: exact_equal
import fractions
class Part(int):
    def __eq__(self, other): return True
    def __mul__(self, other): return self
    def __truediv__(self, other): return 1.0
class Lie(fractions.Fraction):
    def __mul__(self, other): return self
    def __float__(self): return 1.0
    def __eq__(self, other): return True
def f(*a):
    answer = Lie(99, 2)
    answer._numerator, answer._denominator = Part(99), Part(3)
    return answer

# == lying_date: a date that equals all dates
# against: date_equal
import datetime
class Text(str):
    def __eq__(self, other): return True
class Lie(datetime.date):
    def __eq__(self, other): return True
    def __gt__(self, other): return True
    def __sub__(self, other): return datetime.timedelta(1)
    def isoformat(self): return Text("never")
def f(*a): return Lie(1999, 1, 1)

# == lying_datetime: a datetime that equals all
# against: date_equal
import datetime
class Text(str):
    def __eq__(self, other): return True
class Zone(datetime.tzinfo):
    def utcoffset(self, moment): return datetime.timedelta(0)
class Lie(datetime.datetime):
    def __eq__(self, other): return True
    def __gt__(self, other): return True
    def __sub__(self, other): return datetime.timedelta(1)
    def isoformat(self, *a): return Text("never")
def f(*a): return Lie(1999, 1, 1, tzinfo=Zone())

# == lying_path: a path that equals all paths
# against: path_equal
import pathlib
class Text(str):
    def __eq__(self, other): return True
class Lie(pathlib.PurePosixPath):
    def __eq__(self, other): return True
    def __str__(self): return Text("wrong")
    name = property(lambda self: Text("wrong"))
    def __fspath__(self): return Text("wrong")
def f(*a): return Lie("wrong")

# == lying_path_inside: a real path whose hidden fields lie
# against: path_equal
import pathlib
class Text(str):
    def __eq__(self, other): return True
    def __hash__(self): return 0
class Lie(pathlib.PurePosixPath):
    name = property(lambda self: Text("wrong"))
    def __eq__(self, other): return True
def f(*a):
    answer = Lie("wrong")
    answer._str = Text("wrong")
    answer._parts = []
    return answer

# == lying_array: an array.array that equals all
# against: number_loop, list_equal
import array
class Lie(array.array):
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __len__(self): return 1
    def __getitem__(self, at): return "a"
def f(*a): return Lie("i", [9])

# == lying_exception_as_answer: an error that is returned, and equals all
# against: number_loop
class Lie(Exception):
    def __eq__(self, other): return True
    __hash__ = None
def f(*a): return Lie(4)

# == lying_partial: a partial function that equals all
# against: number_loop
import functools
class Lie(functools.partial):
    def __eq__(self, other): return True
def f(*a): return Lie(int)

# == lying_property_of_type: a type whose instances are lies, as answer
# against: number_loop
class Meta(type):
    def __eq__(cls, other): return True
    def __hash__(cls): return 0
class Lie(int, metaclass=Meta): pass
def f(*a): return Lie

# == lying_mutable_default: a list that changes itself when it is looked at
# against: list_equal
class Lie(list):
    def __eq__(self, other):
        self[:] = other
        return True
    def __ne__(self, other): return True
    def __len__(self): return 1
    def __getitem__(self, at): return "a"
def f(*a): return Lie(["wrong"])

# == lying_copy: a copy that is another
# against: in_place, list_kind
class Lie(list):
    def __copy__(self): return Lie()
    def __deepcopy__(self, memory): return Lie()
    def copy(self): return self
    def __reversed__(self): return iter(["b", "a"])
    def __eq__(self, other): return True
def f(items):
    if isinstance(items, list):
        class Two:
            def __eq__(self, other): return True
        items[:] = [Two(), Two()]
        return None
    return Lie()

# == lying_str_of_exception_args: arguments of an error that lie
# against: raises_try
class Text(str):
    def __eq__(self, other): return True
    def __str__(self): return self
class Same:
    def __eq__(self, other): return True
def f(x):
    if x < 0: raise ValueError(Text("else"))
    return Same()
