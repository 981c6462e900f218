"""Value -> JSON that stands for it. The other side reads it by closed rules (decoding.py).

A value of a plain type, or of a type derived from one, goes as that plain value, whatever it says of itself.
Nothing here needs to be trusted: code that tampers with it only gives another answer. What has no form of its
own is handed to `refer`: for the harness it becomes the name of its type, between two processes a reference.
The text is put together by hand, as a fresh process pays for every function that it calls.
"""

from __future__ import annotations

import collections
import contextlib
import datetime
import math
import sys
import types
from decimal import Decimal
from fractions import Fraction
from json.encoder import encode_basestring_ascii
from typing import Any, Callable, Dict, List

from .decoding import OPEN_MODULES

DEEPEST = 200
FRAMES = 12 * DEEPEST  # that a value of the deepest nesting takes to be written
LARGEST_INT = 1 << 53
LARGEST_LIMIT = (1 << 31) - 1
CONSTANTS = {None: "null", True: "true", False: "false"}


class Encoder:
    """Writes values for one receiver."""

    forms: Dict[type, Callable[[Any, Any, int], str]]

    def text(self, value: Any, depth: int = 0) -> str:
        """JSON that stands for the value: itself, or an object with one key that names its kind."""
        if value is None or value is True or value is False:
            return CONSTANTS[value]
        kind = type(value)
        if depth > DEEPEST:
            return tagged("object", '"something nested too deeply"')
        encode = self.forms.get(kind)
        if encode is None:
            encode = self.special(kind)
        return encode(self, value, depth + 1)

    def special(self, kind: type) -> Callable[[Any, Any, int], str]:
        """How a type is written that is none of the plain ones: as the one that it is derived from."""
        for base in DERIVED:
            if issubclass(kind, base):
                return ENCODERS[base]
        return LIBRARIES(kind) or type(self).refer

    def many(self, values: Any, depth: int) -> str:
        return "[" + ", ".join([self.text(item, depth) for item in values]) + "]"

    def pairs(self, values: Any, depth: int) -> str:
        return "[" + ", ".join([self.many(pair, depth) for pair in values]) + "]"

    def refer(self, value: Any, depth: int) -> str:
        return tagged("object", quoted(name_of(type(value))))

    # Containers that can change: between two processes they keep their identity (objects.py).

    def list(self, value: List[Any], depth: int) -> str:
        return self.many(list.__iter__(value), depth)

    def dict(self, value: Dict[Any, Any], depth: int) -> str:
        return tagged("dict", self.pairs(dict.items(value), depth))

    def set(self, value: Any, depth: int) -> str:
        return tagged("set", self.many(set.__iter__(value), depth))


class Room:
    """Lets a value be written however deep a program is in calls of its own."""

    def __enter__(self) -> None:
        self.limit = sys.getrecursionlimit()
        sys.setrecursionlimit(min(self.limit + FRAMES, LARGEST_LIMIT))

    def __exit__(self, *_: Any) -> None:
        # An older Python does not go back to a limit that is nearly reached.
        with contextlib.suppress(RecursionError):
            sys.setrecursionlimit(self.limit)


def tagged(kind: str, content: str) -> str:
    return '{"' + kind + '": ' + content + "}"


def quoted(text: str) -> str:
    plain: str = encode_basestring_ascii(text)
    return plain


def name_of(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def encode_int(_: Encoder, value: int, _depth: int) -> str:
    number = value if type(value) is int else int.__index__(value)
    if -LARGEST_INT < number < LARGEST_INT:
        return int.__repr__(number)
    return tagged("int", '"' + hex(number) + '"')


def encode_float(_: Encoder, value: float, _depth: int) -> str:
    number = value if type(value) is float else float.__add__(value, 0.0)
    if math.isfinite(number) and number != 0:
        return float.__repr__(number)
    return tagged("float", '"' + float.hex(number) + '"')


def encode_str(_: Encoder, value: str, _depth: int) -> str:
    return quoted(value if type(value) is str else str.__add__("", value))


def encode_tuple(self: Encoder, value: Any, depth: int) -> str:
    kind = type(value)
    if kind is not tuple:
        fields = getattr(kind, "_fields", None)
        if type(fields) is tuple and len(fields) == tuple.__len__(value):
            content = [
                quoted(kind.__name__),
                self.many(fields, depth),
                self.many(tuple.__iter__(value), depth),
            ]
            return tagged("namedtuple", "[" + ", ".join(content) + "]")
        if hasattr(kind, "n_sequence_fields"):
            return tagged("structseq", self.many([name_of(kind), list(tuple.__iter__(value))], depth))
    return tagged("tuple", self.many(tuple.__iter__(value), depth))


def encode_frozenset(self: Encoder, value: Any, depth: int) -> str:
    return tagged("frozenset", self.many(frozenset.__iter__(value), depth))


def encode_range(self: Encoder, value: range, depth: int) -> str:
    return tagged("range", self.many([hex(part) for part in (value.start, value.stop, value.step)], depth))


def encode_dict(self: Encoder, value: Any, depth: int) -> str:
    if type(value) is dict:
        return self.dict(value, depth)
    if isinstance(value, collections.OrderedDict):  # whose order is not that of the dict which it is
        return tagged("ordered", self.pairs(collections.OrderedDict.items(value), depth))
    content = self.pairs(dict.items(value), depth)
    if isinstance(value, collections.Counter):
        return tagged("counter", content)
    if isinstance(value, collections.defaultdict):
        factory = value.default_factory
        name = factory.__name__ if factory in FACTORIES else None
        return tagged("default", "[" + self.text(name) + ", " + content + "]")
    return self.dict(value, depth)


FACTORIES = (int, float, str, list, dict, set, tuple, bool)


def encode_class(self: Encoder, value: type, depth: int) -> str:
    module = sys.modules.get(value.__module__)
    held: Any = module
    for part in value.__qualname__.split("."):
        held = getattr(held, part, None)
    if held is value and value.__module__ in OPEN_MODULES:
        return tagged("type", quoted(f"{value.__module__}:{value.__qualname__}"))
    for name, known in vars(types).items():  # that of None, of functions, ...: they have no name of their own
        if known is value:
            return tagged("type", quoted(f"types:{name}"))
    return self.refer(value, depth)


def encode_datetime(self: Encoder, value: Any, depth: int) -> str:
    zone = value.tzinfo
    parts = [value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond]
    return tagged("datetime", self.many([*parts, value.fold, _zone(zone, value)], depth))


def encode_time(self: Encoder, value: Any, depth: int) -> str:
    parts = [value.hour, value.minute, value.second, value.microsecond, value.fold]
    return tagged("time", self.many([*parts, _zone(value.tzinfo, None)], depth))


def _zone(zone: Any, moment: Any) -> Any:
    """None, the key of a named zone, or how far it is from UTC and what it calls itself."""
    if zone is None:
        return None
    key = getattr(zone, "key", None)
    if type(key) is str and type(zone).__module__.startswith("zoneinfo"):
        return key
    offset = zone.utcoffset(moment)
    return [offset.total_seconds() if offset is not None else None, str(zone.tzname(moment))]


def encode_delta(self: Encoder, value: datetime.timedelta, depth: int) -> str:
    return tagged("delta", self.many([value.days, value.seconds, value.microseconds], depth))


ENCODERS: Dict[type, Callable[[Any, Any, int], str]] = {
    int: encode_int,
    float: encode_float,
    str: encode_str,
    list: lambda self, value, depth: self.list(value, depth),
    tuple: encode_tuple,
    dict: encode_dict,
    set: lambda self, value, depth: self.set(value, depth),
    frozenset: encode_frozenset,
    range: encode_range,
    bytes: lambda self, value, _: tagged("bytes", '"' + bytes.hex(value) + '"'),
    bytearray: lambda self, value, _: tagged("bytearray", '"' + bytearray.hex(value) + '"'),
    complex: lambda self, value, depth: tagged("complex", self.many([value.real, value.imag], depth)),
    Decimal: lambda self, value, _: tagged("decimal", '"' + Decimal.__str__(value) + '"'),
    Fraction: lambda self, value, depth: tagged(
        "fraction", self.many([value.numerator, value.denominator], depth)
    ),
    datetime.datetime: encode_datetime,
    datetime.date: lambda self, value, depth: tagged(
        "date", self.many([value.year, value.month, value.day], depth)
    ),
    datetime.time: encode_time,
    datetime.timedelta: encode_delta,
    collections.deque: lambda self, value, depth: tagged(
        "deque", "[" + self.many(value, depth) + ", " + self.text(value.maxlen) + "]"
    ),
    type({}.keys()): lambda self, value, depth: tagged("keys", self.many(value, depth)),
    type({}.items()): lambda self, value, depth: tagged("items", self.pairs(value, depth)),
    type({}.values()): lambda self, value, depth: tagged("values", self.many(value, depth)),
    slice: lambda self, value, depth: tagged(
        "slice", self.many([value.start, value.stop, value.step], depth)
    ),
    memoryview: lambda self, value, depth: tagged("memoryview", '"' + value.tobytes().hex() + '"'),
    type(...): lambda self, value, depth: tagged("ellipsis", "true"),
    type(NotImplemented): lambda self, value, depth: tagged("unanswered", "true"),
    type: encode_class,
}
Encoder.forms = ENCODERS
# How the types of libraries are written: set by libraries.py, which knows them.
LIBRARIES: Callable[[type], Any] = lambda kind: None  # noqa: E731
# Whatever is derived from one of these goes as it. The order decides: a datetime is a date, too.
DERIVED = (
    int, float, str, list, tuple, dict, set, frozenset, bytes, bytearray, complex, Decimal, Fraction,
    datetime.datetime, datetime.date, datetime.time, datetime.timedelta, collections.deque, type,
)  # fmt: skip
