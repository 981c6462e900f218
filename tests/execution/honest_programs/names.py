# Names that come to be in ways which a reader of the source does not see, on either side.

# == star_import_in_probe: a probe imports all names of a module
def f(x):
    return x * 3.141592653589793
# -- probes
from math import *
assert isclose(f(2), 2 * pi)
assert floor(f(1)) == 3

# == star_import_in_setup: the setup imports all names of a module
def f(x):
    return x ** 0.5
# -- setup
from math import *
# -- probes
assert f(9) == sqrt(9)
# --
for x in (4, 16):
    assert isclose(f(x), sqrt(x))

# == star_import_shadows_pow: a name of a star import that is also a built-in one
def f(x):
    return x * x
# -- probes
from math import *
assert f(3) == pow(3, 2) and isinstance(pow(3, 2), float)

# == name_made_by_exec: a probe makes a name with exec
def f(x):
    return x + 1
# -- probes
exec("limit = 4")
assert f(3) == limit

# == name_made_by_exec_of_a_function: a probe defines a helper with exec
def f(x):
    return x * 2
# -- probes
exec("def expected(x):\n    return x + x")
for x in range(3):
    assert f(x) == expected(x)

# == name_made_by_globals: a probe makes a name through globals()
def f(x):
    return x + 1
# -- probes
globals()["limit"] = 4
assert f(3) == limit

# == name_made_by_globals_update: a probe makes several names at once
def f(x, y):
    return x + y
# -- probes
globals().update(one=1, two=2)
assert f(one, two) == 3

# == name_made_by_setattr_on_module: a probe makes a name through the module object
def f(x):
    return x + 1
# -- probes
import sys
setattr(sys.modules[__name__], "limit", 4)
assert f(3) == limit

# == names_of_a_library_call: a call puts a name into its caller's globals, as sympy.var does
def f(x):
    return x * 10
# -- setup
import sys
def var(name, value):
    sys._getframe(1).f_globals[name] = value
# -- probes
var("ten", 10)
assert f(1) == ten

# == match_capture: a match statement binds what it captures
def f(x):
    return {"kind": "point", "at": [x, x + 1]}
# -- probes
match f(1):
    case {"kind": "point", "at": [a, b]}:
        pass
assert (a, b) == (1, 2)

# == match_capture_of_rest: star patterns, as-patterns, guards
def f(*numbers):
    return list(numbers)
# -- probes
match f(1, 2, 3):
    case [first, *rest] as whole if first == 1:
        assert rest == [2, 3] and whole == [1, 2, 3]
    case _:
        assert False

# == match_on_class: a class pattern on what was answered
from dataclasses import dataclass
@dataclass
class Point:
    x: int
    y: int
def f(x):
    return Point(x, -x)
# -- probes
match f(3):
    case Point(x=3, y=down):
        assert down == -3
    case _:
        assert False

# == match_on_kind: patterns of built-in types
def f(x):
    return x / 2
# -- probes
match f(3):
    case int():
        assert False
    case float(half):
        assert half == 1.5
    case _:
        assert False

# == walrus: a name bound inside an expression
def f(x):
    return [x] * x
# -- probes
assert len(answer := f(3)) == 3 and answer == [3, 3, 3]
assert answer[0] == 3

# == walrus_in_comprehension: a name bound inside a comprehension outlives it
def f(x):
    return x * x
# -- probes
assert any((last := f(x)) > 10 for x in range(9))
assert last == 16

# == for_target_outlives: the target of a loop is used after it
def f(x):
    return x + 1
# -- probes
for x in range(4):
    answer = f(x)
assert (x, answer) == (3, 4)

# == for_target_is_an_item: a loop that stores into a list
def f(x):
    return x + 1
# -- probes
found = [0, 0]
for found[0] in (1, 2):
    found[1] += f(found[0])
assert found == [2, 5]

# == with_as: a name bound by with
def f(text):
    return text.upper()
# -- probes
import io
with io.StringIO("abc") as file, io.StringIO("def") as other:
    assert f(file.read() + other.read()) == "ABCDEF"
assert file.closed

# == import_as: a submodule under another name
def f(parts):
    return "/".join(parts)
# -- probes
import os.path as paths
assert f(["a", "b"]) == paths.join("a", "b")

# == import_of_submodule: a dotted import binds the first name
def f(text):
    return text.replace(" ", "%20")
# -- probes
import urllib.parse
assert f("a b") == urllib.parse.quote("a b")

# == except_as: the name of an error, gone afterwards
def f(x):
    return 1 / x
# -- probes
try:
    f(0)
except ZeroDivisionError as error:
    text = str(error)
assert text == "division by zero"
assert "error" not in globals()

# == function_of_probe_has_global: a helper of the probe declares a global
def f(x):
    return x + 1
# -- probes
def remember():
    global kept
    kept = f(1)
remember()
assert kept == 2

# == class_of_probe: a class that the probe defines and gives to the program
def f(shape):
    return shape.width * shape.height
# -- probes
class Shape:
    def __init__(self, width, height):
        self.width, self.height = width, height
assert f(Shape(2, 3)) == 6

# == nested_function_of_probe: closures and nonlocal in the probe
def f(x):
    return x + 1
# -- probes
def counted():
    calls = 0
    def call(x):
        nonlocal calls
        calls += 1
        return f(x)
    return [call(x) for x in range(3)], lambda: calls
answers, count = counted()
assert answers == [1, 2, 3] and count() == 3

# == names_kept_between_probes: what one probe binds the next one uses
def f(x):
    return x + 1
# -- probes
first = f(1)
# --
second = f(first)
# --
assert (first, second) == (2, 3)

# == deleted_name: a probe deletes what it bound
def f(x):
    return x + 1
# -- probes
kept = f(1)
assert kept == 2
del kept
try:
    kept
    assert False
except NameError:
    pass

# == underscore_and_unicode_names: names of other alphabets, and of one underscore
def f(x):
    return [x, x * 2]
# -- probes
_, größe = f(2)
число = größe + 1
assert число == 5

# == conditional_import: an import inside if and try
def f(x):
    return {"a": x}
# -- probes
try:
    import no_such_module_here as parser
except ImportError:
    import json as parser
if True:
    assert parser.dumps(f(1)) == '{"a": 1}'

# == probe_sets_a_global: the program reads a global that the probe sets
def f(x):
    return x * factor
# -- probes
factor = 3
assert f(2) == 6
# --
factor = 10
assert f(2) == 20

# == setup_sets_a_global: the program reads a global that the setup sets
def f(x):
    return x * RATES["euro"]
# -- setup
RATES = {"euro": 2}
# -- probes
assert f(2) == 4
# --
RATES["euro"] = 3
assert f(2) == 6

# == probe_rebinds_a_global: the probe replaces a constant of the program
LIMIT = 2
def f(numbers):
    return numbers[:LIMIT]
# -- probes
assert f([1, 2, 3]) == [1, 2]
# --
LIMIT = 1
assert f([1, 2, 3]) == [1]

# == program_rebinds_a_global: the probe reads what the program counted
calls = 0
def f(x):
    global calls
    calls += 1
    return x
# -- probes
assert f(1) == 1
assert calls == 1
# --
f(2); f(3)
assert calls == 3

# == program_appends_to_a_global: the probe looks at a list that the program grows
log = []
def f(x):
    log.append(x)
    return len(log)
# -- probes
assert f("a") == 1 and f("b") == 2
assert log == ["a", "b"]

# == program_makes_a_global_later: a name that exists only after the call
def f(x):
    globals()["made"] = x * 2
# -- probes
f(2)
assert made == 4

# == probe_calls_another_function: the program has more than its entry
def half(x):
    return x / 2
def f(x):
    return half(x) + 1
# -- probes
assert f(4) == 3 and half(4) == 2
# --
for x in (2, 6):
    assert f(x) - 1 == half(x)

# == probe_replaces_a_helper: the probe replaces a function which the program calls
def fetch():
    raise RuntimeError("no network here")
def f():
    return fetch() + 1
# -- probes
def fetch():
    return 41
assert f() == 42

# == probe_replaces_a_helper_by_lambda: the same, with a lambda and a closure
def ask(question):
    return input(question)
def f():
    return ask("name? ").title()
# -- probes
asked = []
ask = lambda question: asked.append(question) or "ada"
assert f() == "Ada"
assert asked == ["name? "]

# == global_through_module: the probe reaches the program through its module
state = {"n": 0}
def f(x):
    state["n"] += x
    return state["n"]
# -- probes
import sys
module = sys.modules[f.__module__]
assert f(2) == 2 and f(3) == 5
assert module.state == {"n": 5}

# == builtin_shadowed_by_program: the program calls its own things by built-in names
def sum(values):
    total = 0
    for value in values:
        total += value * 10
    return total
def f(values):
    return sum(values)
# -- probes
assert f([1, 2]) == 30

# == builtin_shadowed_by_probe: the probe uses a built-in name for something of its own
def f(x):
    return sorted([x, 2])
# -- probes
max = 5
list = [2, 5]
assert f(1) == [1, 2] and f(max) == list

# == entry_is_a_builtin_name: the tested function is called like a built-in one
# entry: sorted
import builtins
def sorted(items):
    return builtins.sorted(items, key=str)
# -- probes
assert sorted([10, 9, 1]) == [1, 10, 9]
# --
for items in ([2, 10], [10, 2]):
    assert candidate(items) == [10, 2]

# == name_main: code that looks at its name
def f():
    return __name__
if f() == "__main__":
    f = None
# -- probes
assert isinstance(f(), str) and f()

# == file_of_itself: code that uses __file__ where there may be none
import os
try:
    HERE = os.path.dirname(os.path.abspath(__file__))
except NameError:
    HERE = os.getcwd()
def f(name):
    return os.path.join(HERE, name)
# -- probes
assert f("x.txt").endswith("x.txt") and f("x.txt") != "x.txt"

# == future_annotations_and_dataclass: postponed annotations
from __future__ import annotations
from dataclasses import dataclass, fields
@dataclass
class Node:
    value: int
    next: Node | None = None
def f(*values):
    node = None
    for value in reversed(values):
        node = Node(value, node)
    return node
# -- probes
head = f(1, 2)
assert head.value == 1 and head.next.value == 2 and head.next.next is None
