"""Records <-> JSON, checked."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

R = TypeVar("R")


def to_json(record: object) -> bytes:
    """One line of JSON, with the fields in the order of the record."""
    return msgspec.json.encode(record)


def from_json(kind: type[R], line: bytes | str) -> R:
    """The record that a line of JSON holds. Raises msgspec.DecodeError, with the path to what is wrong."""
    try:
        return msgspec.json.decode(line, type=kind)
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(f"byte {error.start + 1} of a text is not UTF-8") from error
    except RecursionError as error:
        raise msgspec.DecodeError("it is nested too deeply") from error


def read_json(content: bytes | str) -> Any:
    """What a text in JSON holds, of any shape. Raises msgspec.DecodeError, whatever is wrong with it."""
    return from_json(object, content)


def json_schema(kind: type[object]) -> dict[str, Any]:
    """A JSON Schema for one kind of record."""
    return msgspec.json.schema(kind)
