"""What a probe may lend, and what a candidate may do with it."""

from __future__ import annotations

import collections
import functools
import io
import itertools
import json
import math
import operator
import sqlite3
import sys
import threading
import types
from typing import Any
from unittest import mock

import pytest

from asmeant.execution.guest.lending import check, kind_of, library_name, may_lend
from asmeant.execution.guest.probing import MODULE

Own: Any = type("Own", (), {"__module__": MODULE, "x": 1})


def function() -> None:
    pass


LENT: list[tuple[Any, str | None]] = [
    (function, "function"),
    (lambda: 0, "function"),
    (len, "function"),
    ([].append, "function"),
    (Own().__init__, "function"),
    (functools.partial(function), "function"),
    (mock.Mock(), "mock"),
    (mock.MagicMock(), "mock"),
    (mock.call(1), None),  # a tuple: it goes as one
    (io.StringIO(), "file"),
    (io.BytesIO(), "file"),
    (sqlite3.connect(":memory:"), "database"),
    (sqlite3.connect(":memory:").cursor(), "database"),
    ((i for i in ""), "iterator"),
    (iter([]), "iterator"),
    (map(int, []), "iterator"),
    (enumerate([]), "iterator"),
    (object(), "own"),
    (Own(), "own"),
    (Own, "own"),
    (sys, None),
    (sys._getframe(), None),
    (function.__code__, None),
    (threading.Lock(), None),
    (threading.current_thread(), None),
    (types.SimpleNamespace(), None),
    (itertools.count(), None),
    (operator.itemgetter(1), None),
    (collections.OrderedDict, None),
    (json.JSONEncoder(), None),
]


@pytest.mark.parametrize(("value", "kind"), LENT, ids=lambda part: type(part).__name__)
def test_what_may_be_lent(value: Any, kind: str | None) -> None:
    if isinstance(value, tuple):
        return
    assert kind_of(value) == kind
    assert may_lend(value) is (kind is not None)


ALLOWED: list[tuple[str, Any, list[Any]]] = [
    ("call", function, [(), ()]),
    ("call", mock.Mock(), [(), ()]),
    ("call", Own, [(), ()]),
    ("get", mock.Mock(), ["x"]),
    ("get", function, ["__name__"]),
    ("get", (i for i in ""), ["send"]),
    ("get", Own(), ["x"]),
    ("set", Own(), ["x", 2]),
    ("delete", Own(), ["x"]),
    ("get", io.StringIO(), ["read"]),
    ("get", sqlite3.connect(":memory:"), ["execute"]),
    ("do", iter([]), ["__next__", ()]),
    ("do", Own(), ["__eq__", (1,)]),
    ("do", io.StringIO(), ["__enter__", ()]),
]
REFUSED: list[tuple[str, Any, list[Any]]] = [
    ("get", function, ["__globals__"]),
    ("get", function, ["__code__"]),
    ("get", function, ["__code__"]),
    ("get", function, ["x"]),
    ("get", len, ["__self__"]),
    ("get", Own(), ["__class__"]),
    ("get", Own(), ["__dict__"]),
    ("get", Own(), ["_private"]),
    ("get", Own, ["__subclasses__"]),
    ("get", mock.Mock(), ["_mock_parent"]),
    ("set", mock.Mock(), ["_mock_return_value", 1]),
    ("set", Own(), ["__class__", int]),
    ("set", function, ["__code__", None]),
    ("do", function, ["__setattr__", ("__defaults__", (5,))]),
    ("do", Own, ["__setattr__", ("__eq__", function)]),
    ("set", mock.Mock(), ["assert_called_once_with", function]),
    ("set", mock.Mock(), ["called", True]),
    ("set", mock.Mock(), ["call_args", ()]),
    ("set", mock.Mock(), ["return_value", 1]),
    ("delete", mock.Mock(), ["call_count"]),
    ("get", mock.Mock(), ["configure_mock"]),
    ("get", mock.Mock(), ["reset_mock"]),
    ("get", mock.MagicMock(), ["mock_calls"]),
    ("set", io.StringIO(), ["x", 1]),
    ("delete", Own(), ["__dict__"]),
    ("get", (i for i in ""), ["gi_frame"]),
    ("do", Own(), ["__getattribute__", ("__dict__",)]),
    ("do", Own(), ["__reduce__", ()]),
    ("do", Own(), ["__reduce_ex__", (2,)]),
    ("do", Own(), ["mro", ()]),
    ("do", [1], ["__len__", ()]),
    ("get", sqlite3.connect(":memory:"), ["load_extension"]),
    ("get", sqlite3.connect(":memory:"), ["enable_load_extension"]),
    ("call", (i for i in ""), [(), ()]),
    ("call", sys, [(), ()]),
    ("get", sys, ["modules"]),
    ("name", Own(), []),
    ("global", "f", []),
    ("import", "os", []),
    ("state", "sys", ["modules"]),
    ("exec", function, ["1"]),
]


@pytest.mark.parametrize(("operation", "target", "rest"), ALLOWED, ids=lambda part: type(part).__name__)
def test_what_a_candidate_may_do(operation: str, target: Any, rest: list[Any]) -> None:
    check(operation, target, rest, lambda name: False)


@pytest.mark.parametrize(("operation", "target", "rest"), REFUSED, ids=lambda part: type(part).__name__)
def test_what_a_candidate_may_not_do(operation: str, target: Any, rest: list[Any]) -> None:
    with pytest.raises(AttributeError, match="cannot be asked for"):
        check(operation, target, rest, lambda name: False)


def test_special_methods_that_reach_into_an_object_are_refused() -> None:
    for name in ("__setattr__", "__delattr__", "__getattr__", "__init__", "__init_subclass__", "__subclasses__", "__dir__", "__getstate__",
                 "__setstate__", "__new__", "__class_getitem__", "__get__", "__set_name__", "__prepare__", "__del__", "__sizeof__"):  # fmt: skip
        with pytest.raises(AttributeError):
            check("do", Own(), [name, ()], lambda name: False)


def test_functions_and_classes_of_libraries_go_by_their_names() -> None:
    assert library_name(math.sqrt) == "math:sqrt"
    assert library_name(json.dumps) == "json:dumps"
    assert library_name(collections.OrderedDict) == "collections:OrderedDict"
    assert library_name(json.JSONEncoder.encode) == "json.encoder:JSONEncoder.encode"
    for value in (lambda: 0, Own, Own(), 3, mock.Mock(), functools.partial(len), math):
        assert library_name(value) == ""
