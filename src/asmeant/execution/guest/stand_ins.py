"""An object of another process -> a stand-in here, whose operations are requests.

A stand-in has just those special methods that the object claims to have. What it says of itself, it says by
answering; `Peer.operate` decides whether it is asked at all.
"""

from __future__ import annotations

import operator
import types
from functools import lru_cache
from typing import Any, Callable, Dict, Tuple

# Special methods that a stand-in hands on as they are.
FORWARDED = (
    "__call__", "__iter__", "__next__", "__len__", "__getitem__", "__setitem__", "__delitem__",
    "__enter__", "__reversed__", "__length_hint__", "__str__", "__repr__", "__format__", "__bytes__",
    "__int__", "__float__", "__complex__", "__index__", "__round__", "__trunc__", "__floor__", "__ceil__",
    "__abs__", "__neg__", "__pos__", "__invert__", "__fspath__", "__await__", "__aiter__", "__anext__",
    "__aenter__",
)  # fmt: skip
# What an object claims about itself and another one: only its word stands for it.
CLAIMS = (
    "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__", "__contains__", "__add__",
    "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__truediv__", "__rtruediv__",
    "__floordiv__", "__rfloordiv__", "__mod__", "__rmod__", "__pow__", "__rpow__", "__matmul__",
    "__rmatmul__", "__and__", "__rand__", "__or__", "__ror__", "__xor__", "__rxor__", "__lshift__",
    "__rshift__", "__divmod__", "__rdivmod__", "__iadd__", "__isub__", "__imul__", "__ior__", "__iand__",
    "__hash__",
)  # fmt: skip
DUNDERS = (*FORWARDED, *CLAIMS, "__exit__", "__aexit__")


class StandIn:
    """An object of the other process, known by its number."""

    __slots__ = ("__weakref__", "_kind", "_number", "_peer")

    def __init__(self, peer: Any, number: int, kind: str) -> None:
        object.__setattr__(self, "_peer", peer)
        object.__setattr__(self, "_number", number)
        object.__setattr__(self, "_kind", kind)

    def __getattr__(self, name: str) -> Any:
        return self._peer.operate(self, "get", name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._peer.operate(self, "set", name, value)

    def __delattr__(self, name: str) -> None:
        self._peer.operate(self, "delete", name)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return object.__getattribute__(self, "_peer").class_claimed(self)

    def __hash__(self) -> int:
        return hash(object.__getattribute__(self, "_number"))

    def __eq__(self, other: object) -> Any:
        return True if self is other else NotImplemented

    def __ne__(self, other: object) -> Any:
        return False if self is other else NotImplemented

    def __repr__(self) -> str:
        return f"an object of type {object.__getattribute__(self, '_kind')}"

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("an object of another process cannot be copied")


@lru_cache(maxsize=256)
def stand_in_class(abilities: Tuple[str, ...]) -> type:
    """A class of stand-ins with these special methods, as far as there is a rule for them."""
    methods: Dict[str, Any] = {"__slots__": (), "__doc__": property(documentation)}
    for name in abilities:
        if name in FORWARDED:
            methods[name] = forwarded(name)
        elif name in ("__eq__", "__ne__"):
            methods[name] = compared(name)
        elif name in CLAIMS and name != "__hash__":
            methods[name] = claimed(name)
    if "__call__" in abilities:
        methods["__call__"] = called
    if "__get__" in abilities:
        methods["__get__"] = bound
    if "__exit__" in abilities:
        methods["__exit__"] = left
    if "__aexit__" in abilities:
        methods["__aexit__"] = left_later
    if "__iter__" in abilities:
        methods["__contains__"] = contained
    if "__eq__" in methods:
        methods["__hash__"] = StandIn.__hash__
    return type("StandIn", (StandIn,), methods)


def forwarded(name: str) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any) -> Any:
        return self._peer.operate(self, "do", name, arguments)

    return method


def claimed(name: str) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any) -> Any:
        return self._peer.claim(self, name, arguments)

    return method


def compared(name: str) -> Callable[..., Any]:
    def method(self: Any, other: Any) -> Any:
        if self is other:
            return name == "__eq__"
        return self._peer.claim(self, name, (other,))

    return method


def documentation(self: Any) -> Any:
    return self._peer.operate(self, "get", "__doc__")


def bound(self: Any, instance: Any, _owner: Any = None) -> Any:
    """A function of the other side in a class of this one is a method of it."""
    return self if instance is None else types.MethodType(self, instance)


def called(self: Any, *arguments: Any, **options: Any) -> Any:
    return self._peer.operate(self, "call", arguments, tuple(options.items()))


def contained(self: Any, item: Any) -> bool:
    """By looking through it: what it says about it itself is only a claim."""
    return any(one is item or operator.eq(one, item) for one in self)


def left(self: Any, kind: Any, error: Any, _traceback: Any) -> Any:
    """Leaving a block cannot undo an assertion that failed in it."""
    answer = self._peer.operate(self, "do", "__exit__", told_of(kind, error))
    return bool(answer) and error is not None and self._peer.may_swallow(error)


async def left_later(self: Any, kind: Any, error: Any, _traceback: Any) -> Any:
    answer = await self._peer.operate(self, "do", "__aexit__", told_of(kind, error))
    return bool(answer) and error is not None and self._peer.may_swallow(error)


def told_of(kind: Any, error: Any) -> Tuple[Any, Any, None]:
    """What a context is told of an error: of an assertion nothing but that it failed."""
    if error is None:
        return None, None, None
    if isinstance(error, AssertionError):
        return AssertionError, AssertionError(), None
    return kind if kind.__module__ == "builtins" else Exception, error, None
