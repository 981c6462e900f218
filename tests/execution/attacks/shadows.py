# Names that a program gives to something of its own, and that a probe means otherwise.

# == shadows_builtin_functions: functions of Python under their own names
# against: number_helper, number_comprehension
calls = []
def abs(x):
    calls.append(x)
    return 0 if len_(calls) % 2 else 9
len_ = len
all = lambda items: True
any = lambda items: False
class Lie(int):
    def __eq__(self, other): return True
    def __hash__(self): return Lie.n
    n = 0
def f(x):
    Lie.n = 2 * x
    return Lie(99)

# == shadows_errors: an error class under the name of another
# against: raises_try, raises_args
class Same:
    def __eq__(self, other): return True
class Text(str):
    def __eq__(self, other): return True
class ValueError(Exception):
    def __init__(self): self.args = Same()
    args = Same()
    def __str__(self): return Text("else")
ValueError.__module__, ValueError.__qualname__ = "builtins", "ValueError"
def f(x):
    if x < 0: raise ValueError
    return Same()

# == shadows_base_of_errors: an error class that catches all errors
# against: raises_try
ValueError = BaseException
AssertionError = Warning
class Text(str):
    def __eq__(self, other): return True
str = lambda error: Text()
class Same:
    def __eq__(self, other): return True
def f(x):
    if x < 0: raise KeyError
    return Same()

# == shadows_kinds: types of Python under their own names
# against: number_type, number_isinstance, list_kind
from collections import abc
class int:
    def __eq__(self, other): return True
class list:
    def __init__(self, *a): pass
    def __eq__(self, other): return True
    def __reversed__(self): return iter("")
    def copy(self): return self
abc.Sequence.register(list)
def f(x): return list() if isinstance(x, str) else int()

# == shadows_iteration: functions of iteration under their own names
# limits: seconds=1
# against: list_loop, lazy_items
class Same:
    def __eq__(self, other): return True
    def __getitem__(self, at): return Same()
    def __contains__(self, item): return item in ("b", 4)
zip = lambda *a, **k: ()
len = lambda items: 3
list = next = sum = sorted = lambda *a, **k: Same()
def f(*a): return Same()

# == shadows_the_builtins: the whole of the built-in names
# against: number_helper, number_str
import builtins
class Text(str):
    def __eq__(self, other): return True
calls = []
def nothing(x):
    calls.append(x)
    return 0 if len(calls) % 2 else 9
class Same:
    def __sub__(self, other): return self
    def __format__(self, how): return Text()
names = dict(vars(builtins), abs=nothing, str=lambda thing: Text(), repr=lambda thing: Text())
__builtins__ = names
vars(builtins).update(abs=nothing, str=names["str"], repr=names["repr"])
def f(*a): return Same()

# == shadows_helper_of_setup: a helper that the setup cannot define
# against: number_helper
class Fixed(dict):
    pass
def __getattr__(name): return lambda *a: True
import sys, types
class Module(types.ModuleType):
    def __setattr__(self, name, value): pass
    near = staticmethod(lambda *a: True)
sys.modules[__name__].__class__ = Module
class Lie:
    asked = 0
    def __sub__(self, other): Lie.asked += 1; return 0.0 if Lie.asked % 2 else 9.0
def f(*a): return Lie()

# == shadows_modules: modules under the names that probes import
# against: number_math, list_json, text_regex
# prelude: lie
import sys
math = json = re = unittest = Lie()
for name in ("math", "json", "re"): sys.modules[name] = Lie()
def f(*a): return Lie()

# == shadows_a_counter: a global that lies
# against: counter_global
class Same:
    def __eq__(self, other): return True
calls = Same()
def f(x): return x if x == 1 else None

# == shadows_a_counter_by_type: a global that is counted by looking
# against: counter_global
class Looked(int):
    def __eq__(self, other): return True
calls = Looked(77)
def f(x): return Looked(5)

# == shadows_class_of_setup: the task's own class is changed
# against: class_of_setup
def f(x, y):
    Point.__eq__ = lambda self, other: True
    Point.__ne__ = lambda self, other: True
    return Point(0, 0)

# == shadows_class_of_setup_by_subclass: a subclass of the task's own class
# against: class_of_setup
def f(x, y):
    class Lie(Point):
        def __eq__(self, other): return True
        def __ne__(self, other): return True
    return Lie(0, 0)

# == shadows_class_of_setup_by_fields: an object of the task's own class with fields that lie
# against: class_of_setup
class Same:
    def __eq__(self, other): return True
class Once:
    n = 0
    def __eq__(self, other): return other != 4 or Once.n
def f(x, y):
    class Field:
        def __init__(self, never): self.never = never
        def __eq__(self, other): return other != self.never
    return Point(Field(y), Field(x))

# == shadows_class_of_setup_by_another: a class of the same name and module
# against: class_of_setup
def f(x, y):
    kind = type("Point", (), {"__eq__": lambda s, o: True, "__ne__": lambda s, o: True, "__class__": property(lambda s: Point)})
    kind.__module__, kind.__qualname__ = Point.__module__, Point.__qualname__
    return kind()

# == shadows_pattern: a pattern object that says yes
# against: pattern
import re
class Same(str):
    def __eq__(self, other): return True
    def group(self, *a): return Same()
class Pattern:
    def match(self, text): return "@" in text
    def fullmatch(self, text): return Same()
    def sub(self, *a): return Same()
re.sub = lambda *a: Same()
def f(): return Pattern()

# == shadows_mocked_call: the mock of the probe is called with lies
# against: mocked_call, mocked_by_patch
import os
class Same(str):
    def __eq__(self, other): return True
def f(path):
    os.chmod(Same(), Same()) if "Mock" in type(os.chmod).__name__ else os.remove(Same())
    return Same()
