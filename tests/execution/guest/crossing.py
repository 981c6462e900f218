"""A value -> what the other side makes of it, by way of its text. And whether two values are quite the same."""

from __future__ import annotations

import json
from collections import deque
from typing import Any

from asmeant.execution.guest.decoding import Decoder
from asmeant.execution.guest.encoding import Encoder
from asmeant.execution.guest.messages import Reader
from asmeant.execution.guest.objects import Peer


def there_and_back(value: object) -> Any:
    """Read by closed rules, as the harness and a probe process do."""
    return Decoder().value(json.loads(Encoder().text(value)))


class Copier(Peer):
    """Writes as one process does for another one: with the forms of libraries, ahead of plain ones."""

    def __init__(self) -> None:
        super().__init__(Reader(-1), "c")
        self.copying = True

    def described(self, error: BaseException) -> str:
        return repr(error)

    def error(self, tree: Any) -> BaseException:
        return Exception(tree)


def copied(value: object) -> Any:
    return Decoder().value(json.loads(Copier().text(value)))


def same(one: Any, other: Any) -> bool:
    """Equal and of the same kinds throughout: True is not 1, and nan is itself."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return bool(one.hex() == other.hex())
    if isinstance(one, complex):
        return same(one.real, other.real) and same(one.imag, other.imag)
    if isinstance(one, list | tuple | deque):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one), list(other)) and same(list(one.values()), list(other.values()))
    if isinstance(one, set | frozenset):
        return len(one) == len(other) and all(any(same(a, b) for b in other) for a in one)
    return bool(one == other)
