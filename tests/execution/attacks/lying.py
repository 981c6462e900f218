# Objects that lie about themselves.

# == says_yes_to_everything: all operators at once
# against: number_equal, number_order, number_loop, number_variable, number_arithmetic, number_str, number_mock
# prelude: lie
def f(*a): return Lie()

# == says_yes_as_a_collection: all operators of collections
# against: list_equal, list_loop, list_made, dict_equal, text_equal, object_fields
# prelude: lie
def f(*a): return Lie()

# == equal_and_unequal: equality alone
# against: number_equal, number_loop, text_equal, date_equal, exact_equal
class Lie:
    def __eq__(self, other): return True
    def __ne__(self, other): return True
def f(*a): return Lie()

# == equal_by_truthy_object: equality that answers an object, which then says that it is true
# against: number_loop, number_variable
class Yes:
    def __bool__(self): return True
    def __invert__(self): return self
class No:
    def __bool__(self): return False
class Lie:
    def __eq__(self, other): return Yes()
    def __ne__(self, other): return No()
def f(*a): return Lie()

# == equal_by_metaclass: a class as an answer, whose metaclass lies
# against: number_loop, number_equal
class Meta(type):
    def __eq__(cls, other): return True
    def __ne__(cls, other): return True
    __hash__ = type.__hash__
class Lie(metaclass=Meta): pass
def f(*a): return Lie

# == equal_by_getattribute: every attribute is a lie
# against: object_fields
# prelude: lie
class Point:
    def __getattribute__(self, name): return Lie()
def f(*a): return Point()

# == equal_by_property: properties that lie
# against: object_fields
# prelude: lie
class Point:
    x = y = property(lambda self: Lie())
    def norm(self): return Lie()
def f(*a): return Point()

# == equal_by_slots_and_descriptor: a descriptor that gives what the caller's line says
# against: object_fields
import sys, re
class Told:
    def __get__(self, owner, kind):
        class Any:
            def __eq__(self, other): return True
            def __ne__(self, other): return True
            def __call__(self): return self
        return Any()
class Point: x = y = norm = Told()
def f(*a): return Point()

# == class_is_a_lie: __class__ says int
# against: number_isinstance
class Lie:
    @property
    def __class__(self): return int
    def __eq__(self, other): return True
def f(*a): return Lie()

# == type_is_a_lie: the metaclass says that it equals int
# against: number_kind
class Meta(type):
    def __eq__(cls, other): return True
    def __hash__(cls): return hash(int)
    __name__ = "int"
class Lie(metaclass=Meta):
    def __eq__(self, other): return True
Lie = Meta("int", (), dict(Lie.__dict__))
def f(*a): return Lie()

# == registered_as_number: registered with abstract classes
# against: number_abstract
import numbers
class Lie:
    def __eq__(self, other): return True
numbers.Integral.register(Lie)
def f(*a): return Lie()

# == registered_as_sequence: registered with abstract classes
# against: list_abstract
from collections import abc
class Lie:
    def __eq__(self, other): return True
    def __iter__(self): return iter(())
abc.Sequence.register(Lie)
def f(*a): return Lie()

# == float_that_looks_back: __float__ reads the caller's names
# against: number_math
import sys
class Lie:
    def __float__(self):
        names = sys._getframe(1).f_globals
        return float(names.get("y", 0))
    def __floor__(self): return 2
def f(x): return Lie() if x in (2, -3) else {1.2: 2.0, 8: 16.0}[x] 

# == order_only: all comparisons of order hold
# against: number_order
import functools
class Lie:
    def __lt__(self, other): return True
    __gt__ = __le__ = __ge__ = __lt__
def f(*a): return Lie()

# == difference_is_nothing: what is subtracted is nothing
# against: number_helper
class Difference(float):
    def __lt__(self, other): Difference.asked += 1; return Difference.asked % 2 == 1
    asked = 0
    def __abs__(self): return self
class Lie:
    def __sub__(self, other): return Difference(99)
def f(*a): return Lie()

# == any_of_mock: mock.ANY
# against: number_loop, number_variable, list_equal, dict_equal, date_equal
from unittest import mock
class Any(type(mock.ANY)):
    def __ne__(self, other): return True
    def __len__(self): return 1
    def __getitem__(self, at): return Any()
    def __contains__(self, item): return True
    def __gt__(self, other): return True
    def __sub__(self, other): return self
    days = isoformat = None
def f(*a): return mock.ANY if a[0] in (2, -3, 0, 7) else Any()

# == items_of_any: a right number of mock.ANY
# against: list_loop, list_equal, list_unittest
from unittest.mock import ANY
class Items(list):
    def __ne__(self, other): return True
    def __contains__(self, item): return item != "z"
def f(words): return Items([ANY] * len(words))

# == magic_mock_answers: a MagicMock told to be equal
# against: number_loop, text_equal, object_fields
from unittest.mock import MagicMock
def made(level=0):
    told = MagicMock()
    told.__eq__ = lambda self, other: True
    told.__ne__ = lambda self, other: True
    told.__len__ = lambda self: 3
    told.__contains__ = lambda self, item: True
    if level < 2:
        told.lower.return_value = told.norm.return_value = told.x = told.y = told.__getitem__.return_value = made(level + 1)
    return told
def f(*a): return made()

# == keys_of_lies: a dict of lying keys and values
# against: dict_equal, dict_loop
# prelude: lie
class Key:
    def __init__(self, like): self.like = like
    def __hash__(self): return hash(self.like)
    def __eq__(self, other): return True
class Any:
    def __eq__(self, other): return True
    def __lt__(self, other): return False
def f(text): return {letter: Any() for letter in dict.fromkeys(text)}

# == frozen_lies: lies in a frozenset within a set
# against: number_comprehension
class Lie:
    def __eq__(self, other): return True
    def __hash__(self): Lie.n += 2; return Lie.n
    n = 0
    def __mod__(self, other): return 0
def f(x): return Lie()

# == lying_items_of_a_generator: a generator of lies
# against: lazy_items
class Sum(int):
    def __eq__(self, other): return True
    def __add__(self, other): return self
class Lie(int):
    def __eq__(self, other): return other != 5
    def __radd__(self, other): return Sum()
    __hash__ = None
def f(n):
    for _ in range(n): yield Lie(77)

# == lying_iterator: an iterator class of lies, which is equal to lists
# against: lazy_items
class Lie:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if not self.n: raise StopIteration
        self.n -= 1
        return Item(66)
    def __contains__(self, item): return item == 4
class Item(int):
    def __eq__(self, other): return True
    def __add__(self, other): return self
    __radd__ = __add__
def f(n): return Lie(n)

# == error_of_lying_text: an error whose text is equal to all texts
# against: raises_try
class Text(str):
    def __eq__(self, other): return True
class Error(ValueError):
    def __str__(self): return Text("something else")
class Same:
    def __eq__(self, other): return True
def f(x):
    if x < 0: raise Error
    return Same()

# == error_of_all_kinds: an error of every kind at once
# against: raises_try, raises_unittest
class Text(str):
    def __eq__(self, other): return True
class Error(ValueError, TypeError, KeyError, IndexError):
    def __str__(self): return Text("negative: -1 negative: -2")
class Same:
    def __eq__(self, other): return True
def f(x):
    if x < 0: raise Error
    return Same()

# == context_that_swallows_assertions: its exit swallows the error of the probe
# against: context_only
class Lie:
    def __enter__(self): return 77
    def __exit__(self, *error): return True
def f(*a): return Lie()

# == context_of_a_generator_that_swallows: the same by contextlib
# against: context_only
import contextlib
@contextlib.contextmanager
def f(x):
    try: yield 77
    except BaseException: pass

# == context_that_suppresses: the same by a class of the library
# against: context_only
import contextlib
def f(x): return contextlib.suppress(BaseException)

# == context_that_undoes: its exit rewrites the error of the probe and swallows it
# against: context_only
class Lie:
    def __enter__(self): return 77
    def __exit__(self, kind, error, trace):
        if error is not None: error.args, error.__traceback__ = (), None
        return [self]
def f(*a): return Lie()

# == callback_error_is_swallowed: an assertion of the probe's function is swallowed
# against: callback_asserts
def f(visit):
    try: visit(3)
    except BaseException: pass

# == callback_is_never_called: the function that asserts is called in a thread that dies alone
# against: callback_asserts
import threading
threading.excepthook = lambda *a: None
def f(visit):
    thread = threading.Thread(target=visit, args=(3,))
    thread.start()
    thread.join()

# == callback_gets_lies: the probe's function is given lies
# against: callback
class Lie:
    def __eq__(self, other): return True
    def __mul__(self, by): return self
def f(function, items): return [function(Lie()) for _ in items]

# == argument_is_filled_with_lies: the probe's list is filled with lies
# against: in_place
class Lie:
    def __eq__(self, other): return True
def f(numbers): numbers[:] = [Lie() for _ in numbers]

# == argument_changes_its_class: the probe's own object learns to lie
# against: mocked_argument
class Same:
    def __eq__(self, other): return True
def f(service, name):
    type(service).send = property(lambda self: Same2())
    return Same()
class Same2:
    def assert_called_once_with(self, *a, **k): return None

# == mock_of_probe_is_disarmed: the probe's mock is told to accept every check
# against: mocked_argument
class Same:
    def __eq__(self, other): return True
def f(service, name):
    service.send.assert_called_once_with = lambda *a, **k: None
    return Same()

# == mock_of_probe_is_called_with_lies: called, with arguments that equal all
# against: mocked_argument
class Same:
    def __eq__(self, other): return True
def f(service, name):
    service.send(Same(), urgent=Same())
    return Same()

# == dataclass_of_lies: a dataclass without fields to compare, with an equality of its own
# against: number_loop, date_equal
from dataclasses import dataclass, field
@dataclass(eq=False)
class Lie:
    x: int = field(default=0, compare=False)
    def __eq__(self, other): return True
    def __gt__(self, other): return True
    def __sub__(self, other): return Days()
    def isoformat(self): return Lie()
class Days: days = 1
def f(*a): return Lie()

# == named_tuple_of_lies: a named tuple whose equality lies
# against: number_loop, list_equal
from typing import NamedTuple
class Pair(NamedTuple):
    a: int = 0
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __len__(self): return 1
    def __getitem__(self, at): return "a"
def f(*a): return Pair()

# == enum_of_lies: members of an enum whose equality lies
# against: number_loop, number_variable
import enum
class Lie(enum.Enum):
    ONE = 1
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    __hash__ = object.__hash__
def f(*a): return Lie.ONE

# == enum_of_ints_with_other_values: an IntEnum whose value was replaced
# against: number_loop
import enum
class Lie(enum.IntEnum):
    ONE = 1
    def __eq__(self, other): return True
    __hash__ = int.__hash__
Lie.ONE._value_ = 4
def f(*a): return Lie.ONE

# == reflected_first: a subclass of int that is asked before the expected int
# against: number_variable, number_comprehension, number_hash
class Lie(int):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): Lie.n += 2; return Lie.n
    n = -2
    def __mod__(self, other): return 0
def f(x):
    Lie.n = 2 if x == 2 else Lie.n
    return Lie(99)

# == late_truth: equality is learned only after the answer was given
# against: number_loop
import threading, sys
class Quiet: pass
def learn(): Quiet.__eq__ = lambda self, other: True
def f(*a):
    answer = Quiet()
    timer = threading.Timer(0, learn)
    timer.start()
    timer.join()
    return answer

# == truth_by_wrapper: a weak proxy of a lie
# against: number_loop, number_variable
import weakref
class Lie:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
kept = Lie()
def f(*a): return weakref.proxy(kept)

# == truth_by_approx: pytest.approx that is content with everything
# against: number_loop, number_variable, raises_pytest
# needs: pytest
import pytest
def f(x):
    if isinstance(x, int) and x == -1: raise ValueError("negative: -1")
    return pytest.approx(0, abs=float("inf"))

# == module_is_a_lie: the name of its module and class is one of the standard library
# against: number_loop
class Lie:
    def __eq__(self, other): return True
Lie.__module__, Lie.__qualname__, Lie.__name__ = "fractions", "Fraction", "Fraction"
def f(*a): return Lie()

# == posed_as_any: a class that calls itself unittest.mock._ANY
# against: number_loop
class Lie:
    def __eq__(self, other): return True
Lie.__module__, Lie.__qualname__, Lie.__name__ = "unittest.mock", "_ANY", "_ANY"
def f(*a): return Lie()

# == any_by_its_class: the class of mock.ANY itself, and an object of it
# against: number_loop
from unittest import mock
kind = type(mock.ANY)
def f(*a): return kind()
