"""Objects that two processes share: values go over, everything else stays where it is and is asked.

Each side is a `Peer`. A value crosses as a copy, and a list, a dict or the like keeps its identity
(containers.py). An object that has no form is lent: the other side gets a stand-in, whose operations are
requests.

A message is an `ask` (with what to do), an `answer`, or a `raise`. Asks may be nested: who is asked may
ask back.
"""

from __future__ import annotations

import threading
import types
from abc import ABC, abstractmethod
from json import loads
from os import getpid
from typing import Any, Callable, Dict, List

from . import awaiting, encoding, messages
from .containers import CONTAINERS, KEPT, Containers, replace_contents
from .encoding import Encoder, Room, name_of, quoted, tagged
from .messages import GoneError
from .stand_ins import DUNDERS, StandIn, stand_in_class

TABLES = ("numpy.ndarray", "pandas.core.frame.DataFrame", "pandas.core.series.Series", "pandas.DataFrame",
          "pandas.Series", "array.array", "collections.UserList", "collections.UserDict")  # fmt: skip


class CannotCrossError(Exception):
    """An object that can neither be copied nor lent."""


class Peer(Containers, ABC):
    """One end of a channel. The other end may be anything: what comes is read by closed rules."""

    def __init__(self, reader: messages.Reader, side: str) -> None:
        super().__init__(side)
        self.reader = reader
        self.end = reader.end
        self.process = getpid()
        self.lock = threading.RLock()
        self.lent: Dict[int, Any] = {}  # what the other side knows by number
        self.numbers: Dict[int, int] = {}
        self.borrowed: Dict[int, StandIn] = {}
        self.last_heard = b""

    # ── asking ─────────────────────────────────────────────────────────────────────────────────────

    def ask(self, operation: str, *parts: Any) -> Any:
        """What the other side answers. Raises what it raises."""
        if getpid() != self.process:
            raise CannotCrossError("the channel belongs to another process")
        with self.lock:
            before = self.before_ask()
            self.say("ask", [operation, *parts], before)
            while True:
                message = self.hear()
                if "ask" not in message:
                    return self.outcome(message)
                self.reply(message)

    def say(self, kind: str, content: Any, more: Any = None) -> None:
        with Room():
            changes = self.changes()
            # In the order in which they are read: what is shared is written out where it first stands.
            extra = ', "more": ' + self.copied(Encoder.dict, more, 0) if more else ""
            text = self.many(content, 0) if kind == "ask" else self.text(content)
        self.send('{"changes": ' + changes + extra, ', "' + kind + '": ' + text + "}")

    def send(self, head: str, tail: str) -> None:
        try:
            messages.send_text(self.end, head + tail)
        except (BrokenPipeError, ConnectionResetError):
            raise GoneError from None

    def hear(self) -> Dict[str, Any]:
        body = self.reader.receive_text()
        if body is None:
            raise GoneError
        self.last_heard = body
        message = loads(body)
        if not isinstance(message, dict):
            raise messages.BrokenError("a message that is no object")
        for key, tree in message.get("changes", ()):
            replace_contents(self.shared[key], self.value(tree))
            self.watch(key, self.shared[key])
        if "chance" in message:
            self.arrange({"chance": self.value(message["chance"])})
        if "more" in message:
            self.arrange(self.value(message["more"]))
        return message

    def outcome(self, message: Dict[str, Any]) -> Any:
        if "raise" in message:
            raise self.error(message["raise"])
        return self.value(message["answer"])

    def reply(self, message: Dict[str, Any]) -> None:
        """Does what is asked and says what came of it."""
        try:
            operation, *parts = self.values(message["ask"])
            answer = self.perform(operation, parts)
            self.say("answer", answer, self.after_answer())
        except GoneError:
            raise
        except BaseException as error:
            if self.ends(error):
                raise
            self.send('{"changes": ' + self.changes(), ', "raise": ' + self.described(error) + "}")

    def perform(self, operation: str, parts: List[Any]) -> Any:
        target, *rest = parts
        self.check_allowed(operation, target, rest)
        return OPERATIONS[operation](target, *rest)

    # What a side may add: see candidate.py and probing.py.

    def before_ask(self) -> Any:
        return None

    def after_answer(self) -> Any:
        return None

    def arrange(self, arrangement: Any) -> None:
        """What the other side wants to be in place before its message is read."""

    def check_allowed(self, operation: str, target: Any, rest: List[Any]) -> None:
        """Raises where the other side may not do that."""

    def ends(self, error: BaseException) -> bool:
        """Whether an error ends this side instead of crossing."""
        return False

    @abstractmethod
    def described(self, error: BaseException) -> str:
        """What the other side is told of an error."""

    @abstractmethod
    def error(self, tree: Any) -> BaseException:
        """The error that the other side tells of."""

    # ── values that go over ────────────────────────────────────────────────────────────────────────

    def special(self, kind: type) -> Callable[[Any, Any, int], str]:
        if issubclass(kind, StandIn):
            return Peer.give_back
        encode = encoding.LIBRARIES(kind) or super().special(kind)
        if issubclass(kind, KEPT):
            return lambda self, value, depth: self.keep(value, lambda: encode(self, value, depth))
        if encode in CONTAINERS or encode is type(self).refer:
            return encode
        if name_of(kind) in TABLES:
            return lambda self, value, depth: self.keep(value, lambda: self.copied(encode, value, depth))
        return lambda self, value, depth: self.copied(encode, value, depth)

    def give_back(self, value: StandIn, _depth: int) -> str:
        return tagged("yours", str(object.__getattribute__(value, "_number")))

    def refer(self, value: Any, _depth: int) -> str:
        number = self.numbers.get(id(value))
        if number is None:
            number = len(self.lent) + 1
            self.lend(number, value)
        return tagged("mine", "[" + str(number) + ", " + self.looks(value) + "]")

    def lend(self, number: int, value: Any) -> None:
        self.lent[number] = value
        self.numbers[id(value)] = number

    def looks(self, value: Any) -> str:
        """What the other side is told of an object: the name of its class, and which operations that has."""
        kind = type(value)
        abilities = [name for name in DUNDERS if getattr(kind, name, None) is not None]
        # What compares by identity has nothing to say: numbers stand for identities.
        abilities = [name for name in abilities if getattr(kind, name) is not COMPARING.get(name)]
        if kind is types.FunctionType:
            abilities.append("__get__")
        return quoted(name_of(kind)) + ", " + quoted(" ".join(abilities))

    # ── values that come ───────────────────────────────────────────────────────────────────────────

    def unknown(self, kind: str, content: Any) -> Any:
        if kind == "yours":
            return self.lent[content]
        if kind == "mine":
            return self.borrow(*content)
        if kind == "object":
            return self.borrow(-1, str(content), "")
        return super().unknown(kind, content)

    def borrow(self, number: int, name: str, abilities: str) -> Any:
        known = self.borrowed.get(number)
        if known is None or number < 0:
            known = stand_in_class(tuple(abilities.split()))(self, number, name)
            self.borrowed[number] = known
        return awaiting.waiting(known) if name in awaiting.KINDS else known

    def operate(self, stand_in: StandIn, operation: str, *parts: Any) -> Any:
        """An operation on what the other side has lent."""
        return self.ask(operation, stand_in, *parts)


def call(target: Any, arguments: Any, options: Any) -> Any:
    return target(*arguments, **dict(options))


def do(target: Any, name: str, arguments: Any) -> Any:
    """A special method, looked up where Python looks it up."""
    kind = type(target)
    for base in kind.__mro__:
        if name in vars(base):
            method = vars(base)[name]
            bind = getattr(type(method), "__get__", None)
            return (bind(method, target, kind) if bind is not None else method)(*arguments)
    raise TypeError(f"{name_of(kind)} has no {name}")


# Of these, what `object` has says that things are the same or not, and in no order.
COMPARING = {
    name: getattr(object, name)
    for name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__hash__")
}


OPERATIONS: Dict[str, Callable[..., Any]] = {
    "call": call,
    "get": getattr,
    "set": lambda target, name, value: setattr(target, name, value),
    "delete": lambda target, name: delattr(target, name),
    "do": do,
    "name": lambda target: name_of(target),
    "await": awaiting.finish,
}
