"""Names, functions, turns and messages."""

from __future__ import annotations

import marshal
import os
import socket
import tempfile
import threading
import types
from typing import Any

import pytest

from asmeant.execution.guest import messages, turns
from asmeant.execution.guest.functions import MODULE, bound, functions_of
from asmeant.execution.guest.names import Names

# ── names ──


def test_names_that_are_missing_are_looked_up_elsewhere() -> None:
    stored: list[tuple[str, object]] = []
    names = Names({"theirs": 5}.__getitem__, lambda name, value: stored.append((name, value)))
    exec("mine = theirs + 1\nfor each in [mine]: pass\ndef g(): return mine\nlength = len([1])", names)
    assert stored[:2] == [("mine", 6), ("each", 6)]
    assert names["length"] == 1
    assert names["g"]() == 6
    with pytest.raises(NameError):
        exec("nowhere", names)


def test_names_that_are_bound_in_unusual_ways_are_stored() -> None:
    stored: dict[str, object] = {}
    nothing: dict[str, object] = {}
    names = Names(nothing.__getitem__, stored.__setitem__)
    exec(
        "import math as m\nfrom math import pi\nclass C: pass\nwith open('/dev/null') as w: pass\n[y := 3]\nmatch 5:\n    case z: pass",
        names,
    )
    assert set(stored) >= {"m", "pi", "C", "w", "y", "z"}


# ── functions ──


def module(source: str) -> types.ModuleType:
    made = types.ModuleType(MODULE)
    exec(source, made.__dict__)
    return made


@pytest.mark.parametrize(
    ("source", "assigned", "functions"),
    [
        ("def a(): pass\ndef b(): pass", [], ["b", "a"]),
        ("def b(): pass\ndef f(): pass\ndef a(): pass", [], ["f", "a", "b"]),
        ("from math import sqrt\ndef a(): pass", [], ["a"]),
        ("from math import sqrt, floor", [], ["floor", "sqrt"]),
        ("from math import sqrt\ng = sqrt", ["g"], ["g"]),
        ("import functools\ng = functools.partial(int, base=2)", ["g"], ["g"]),
        ("class A:\n    def one(self): pass\n    def _two(self): pass\n    three = 3", [], ["A.one"]),
        ("class f:\n    def one(self): pass\nclass B:\n    def two(self): pass", [], ["f.one", "B.two"]),
        ("x = 5", ["x"], []),
        ("g = lambda x: x\nh = g", ["g", "h"], ["h", "g"]),
    ],
)
def test_functions_that_may_be_tried_in_order(source: str, assigned: list[str], functions: list[str]) -> None:
    assert functions_of(module(source), "f", assigned) == functions


def test_a_function_by_its_name() -> None:
    made = module("def g(): return 1\nclass A:\n    def __init__(self): self.n = 2\n    def go(self): return self.n\n"
                  "    @classmethod\n    def made(cls): return cls.__name__\n    @staticmethod\n    def plain(): return 3")  # fmt: skip
    assert bound(made, "g")() == 1
    assert bound(made, "A.go")() == 2
    assert bound(made, "A.made")() == "A"
    assert bound(made, "A.plain")() == 3
    with pytest.raises(NameError, match="does not define f"):
        bound(made, "f")


def test_a_class_that_needs_arguments_cannot_give_its_methods() -> None:
    with pytest.raises(TypeError):
        bound(module("class A:\n    def __init__(self, x): pass\n    def go(self): pass"), "A.go")


# ── turns ──


def test_whose_turn_it_is_stands_in_a_file() -> None:
    with tempfile.TemporaryFile() as file:
        for role in ("candidates", "probes"):
            turns.give(file.fileno(), role)
            assert turns.read(file.fileno()) == turns.TURN[role]
    turns.give(-1, "probes")  # no one takes turns


# ── messages ──


@pytest.fixture
def pair() -> Any:
    one, other = socket.socketpair()
    with one, other:
        yield one, other


def test_messages_come_as_they_went(pair: Any) -> None:
    one, other = pair
    for message in ({"a": [1, None, "é"]}, {}):
        messages.send(one.fileno(), message)
        assert messages.receive(other.fileno()) == message
    messages.send_text(one.fileno(), '"\ud800"')
    assert messages.Reader(other.fileno()).receive_text() == '"\ud800"'.encode("utf-8", "surrogatepass")


def test_messages_that_came_together_are_taken_one_by_one(pair: Any) -> None:
    one, other = pair
    bodies = [b"1", b"", b"x" * 100_000, b"2"]
    thread = threading.Thread(target=one.sendall, args=(b"".join(map(messages.framed, bodies)),))
    thread.start()
    reader = messages.Reader(other.fileno())
    assert not reader.has_message()
    assert [reader.receive_text() for _ in bodies] == bodies
    thread.join()
    one.sendall(b"\0\0\0\x09half")
    one.close()
    assert reader.receive_text() is None


def test_the_end_of_a_channel_is_no_message(pair: Any) -> None:
    one, other = pair
    one.sendall(b"\0\0\0\x09half")
    one.close()
    assert messages.receive(other.fileno()) is None
    assert messages.receive(other.fileno()) is None


def test_a_message_that_is_too_large_is_not_read(pair: Any) -> None:
    one, other = pair
    one.sendall(b"\xff\xff\xff\xff")
    with pytest.raises(messages.BrokenError, match="4294967295 bytes"):
        messages.receive(other.fileno())


def test_files_ride_along(pair: Any) -> None:
    one, other = pair
    with tempfile.TemporaryFile() as file:
        file.write(b"abc")
        file.flush()
        body = marshal.dumps({"seconds": 2.0}, 2)
        socket.send_fds(one, [messages.framed(body)], [file.fileno()])
        message, files = messages.receive_with_files(other)
    assert message == {"seconds": 2.0}
    (end,) = files
    assert os.pread(end, 3, 0) == b"abc"
    os.close(end)
    one.close()
    assert messages.receive_with_files(other) == (None, [])
