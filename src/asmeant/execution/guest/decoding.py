"""JSON -> the value that it stands for, by closed rules. No line of a candidate's code runs here.

Only types that are named here are made. What has no rule becomes what `unknown` makes of it: for the
harness an `Opaque`, in a probe process a remote object.
"""

from __future__ import annotations

import builtins
import collections
import datetime
import sys
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Any, Callable, Dict, List

STRUCTURES = {"time.struct_time", "os.stat_result", "os.terminal_size", "os.times_result", "os.uname_result"}
# Modules whose classes may stand for themselves on the other side: those of data.
OPEN_MODULES = {
    "builtins", "collections", "collections.abc", "datetime", "decimal", "fractions", "numbers", "pathlib",
    "re", "numpy", "types", "_io", "io", "enum", "uuid", "array", "time",
}  # fmt: skip
# Classes of a candidate's own that values may be of.
MOST_TWINS = 64
FACTORIES = {kind.__name__: kind for kind in (int, float, str, list, dict, set, tuple, bool)}


class Decoder:
    """Reads values. `unknown` says what an object is that has no rule."""

    def value(self, tree: Any) -> Any:
        if isinstance(tree, list):
            return [self.value(item) for item in tree]
        if not isinstance(tree, dict):
            return tree
        ((kind, content),) = tree.items()
        decode = DECODERS.get(kind)
        return decode(self, content) if decode is not None else self.unknown(kind, content)

    def values(self, trees: Any) -> List[Any]:
        return [self.value(tree) for tree in trees]

    def unknown(self, kind: str, content: Any) -> Any:
        raise ValueError(f"no rule for {kind}")

    def permits(self, operation: str) -> bool:
        """Whether a value may be read that answers for less than it seems to."""
        return True

    def class_of(self, module: str, name: str) -> type:
        """A class of a library that is loaded here."""
        held: Any = sys.modules[module]
        for part in name.split("."):
            held = vars(held)[part]
            if not isinstance(held, type):
                raise ValueError(f"{module}.{name} is no class")
        return held  # type: ignore[no-any-return]

    def twin(self, make: Callable[..., type], *key: Any) -> Any:
        """A class that the candidate defined: here it is known by the names of its fields only."""
        twins: Dict[Any, type] = vars(self).setdefault("twins", {})
        if key not in twins:
            if len(twins) >= MOST_TWINS:
                raise ValueError("values of too many classes")
            twins[key] = make(*key)
        return twins[key]


def hashable(items: List[Any]) -> List[Any]:
    """The items, if they are not chosen to share a hash: a set of such items would take hours to make."""
    if len(items) > 1000 and len(list(groupby(sorted(map(hash, items))))) * 4 < len(items):
        raise ValueError("these items share too few hashes")
    return items


def _dict(self: Decoder, content: Any) -> Dict[Any, Any]:
    keys = hashable([self.value(key) for key, _ in content])
    return dict(zip(keys, [self.value(item) for _, item in content]))


def _range(_: Decoder, content: Any) -> range:
    return range(*(int(part, 16) for part in content))


def _type(self: Decoder, content: str) -> type:
    module, _, name = content.partition(":")
    if module not in OPEN_MODULES:
        raise ValueError(f"{content} cannot stand for itself")
    return self.class_of(module, name)


def _default(self: Decoder, content: Any) -> Any:
    name, pairs = content
    factory = FACTORIES[name] if name is not None else None
    return collections.defaultdict(factory, _dict(self, pairs))


def _structure(self: Decoder, content: Any) -> Any:
    name, parts = content
    if name not in STRUCTURES:
        return tuple(self.values(parts))
    module, _, kind = name.rpartition(".")
    return self.class_of(module, kind)(self.values(parts))


def _namedtuple(self: Decoder, content: Any) -> Any:
    name, fields, items = content
    kind = self.twin(_named_tuple, name, tuple(fields))
    return kind(*self.values(items))


@lru_cache(maxsize=256)
def _named_tuple(name: str, names: Any) -> Any:
    return collections.namedtuple(name, names)  # checks that the names are names


def _dataclass(self: Decoder, content: Any) -> Any:
    name, fields, compared, options = content
    names = tuple(item for item, _ in fields)
    twin = object.__new__(self.twin(_data_class, name, names, tuple(compared), tuple(options)))
    for item, tree in fields:
        object.__setattr__(twin, item, self.value(tree))
    return twin


@lru_cache(maxsize=256)
def _data_class(name: str, names: Any, compared: Any, options: Any) -> type:
    import dataclasses

    if any(item.startswith("__") for item in names):
        raise ValueError("a field of a special name")
    made = [
        (item, object, dataclasses.field(compare=bool(deciding))) for item, deciding in zip(names, compared)
    ]
    equal, ordered, frozen = (bool(option) for option in options)
    return dataclasses.make_dataclass(name, made, eq=equal, order=ordered, frozen=frozen)


def _datetime(self: Decoder, content: Any) -> datetime.datetime:
    year, month, day, hour, minute, second, microsecond, fold, zone = self.values(content)
    return datetime.datetime(year, month, day, hour, minute, second, microsecond, _zone(zone), fold=fold)


def _time(self: Decoder, content: Any) -> datetime.time:
    hour, minute, second, microsecond, fold, zone = self.values(content)
    return datetime.time(hour, minute, second, microsecond, _zone(zone), fold=fold)


def _zone(zone: Any) -> Any:
    if zone is None:
        return None
    if isinstance(zone, str):
        import zoneinfo

        return zoneinfo.ZoneInfo(zone)
    seconds, name = zone
    if not seconds and name == "UTC":
        return datetime.timezone.utc  # noqa: UP017
    return datetime.timezone(datetime.timedelta(seconds=seconds), str(name))


def _fraction(self: Decoder, content: Any) -> Fraction:
    above, below = self.values(content)
    return Fraction(above, below)


def _keys(self: Decoder, content: Any) -> Any:
    return dict.fromkeys(hashable(self.values(content))).keys()


DECODERS: Dict[str, Callable[[Any, Any], Any]] = {
    "tuple": lambda self, content: tuple(self.values(content)),
    "dict": _dict,
    "set": lambda self, content: set(hashable(self.values(content))),
    "frozenset": lambda self, content: frozenset(hashable(self.values(content))),
    "int": lambda self, content: int(content, 16),
    "float": lambda self, content: float.fromhex(content),
    "complex": lambda self, content: complex(*self.values(content)),
    "bytes": lambda self, content: bytes.fromhex(content),
    "bytearray": lambda self, content: bytearray.fromhex(content),
    "decimal": lambda self, content: Decimal(content),
    "fraction": _fraction,
    "range": _range,
    "ellipsis": lambda self, content: ...,
    "unanswered": lambda self, content: NotImplemented,
    "type": _type,
    "counter": lambda self, content: collections.Counter(_dict(self, content)),
    "ordered": lambda self, content: collections.OrderedDict(_dict(self, content)),
    "default": _default,
    "namedtuple": _namedtuple,
    "dataclass": _dataclass,
    "structseq": _structure,
    "deque": lambda self, content: collections.deque(self.values(content[0]), content[1]),
    "keys": _keys,
    "items": lambda self, content: _dict(self, content).items(),
    "values": lambda self, content: dict(enumerate(self.values(content))).values(),
    "slice": lambda self, content: slice(*self.values(content)),
    "memoryview": lambda self, content: memoryview(bytes.fromhex(content)),
    "date": lambda self, content: datetime.date(*content),
    "datetime": _datetime,
    "time": _time,
    "delta": lambda self, content: datetime.timedelta(*content),
}
BUILTINS = vars(builtins)
