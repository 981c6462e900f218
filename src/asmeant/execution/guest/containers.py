"""Lists, dicts and the like that two processes share <-> how they are written.

Such a container keeps its identity: both sides know it by a key, and what one side changes in it is told to
the other with the next message.
"""

from __future__ import annotations

import operator
from array import array
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict, deque
from typing import Any, Callable, Dict, List

from .decoding import DECODERS, Decoder
from .encoding import ENCODERS, Encoder, quoted, tagged

# So many containers are looked at for changes with every message: the last ones that crossed.
MOST_WATCHED = 64
CONTAINERS = (ENCODERS[list], ENCODERS[dict], ENCODERS[set])
# Containers of other kinds that can change.
KEPT = (deque, bytearray, Counter, OrderedDict, defaultdict)


class Containers(Encoder, Decoder):
    """What one side knows of the containers that both have."""

    def __init__(self, side: str) -> None:
        self.side = side
        self.shared: Dict[str, Any] = {}
        self.keys: Dict[int, str] = {}
        self.watched: OrderedDict[str, Any] = OrderedDict()
        self.copying = False  # inside a value of a library nothing keeps its identity

    def copied(self, encode: Any, value: Any, depth: int) -> str:
        before, self.copying = self.copying, True
        try:
            text: str = encode(self, value, depth)
            return text
        finally:
            self.copying = before

    def keep(self, value: Any, write: Callable[[], str]) -> str:
        """What can change crosses once, and is then known by its key."""
        if self.copying:
            return write()
        key = self.keys.get(id(value))
        if key is not None:
            return tagged("same", quoted(key))
        key = f"{self.side}{len(self.keys)}"
        self.remember(key, value)
        text = write()
        self.watch(key, value)
        return tagged("shared", "[" + quoted(key) + ", " + text + "]")

    def remember(self, key: str, value: Any) -> None:
        self.shared[key] = value
        self.keys[id(value)] = key

    def watch(self, key: str, value: Any) -> None:
        self.watched.pop(key, None)
        self.watched[key] = contents(self, value)
        if len(self.watched) > MOST_WATCHED:
            self.watched.popitem(last=False)

    def changes(self) -> str:
        """The containers whose contents are not what the other side knows."""
        texts = []
        for key, known in list(self.watched.items()):
            value = self.shared[key]
            now = contents(self, value)
            if not same_contents(known, now):
                self.watched[key] = now
                texts.append("[" + quoted(key) + ", " + self.written(value) + "]")
        return "[" + ", ".join(texts) + "]"

    def written(self, value: Any) -> str:
        if isinstance(value, list):
            return Encoder.list(self, value, 0)
        if isinstance(value, OrderedDict):
            return ENCODERS[dict](self, value, 0)
        if isinstance(value, dict):
            return Encoder.dict(self, value, 0)
        if isinstance(value, set):
            return Encoder.set(self, value, 0)
        kind = type(value)
        return self.copied(ENCODERS.get(kind) or Encoder.special(self, kind), value, 0)

    def list(self, value: List[Any], depth: int) -> str:
        return self.keep(value, lambda: Encoder.list(self, value, depth))

    def dict(self, value: Dict[Any, Any], depth: int) -> str:
        return self.keep(value, lambda: Encoder.dict(self, value, depth))

    def set(self, value: Any, depth: int) -> str:
        return self.keep(value, lambda: Encoder.set(self, value, depth))

    def unknown(self, kind: str, content: Any) -> Any:
        if kind == "shared":
            return self.take(*content)
        return self.shared[content] if kind == "same" else super().unknown(kind, content)

    def take(self, key: str, tree: Any) -> Any:
        """A container is there before what it holds: it may hold itself."""
        if key in self.shared or key.startswith(self.side):
            raise ValueError("a key that is taken")
        if isinstance(tree, list):
            made: Any = []
            self.remember(key, made)
            made.extend(self.values(tree))
        elif isinstance(tree, dict) and next(iter(tree)) in ("dict", "set"):
            ((kind, content),) = tree.items()
            made = {} if kind == "dict" else set()
            self.remember(key, made)
            made.update(DECODERS[kind](self, content))
        else:
            made = self.value(tree)
            self.remember(key, made)
        self.watch(key, made)
        return made


Containers.forms = {kind: encode for kind, encode in ENCODERS.items() if kind not in KEPT}


def contents(side: Containers, value: Any) -> Any:
    """What a container holds, to be compared later."""
    if isinstance(value, OrderedDict):
        return [part for pair in OrderedDict.items(value) for part in pair]
    if isinstance(value, dict):
        return [*dict.keys(value), *dict.values(value)]
    if isinstance(value, (list, set, deque)):
        return [*value]
    if isinstance(value, bytearray):
        return [bytes(value)]
    return [side.written(value)]


def same_contents(known: List[Any], now: List[Any]) -> bool:
    if len(known) != len(now):
        return False
    if len(known) == 1 and isinstance(known[0], (str, bytes)):
        return bool(known[0] == now[0])
    return all(map(operator.is_, known, now))


def replace_contents(value: Any, new: Any) -> None:
    """The same object, with other contents."""
    if isinstance(value, (list, bytearray, array, UserList)):
        value[:] = new
    elif isinstance(value, (dict, set, UserDict)):
        value.clear()
        value.update(new)
    elif isinstance(value, deque):
        value.clear()
        value.extend(new)
    elif hasattr(value, "_update_inplace"):
        value._update_inplace(new)
    else:
        value[...] = new
