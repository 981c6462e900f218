"""What a candidate answers -> plain data, in JSON. The other side compares it, with plain types only.

A value of a plain type, or of a type derived from one, goes as that plain value, whatever it says of itself.
What is not plain goes as the name of its type. Nothing here needs to be trusted: who tampers with it only
gives another answer. The text is put together by hand, as a fresh process pays for every function it calls.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from json.encoder import encode_basestring_ascii
from typing import Any, Callable, Dict

DEEPEST = 100
LARGEST_INT = 1 << 53
CONSTANTS = {None: "null", True: "true", False: "false"}


def text(value: Any, depth: int = 0) -> str:
    """JSON that stands for the value: itself, or an object with one key that names its kind."""
    if value is None or value is True or value is False:
        return CONSTANTS[value]
    kind = type(value)
    encode = ENCODERS.get(kind)
    if depth > DEEPEST:
        return tagged("object", '"something nested too deeply"')
    if encode is None:
        encode = next((ENCODERS[base] for base in ENCODERS if issubclass(kind, base)), other)
    return encode(value, depth + 1)


def tagged(kind: str, content: str) -> str:
    return '{"' + kind + '": ' + content + "}"


def other(value: Any, depth: int) -> str:
    kind = type(value)
    if value is ...:
        return tagged("ellipsis", "true")
    if isinstance(value, type) and value.__module__ == "builtins":
        return tagged("type", encode_str(value.__name__, depth))
    if kind.__module__.partition(".")[0] == "numpy" and getattr(value, "shape", None) == ():
        return text(value.item(), depth)
    return tagged("object", encode_str(f"{kind.__module__}.{kind.__qualname__}", depth))


def encode_int(value: int, _depth: int) -> str:
    number = value if type(value) is int else int.__index__(value)
    if -LARGEST_INT < number < LARGEST_INT:
        return int.__repr__(number)
    return tagged("int", '"' + hex(number) + '"')


def encode_float(value: float, _depth: int) -> str:
    number = value if type(value) is float else float.__add__(value, 0.0)
    if math.isfinite(number) and number != 0:
        return float.__repr__(number)
    return tagged("float", '"' + float.hex(number) + '"')


def encode_str(value: str, _depth: int) -> str:
    quoted: str = encode_basestring_ascii(value if type(value) is str else str.__add__("", value))
    return quoted


def many(values: Any, depth: int) -> str:
    return "[" + ", ".join([text(item, depth) for item in values]) + "]"


def encode_dict(value: Dict[Any, Any], depth: int) -> str:
    return tagged("dict", "[" + ", ".join([many(pair, depth) for pair in dict.items(value)]) + "]")


def encode_set(value: Any, depth: int) -> str:
    return tagged("set", many(value, depth))


def encode_range(value: range, depth: int) -> str:
    return tagged("range", many([hex(part) for part in (value.start, value.stop, value.step)], depth))


ENCODERS: Dict[type, Callable[[Any, int], str]] = {
    int: encode_int,
    float: encode_float,
    str: encode_str,
    list: lambda value, depth: many(list.__iter__(value), depth),
    tuple: lambda value, depth: tagged("tuple", many(tuple.__iter__(value), depth)),
    dict: encode_dict,
    set: lambda value, depth: encode_set(set.__iter__(value), depth),
    frozenset: lambda value, depth: encode_set(frozenset.__iter__(value), depth),
    range: encode_range,
    bytes: lambda value, _: tagged("bytes", '"' + bytes.hex(value) + '"'),
    bytearray: lambda value, _: tagged("bytes", '"' + bytearray.hex(value) + '"'),
    complex: lambda value, depth: tagged("complex", many([value.real, value.imag], depth)),
    Decimal: lambda value, _: tagged("decimal", '"' + Decimal.__str__(value) + '"'),
    Fraction: lambda value, depth: tagged("fraction", many([value.numerator, value.denominator], depth)),
    type({}.keys()): encode_set,
    type({}.items()): encode_set,
}
