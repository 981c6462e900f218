"""Plain data crosses with its exact kinds; what is derived from it crosses as what it is derived from."""

from __future__ import annotations

import array
import collections
import datetime
import json
import math
import sys
import time
import types
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.execution.guest.decoding import DECODERS, Decoder
from asmeant.execution.guest.encoding import DEEPEST, ENCODERS, Encoder, Room
from tests.execution.guest.crossing import same, there_and_back

zones = st.none() | st.sampled_from(
    [datetime.UTC, ZoneInfo("Europe/Madrid"), datetime.timezone(datetime.timedelta(hours=-3, minutes=30))]
)
hashables = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
    | st.decimals(allow_nan=False) | st.fractions() | st.complex_numbers(allow_nan=False)
    | st.dates() | st.datetimes(timezones=zones) | st.times() | st.timedeltas(),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.frozensets(inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
values: st.SearchStrategy[Any] = st.recursive(
    hashables | st.floats() | st.binary().map(bytearray)
    | st.builds(range, st.integers(), st.integers(), st.integers(min_value=1))
    | st.builds(slice, st.none() | st.integers(), st.integers(), st.none() | st.integers()),
    lambda inner: st.lists(inner, max_size=4)
    | st.lists(inner, max_size=4).map(tuple)
    | st.sets(hashables, max_size=4)
    | st.dictionaries(hashables, inner, max_size=4)
    | st.dictionaries(hashables, inner, max_size=4).map(OrderedDict)
    | st.dictionaries(hashables, inner, max_size=4).map(lambda made: defaultdict(list, made))
    | st.lists(hashables, max_size=4).map(Counter)
    | st.builds(deque, st.lists(inner, max_size=4), st.none() | st.integers(min_value=4, max_value=9)),
    max_leaves=12,
)  # fmt: skip


@settings(deadline=None)
@given(values)
def test_plain_values_come_back_the_same(value: object) -> None:
    back = there_and_back(value)
    assert same(back, value), (back, value)


class Point(NamedTuple):
    x: int
    y: object = None


Pair = namedtuple("Pair", "a b")

EXACT: list[Any] = [
    True, False, 1, 0, 1.0, -0.0, 2**53, -(2**53), 2**53 - 1, 10**5000, "", "\ud800", "\x00\"\\", "é😀",
    float("inf"), float("-inf"), 5e-324, 1.7976931348623157e308, complex(0, -0.0), ..., NotImplemented.__class__,
    [True, 1, 1.0], (), (1,), [[]], {}, set(), frozenset(), {1: True, "1": 1.0}, {(1, 2): [3]}, {frozenset({1})},
    {None: None}, b"", b"\x00\xff", bytearray(b"ab"),
    Decimal("1.50"), Decimal("-0"), Decimal("Infinity"), Decimal("1E+30"), Fraction(-1, 3),
    range(0), range(5, 1, -2), range(10**30), slice(1, None, 2), slice("a", "b"),
    datetime.date(1, 1, 1), datetime.datetime(2020, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Madrid")),
    datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC), datetime.time(1, 2, 3, 4, fold=1),
    datetime.time(1, tzinfo=datetime.timezone(datetime.timedelta(hours=2), "here")),
    datetime.timedelta(days=-1, microseconds=1), datetime.timedelta.max,
    deque([1, 2], maxlen=2), deque(), Counter("aab"), Counter(), OrderedDict(b=1, a=2),
    defaultdict(int, {1: 2}), defaultdict(None, {1: 2}), defaultdict(list),
    int, str, list, type, bool, type(None), types.FunctionType, types.GeneratorType, object, ValueError, collections.OrderedDict, Decimal, datetime.date,
]  # fmt: skip


@pytest.mark.parametrize("value", EXACT, ids=lambda value: type(value).__name__)
def test_exact_kinds(value: object) -> None:
    back = there_and_back(value)
    assert same(back, value), back


def test_what_python_does_not_call_equal_is_still_the_same() -> None:
    assert math.isnan(there_and_back(float("nan")))
    assert there_and_back(Decimal("sNaN")).is_snan()
    assert there_and_back(deque([1], maxlen=3)).maxlen == 3
    assert there_and_back(deque([1])).maxlen is None
    assert there_and_back(defaultdict(list)).default_factory is list
    assert there_and_back(datetime.time(1, fold=1)).fold == 1
    zone = there_and_back(datetime.time(1, tzinfo=datetime.timezone(datetime.timedelta(0), "here"))).tzinfo
    assert str(zone) == "here"
    assert (
        there_and_back(datetime.datetime(2020, 1, 1, tzinfo=ZoneInfo("Asia/Tokyo"))).tzinfo.key
        == "Asia/Tokyo"
    )


def test_the_order_of_an_ordered_dict_is_its_own() -> None:
    value = OrderedDict(a=1, b=2)
    value.move_to_end("a")
    assert list(there_and_back(value)) == ["b", "a"]


def test_views_of_dicts() -> None:
    assert there_and_back({1: [2]}.keys()) == {1}
    assert there_and_back({1: 2}.items()) == {(1, 2)}
    assert list(there_and_back({1: [2]}.values())) == [[2]]
    for view in ({1: 2}.keys(), {1: 2}.items(), {1: 2}.values()):
        assert type(there_and_back(view)) is type(view)


def test_a_memoryview_is_the_bytes_that_it_shows() -> None:
    assert there_and_back(memoryview(b"abcd")[1:3]) == b"bc"
    assert isinstance(there_and_back(memoryview(b"abcd")), memoryview)


def test_named_tuples_come_as_such_with_their_fields() -> None:
    back = there_and_back([Point(1, [2]), Pair(Point(1), ())])
    assert back == [(1, [2]), ((1, None), ())]
    assert back[0]._fields == ("x", "y")
    assert back[0].y == [2]
    assert type(back[0]).__name__ == "Point"
    assert back[1].a.x == 1
    assert back == [Point(1, [2]), Pair(Point(1), ())]
    assert not isinstance(back[0], Point)


def test_structures_of_the_system() -> None:
    moment = time.gmtime(0)
    back = there_and_back(moment)
    assert same(back, moment)
    assert back.tm_year == 1970
    found = Path("/").stat()
    assert there_and_back(found).st_mode == found.st_mode


# ── what is derived goes as what it is derived from ──


class LyingInt(int):
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __index__(self) -> int:
        return 7

    def __int__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return "7"


class LyingFloat(float):
    def __float__(self) -> float:
        return 7.0

    def __add__(self, other: float) -> float:
        return 7.0

    def __repr__(self) -> str:
        return "7.0"

    def hex(self) -> str:
        return "0x7"


class LyingStr(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "seven"

    def __add__(self, other: str) -> str:
        return "seven"

    def __radd__(self, other: str) -> str:
        return "seven"

    def __iter__(self) -> Any:
        return iter("seven")


class LyingList(list):  # type: ignore[type-arg]
    def __iter__(self) -> Any:
        return iter([7])

    def __len__(self) -> int:
        return 1

    def __getitem__(self, key: Any) -> Any:
        return 7


class LyingTuple(tuple):  # type: ignore[type-arg]
    __slots__ = ()

    def __iter__(self) -> Any:
        return iter([7])


class LyingDict(dict):  # type: ignore[type-arg]
    def items(self) -> Any:
        return [(7, 7)]

    def __iter__(self) -> Any:
        return iter([7])

    def keys(self) -> Any:
        return [7]


class LyingSet(set):  # type: ignore[type-arg]
    def __iter__(self) -> Any:
        return iter([7])


class LyingFrozenset(frozenset):  # type: ignore[type-arg]
    def __iter__(self) -> Any:
        return iter([7])


class LyingDecimal(Decimal):
    def __str__(self, *_: Any) -> str:
        return "7"


class LyingBytes(bytes):
    def __bytes__(self) -> bytes:
        return b"seven"

    def hex(self, *_: Any) -> str:
        return "07"


class LyingDate(datetime.date):
    def isoformat(self) -> str:
        return "0007-07-07"


class Colour(IntEnum):
    RED = 3


class Fields(tuple):  # type: ignore[type-arg]
    _fields: ClassVar[list[str]] = ["a"]


DERIVED: list[tuple[Any, Any]] = [
    (LyingInt(5), 5),
    (LyingInt(2**70), 2**70),
    (LyingFloat(5.5), 5.5),
    (LyingFloat("inf"), float("inf")),
    (LyingStr("five"), "five"),
    (LyingList([5, 6]), [5, 6]),
    (LyingTuple((5, 6)), (5, 6)),
    (LyingDict({5: 6}), {5: 6}),
    (LyingSet({5, 6}), {5, 6}),
    (LyingFrozenset({5, 6}), frozenset({5, 6})),
    (LyingDecimal("5.50"), Decimal("5.50")),
    (LyingBytes(b"five"), b"five"),
    (LyingDate(2020, 1, 1), datetime.date(2020, 1, 1)),
    (Colour.RED, 3),
    (Fields((1,)), (1,)),
    ({LyingStr("a"): LyingInt(1)}, {"a": 1}),
]


@pytest.mark.parametrize(("value", "plain"), DERIVED, ids=lambda value: type(value).__name__)
def test_derived_types_go_as_the_plain_value_that_they_are(value: object, plain: object) -> None:
    assert same(there_and_back(value), plain), there_and_back(value)


def test_every_rule_for_a_derived_type_has_a_form() -> None:
    assert all(Encoder().special(type("Derived", (kind,), {})) for kind in (int, str, list, dict, tuple))


# ── what has no form ──


def test_what_has_no_form_is_a_name() -> None:
    for value in (object(), iter([]), lambda: 0, open, json, array, types.SimpleNamespace(a=1), Point):
        (kind,) = json.loads(Encoder().text(value))
        assert kind == "object"


def test_what_is_nested_too_deeply_is_a_name() -> None:
    endless: list[object] = []
    endless.append(endless)
    deep: Any = 1
    for _ in range(DEEPEST - 5):
        deep = [deep]
    limit = sys.getrecursionlimit()
    with Room():
        assert "nested too deeply" in Encoder().text(endless)
        assert there_and_back(deep) == deep
    assert sys.getrecursionlimit() == limit


def test_room_is_made_whatever_limit_a_program_has_set() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(2**31 - 1)
    try:
        with Room():
            assert there_and_back([1]) == [1]
        assert sys.getrecursionlimit() == 2**31 - 1
    finally:
        sys.setrecursionlimit(limit)


def test_a_class_that_is_not_where_it_says_it_is_is_a_name() -> None:
    impostor = type("int", (), {"__module__": "builtins", "__qualname__": "int"})
    assert json.loads(Encoder().text(impostor)) == {"object": "builtins.type"}


# ── what is read ──

BROKEN: list[Any] = [
    {}, {"a": 1}, {"int": 5}, {"int": "z"}, {"float": "x"}, {"tuple": 5}, {"dict": [[1]]}, {"dict": [[[1], 2]]},
    {"set": [{"dict": []}]}, {"decimal": "x"}, {"fraction": [1, 0]}, {"range": ["0x1", "0x2", "0x0"]},
    {"range": []}, {"type": "os:system"}, {"type": "no_such_module:x"}, {"type": "builtins:no"},
    {"default": ["eval", []]}, {"namedtuple": ["A", ["__class__"], [1]]}, {"namedtuple": ["A", ["x"], []]},
    {"namedtuple": ["import os", ["x"], [1]]}, {"date": [0, 0, 0]}, {"datetime": [1]}, {"delta": ["a"]},
    {"bytes": "zz"}, {"memoryview": [1]}, {"deque": [[1], -1]}, {"slice": []}, {"tuple": [], "set": []},
    {"time": [25, 0, 0, 0, 0, None]}, {"datetime": [2020, 1, 1, 0, 0, 0, 0, 0, "../../etc/passwd"]},
    {"datetime": [2020, 1, 1, 0, 0, 0, 0, 0, [99999999, "x"]]}, {"counter": 5}, {"object": "a.B"},
    {"module": "os"}, {"imported": "os:system"}, {"yours": 1}, {"shared": ["c0", []]},
]  # fmt: skip


@pytest.mark.parametrize("tree", BROKEN, ids=lambda tree: json.dumps(tree)[:50])
def test_what_is_no_form_raises(tree: Any) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011
        Decoder().value(tree)


PLAIN_KINDS = (*(kind for kind in ENCODERS if kind is not type), type(None), bool, Counter, OrderedDict,
               defaultdict, type, time.struct_time)  # fmt: skip
trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
    | st.sampled_from(["builtins:eval", "builtins:int", "os:system", "int", "0x1", "UTC", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(sorted(DECODERS)), inner, min_size=1, max_size=1)
    | st.tuples(inner, inner).map(list),
    max_leaves=10,
)  # fmt: skip


def kinds_in(value: Any) -> Any:
    yield type(value)
    if isinstance(value, dict):
        for pair in value.items():
            yield from kinds_in(pair)
    elif isinstance(value, list | tuple | set | frozenset | deque):
        for item in value:
            yield from kinds_in(item)


@settings(deadline=None, max_examples=300)
@given(trees)
def test_reading_makes_plain_values_or_raises(tree: Any) -> None:
    """Twins of named tuples and dataclasses have no code but Python's own."""
    try:
        made = Decoder().value(tree)
    except Exception:
        return
    for kind in kinds_in(made):
        assert kind in PLAIN_KINDS or hasattr(kind, "_fields") or hasattr(kind, "__dataclass_fields__"), kind


def test_items_that_were_chosen_to_share_a_hash_are_refused() -> None:
    colliding = [k * (2**61 - 1) for k in range(1, 5000)]
    begun = time.process_time()
    for kind in ("set", "frozenset", "keys"):
        with pytest.raises(ValueError, match="share too few hashes"):
            Decoder().value({kind: [{"int": hex(item)} for item in colliding]})
    with pytest.raises(ValueError, match="share too few hashes"):
        Decoder().value({"dict": [[{"int": hex(item)}, 1] for item in colliding]})
    assert time.process_time() - begun < 2
    assert there_and_back(set(range(100_000))) == set(range(100_000))
