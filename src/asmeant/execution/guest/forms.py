"""What forms of values of libraries are made with."""

from __future__ import annotations

import importlib
from typing import Any, Callable

from .encoding import Encoder, tagged

Encode = Callable[[Any, Any, int], str]
Decode = Callable[[Any, Any], Any]


def library(name: str) -> Any:
    return importlib.import_module(name)


def form(kind: str, *parts: Any) -> Encode:
    """Writes the parts, each a function of the value, in order."""

    def encode(self: Encoder, value: Any, depth: int) -> str:
        return tagged(kind, self.many([part(value) for part in parts], depth))

    return encode
