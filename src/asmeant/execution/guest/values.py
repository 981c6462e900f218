"""What a candidate answers -> plain data, in JSON. The other side compares it, with plain types only.

A value of a plain type, or of a type derived from one, goes as that plain value, whatever it says of itself.
What is not plain goes as the name of its type. Nothing here needs to be trusted: who tampers with it only
gives another answer.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any, Dict

DEEPEST = 100
LARGEST_INT = 1 << 53


def plain(value: Any, depth: int = 0) -> Any:
    """JSON that stands for the value: itself, or an object with one key that names its kind."""
    if value is None or value is True or value is False:
        return value
    if value is ...:
        return {"ellipsis": True}
    if depth > DEEPEST:
        return {"object": "something nested too deeply"}
    kind = type(value)
    if isinstance(value, type) and value.__module__ == "builtins":
        return {"type": value.__name__}
    for base, encode in ENCODERS.items():
        if kind is base or issubclass(kind, base):
            return encode(value, depth + 1)
    if (
        kind.__module__.partition(".")[0] == "numpy"
        and hasattr(value, "item")
        and getattr(value, "shape", 1) == ()
    ):
        return plain(value.item(), depth + 1)
    return {"object": f"{kind.__module__}.{kind.__qualname__}"}


def encode_int(value: int, _depth: int) -> Any:
    number = int.__index__(value) if type(value) is not int else value
    return number if -LARGEST_INT < number < LARGEST_INT else {"int": hex(number)}


def encode_float(value: float, _depth: int) -> Any:
    number = float.__add__(value, 0.0) if type(value) is not float else value
    return number if math.isfinite(number) and number != 0 else {"float": float.hex(number)}


def encode_complex(value: complex, depth: int) -> Any:
    return {"complex": [encode_float(value.real, depth), encode_float(value.imag, depth)]}


def encode_dict(value: Dict[Any, Any], depth: int) -> Any:
    return {"dict": [[plain(key, depth), plain(item, depth)] for key, item in dict.items(value)]}


ENCODERS: Dict[type, Any] = {
    int: encode_int,
    float: encode_float,
    str: lambda value, _: str.__str__(value) if type(value) is str else str.__add__("", value),
    list: lambda value, depth: [plain(item, depth) for item in list.__iter__(value)],
    tuple: lambda value, depth: {"tuple": [plain(item, depth) for item in tuple.__iter__(value)]},
    dict: encode_dict,
    set: lambda value, depth: {"set": [plain(item, depth) for item in set.__iter__(value)]},
    frozenset: lambda value, depth: {"set": [plain(item, depth) for item in frozenset.__iter__(value)]},
    range: lambda value, _: {"range": [hex(part) for part in (value.start, value.stop, value.step)]},
    bytes: lambda value, _: {"bytes": bytes.hex(value)},
    bytearray: lambda value, _: {"bytes": bytearray.hex(value)},
    complex: encode_complex,
    Decimal: lambda value, _: {"decimal": Decimal.__str__(value)},
    Fraction: lambda value, depth: {
        "fraction": [plain(value.numerator, depth), plain(value.denominator, depth)]
    },
    type({}.keys()): lambda value, depth: {"set": [plain(item, depth) for item in value]},
    type({}.items()): lambda value, depth: {"set": [plain(item, depth) for item in value]},
}
