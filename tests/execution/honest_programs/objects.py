# Objects and classes of the program's own as answers.

# == dataclass_fields: a dataclass by its fields
from dataclasses import dataclass, field
@dataclass
class Item:
    name: str
    tags: list = field(default_factory=list)
def f(name):
    return Item(name)
# -- probes
assert f("a").name == "a" and f("a").tags == []
# --
assert f("a") == Item("a") and f("a") != Item("b")
assert repr(f("a")) == "Item(name='a', tags=[])"

# == dataclass_compare_false: a field that does not count
from dataclasses import dataclass, field
@dataclass
class Item:
    name: str
    seen: int = field(default=0, compare=False)
def f(name, seen):
    return Item(name, seen)
# -- probes
assert f("a", 1) == f("a", 2)
assert f("a", 1) != f("b", 1)
# --
assert f("a", 1) == Item("a") and f("a", 1).seen == 1

# == dataclass_class_variable: a ClassVar is no field
from dataclasses import dataclass, asdict
from typing import ClassVar
@dataclass
class Item:
    count: ClassVar[int] = 7
    name: str = ""
def f(name):
    return Item(name)
# -- probes
assert f("a") == Item("a") and f("a").count == 7
# --
from dataclasses import asdict
assert asdict(f("a")) == {"name": "a"}

# == dataclass_ordered_and_frozen: order, hash, and no assignment
from dataclasses import dataclass, FrozenInstanceError
@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
def f(*numbers):
    return Version(*numbers)
# -- probes
assert f(1, 2) < f(1, 3) < f(2)
assert sorted([f(2), f(1)])[0].major == 1 and len({f(1), f(1)}) == 1
# --
import dataclasses
try:
    f(1).major = 2
    assert False
except dataclasses.FrozenInstanceError:
    pass

# == dataclass_with_slots: slots and keyword-only fields
from dataclasses import dataclass
@dataclass(slots=True, kw_only=True)
class Point:
    x: int
    y: int = 0
def f(x):
    return Point(x=x)
# -- probes
assert (f(2).x, f(2).y) == (2, 0)
assert f(2) == Point(x=2)

# == dataclass_nested: dataclasses within dataclasses and lists
from dataclasses import dataclass, asdict
@dataclass
class Leaf:
    n: int
@dataclass
class Tree:
    leaves: list
def f(n):
    return Tree([Leaf(x) for x in range(n)])
# -- probes
import dataclasses
assert dataclasses.asdict(f(2)) == {"leaves": [{"n": 0}, {"n": 1}]}
assert f(2).leaves[1].n == 1 and f(1) == Tree([Leaf(0)])

# == dataclass_with_post_init: a field that is computed
from dataclasses import dataclass, field, InitVar
@dataclass
class Box:
    width: int
    scale: InitVar[int] = 1
    area: int = field(init=False)
    def __post_init__(self, scale):
        self.area = self.width ** 2 * scale
def f(width, scale):
    return Box(width, scale)
# -- probes
assert f(2, 3).area == 12 and f(2, 1) == Box(2)

# == attrs_class: an attrs class
# needs: attr
import attr
@attr.s(auto_attribs=True)
class Point:
    x: int
    y: int = 0
def f(x):
    return Point(x)
# -- probes
assert f(1).y == 0 and f(1) == Point(1)
# --
import attr
assert attr.asdict(f(1)) == {"x": 1, "y": 0}

# == attrs_defined: attrs with validators and converters
# needs: attrs
import attrs
@attrs.define
class Point:
    x: int = attrs.field(converter=int, validator=attrs.validators.ge(0))
def f(x):
    return Point(x)
# -- probes
assert f("3").x == 3
try:
    f(-1)
    assert False
except ValueError:
    pass

# == plain_object: attributes, methods, properties
class Circle:
    def __init__(self, radius):
        self.radius = radius
    @property
    def diameter(self):
        return self.radius * 2
    def scaled(self, by):
        return Circle(self.radius * by)
def f(radius):
    return Circle(radius)
# -- probes
assert f(2).radius == 2 and f(2).diameter == 4 and f(2).scaled(3).diameter == 12
# --
circle = f(1)
circle.radius = 5
assert circle.diameter == 10
# --
assert hasattr(f(1), "radius") and not hasattr(f(1), "colour")
assert type(f(1)).__name__ == "Circle" and isinstance(f(1), Circle)

# == object_with_operators: arithmetic of its own
class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)
    def __mul__(self, by):
        return Vector(self.x * by, self.y * by)
    __rmul__ = __mul__
    def __neg__(self):
        return self * -1
    def __abs__(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5
    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)
def f(x, y):
    return Vector(x, y)
# -- probes
assert abs(f(3, 4)) == 5
assert f(1, 2) + f(3, 4) == f(4, 6)
assert 2 * f(1, 2) == f(2, 4) and -f(1, 1) == f(-1, -1)
assert (f(1, 2) * 3).y == 6

# == object_with_items: items, length, membership, deletion
class Shelf:
    def __init__(self):
        self.books = {}
    def __setitem__(self, key, value):
        self.books[key] = value
    def __getitem__(self, key):
        return self.books[key]
    def __delitem__(self, key):
        del self.books[key]
    def __contains__(self, key):
        return key in self.books
    def __len__(self):
        return len(self.books)
    def __iter__(self):
        return iter(self.books)
def f():
    return Shelf()
# -- probes
shelf = f()
shelf["a"] = 1
shelf["b"] = 2
del shelf["a"]
assert "b" in shelf and "a" not in shelf and len(shelf) == 1 and shelf["b"] == 2 and list(shelf) == ["b"]
try:
    shelf["a"]
    assert False
except KeyError:
    pass

# == object_in_a_boolean: truth by __bool__ and by __len__
class Bag:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
class Switch:
    def __init__(self, on):
        self.on = on
    def __bool__(self):
        return self.on
def f(kind, value):
    return Bag(value) if kind == "bag" else Switch(value)
# -- probes
assert f("bag", 1) and not f("bag", 0)
assert f("switch", True) and not f("switch", False)

# == object_called: an answer that can be called
class Adder:
    def __init__(self, n):
        self.n = n
    def __call__(self, x):
        return self.n + x
def f(n):
    return Adder(n)
# -- probes
assert f(1)(2) == 3 and callable(f(1))
assert list(map(f(10), [1, 2])) == [11, 12]

# == closure_called_later: closures that keep their state
def f(start):
    def step(by=1):
        nonlocal start
        start += by
        return start
    return step
# -- probes
step = f(10)
assert callable(step) and step() == 11 and step(5) == 16
other = f(0)
assert other() == 1 and step() == 17

# == decorator_as_answer: the program makes a decorator for functions of the probe
import functools
def f(times):
    def decorate(function):
        @functools.wraps(function)
        def inner(*arguments):
            return [function(*arguments) for _ in range(times)]
        return inner
    return decorate
# -- probes
@f(2)
def hello(name):
    return "hello " + name
assert hello("a") == ["hello a", "hello a"]
assert hello.__name__ == "hello"

# == function_pipeline: functions made of functions
def f(*functions):
    def piped(x):
        for function in functions:
            x = function(x)
        return x
    return piped
# -- probes
assert f(str, len)(12345) == 5
assert f(lambda x: x + 1, lambda x: x * 2)(3) == 8

# == functions_in_a_dict: functions within a data structure
def f():
    return {"double": lambda x: 2 * x, "square": lambda x: x * x}
# -- probes
assert f()["square"](3) == 9
assert {name: function(4) for name, function in f().items()} == {"double": 8, "square": 16}

# == class_as_answer: the probe makes objects of a class that was answered
def f(name):
    class Animal:
        def __init__(self, age):
            self.age = age
        def speak(self):
            return f"{name} {self.age}"
    Animal.__name__ = name
    return Animal
# -- probes
Dog = f("Dog")
assert Dog(3).speak() == "Dog 3" and Dog.__name__ == "Dog"
assert isinstance(Dog(1), Dog)

# == class_made_by_type: a class with fields that the probe names
def f(name, *fields):
    def __init__(self, *values):
        self.__dict__.update(zip(fields, values))
    return type(name, (), {"__init__": __init__})
# -- probes
Point = f("Point", "x", "y")
assert Point(1, 2).y == 2 and type(Point(1, 2)) is Point

# == named_tuple_class_as_answer: a named tuple class that was answered
from collections import namedtuple
def f(*fields):
    return namedtuple("Row", fields)
# -- probes
Row = f("a", "b")
assert Row(1, 2) == (1, 2) and Row(1, b=2).b == 2 and Row._fields == ("a", "b")

# == subclass_by_probe: the probe derives a class from one of the program
class Shape:
    def area(self):
        return 0
    def describe(self):
        return f"area {self.area()}"
def f():
    return Shape
# -- probes
class Square(f()):
    def area(self):
        return 9
assert Square().describe() == "area 9"

# == abstract_class: an abstract class that cannot be made
from abc import ABC, abstractmethod
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Square(Shape):
    def __init__(self, side):
        self.side = side
    def area(self):
        return self.side ** 2
def f(side):
    return Square(side)
# -- probes
assert f(3).area() == 9 and isinstance(f(1), Shape) and issubclass(Square, Shape)
try:
    Shape()
    assert False
except TypeError:
    pass

# == linked_list: nodes that the probe follows
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
def f(values):
    head = None
    for value in reversed(values):
        head = Node(value, head)
    return head
# -- probes
node, values = f([1, 2, 3]), []
while node:
    values.append(node.value)
    node = node.next
assert values == [1, 2, 3]

# == linked_list_of_probe: nodes of the probe's class, changed by the program
def f(head):
    before = None
    while head:
        head.next, before, head = before, head, head.next
    return before
# -- probes
class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next
head = f(Node(1, Node(2, Node(3))))
assert (head.value, head.next.value, head.next.next.value) == (3, 2, 1)
assert head.next.next.next is None

# == tree_of_probe: a tree class of the setup, made by both sides
def f(values):
    root = None
    for value in values:
        root = insert(root, value)
    return root
def insert(node, value):
    if node is None:
        return Tree(value)
    if value < node.value:
        node.left = insert(node.left, value)
    else:
        node.right = insert(node.right, value)
    return node
# -- setup
class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right
# -- probes
def walk(node):
    return walk(node.left) + [node.value] + walk(node.right) if node else []
assert walk(f([3, 1, 2])) == [1, 2, 3]

# == iterable_object: an object that can be iterated again and again
class Deck:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return iter(range(self.n))
    def __len__(self):
        return self.n
def f(n):
    return Deck(n)
# -- probes
deck = f(3)
assert list(deck) == [0, 1, 2] == [*deck] and len(deck) == 3
assert sum(deck) == 3

# == text_of_object: __str__, __repr__ and __format__ of its own
class Price:
    def __init__(self, cents):
        self.cents = cents
    def __str__(self):
        return f"{self.cents / 100:.2f}"
    def __repr__(self):
        return f"Price({self.cents})"
    def __format__(self, how):
        return str(self).rjust(int(how or 0))
def f(cents):
    return Price(cents)
# -- probes
assert str(f(150)) == "1.50" and repr(f(150)) == "Price(150)"
assert f"{f(150):6}" == "  1.50" and "%s" % f(5) == "0.05" and "{!r}".format(f(1)) == "Price(1)"
assert str([f(1)]) == "[Price(1)]"

# == counted_instances: state on the class
class Robot:
    made = 0
    def __init__(self):
        Robot.made += 1
def f(n):
    return [Robot() for _ in range(n)]
# -- probes
robots = f(3)
assert Robot.made == 3 and len(robots) == 3
assert robots[0].made == 3

# == singleton: the same object again
class Settings:
    one = None
    def __new__(cls):
        cls.one = cls.one or super().__new__(cls)
        return cls.one
def f():
    return Settings()
# -- probes
assert f() is f()
first = f()
first.theme = "dark"
assert f().theme == "dark"

# == context_object: a class with enter and exit
class Timer:
    def __init__(self):
        self.events = []
    def __enter__(self):
        self.events.append("in")
        return self
    def __exit__(self, *error):
        self.events.append("out")
def f():
    return Timer()
# -- probes
with f() as timer:
    assert timer.events == ["in"]
assert timer.events == ["in", "out"]

# == copied_and_pickled: copies by the probe
import copy, pickle
class Point:
    def __init__(self, x):
        self.x = x
def f(x):
    return [Point(x), {"a": [x]}]
# -- probes
import copy
one = f(1)
two = copy.deepcopy(one)
two[1]["a"].append(2)
assert one[1] == {"a": [1]} and two[1] == {"a": [1, 2]} and two[0].x == 1
