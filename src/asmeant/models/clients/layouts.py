"""JSON of a sample file -> Samples: the task, the text, and the kind of text. Pure.

The key of a text decides its kind:

    text reply response output generation answer sample    a reply, which is searched for code
    completion                                             a continuation of the prompt
    solution code                                          code, used unchanged

If a row has several of these keys, the first one that is not empty is used, in this order. A plural key
(`completions`, `code_list`) or a list has several samples. A list of lists has code, in the order of the
dataset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import msgspec

from asmeant.records import Usage

Kind = Literal["reply", "continuation", "code"]
KINDS: tuple[Kind, ...] = get_args(Kind)
KEYS: Mapping[str, Kind] = {
    "text": "reply",
    "reply": "reply",
    "response": "reply",
    "output": "reply",
    "generation": "reply",
    "answer": "reply",
    "sample": "reply",
    "completion": "continuation",
    "solution": "code",
    "code": "code",
}
IDS = ("task_id", "id", "question_id", "name")


class LayoutError(Exception):
    """The JSON has an unknown layout. The message says what it has."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The user's options for a file: the field with the samples, and their kind.

    Empty: decided by the key.
    """

    field: str = ""
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """`task` is the id of a task, or its position if the file has no ids.

    Without a rank, samples are numbered.
    """

    task: str | int
    text: str
    key: str
    kind: Kind
    rank: int | None = None
    truncated: bool = False
    log_probability: float | None = None
    usage: Usage | None = None


class _Meta(msgspec.Struct):
    """Optional fields of a row."""

    rank: int | None = None
    truncated: bool = False
    log_probability: float | None = None
    usage: Usage | None = None


def is_row(value: Any) -> bool:
    return isinstance(value, dict) and any(key in value for key in IDS)


def read_whole(value: Any, rule: Rule) -> Iterator[Sample]:
    """The samples of a file with a single JSON value."""
    match value:
        case dict() if is_row(value):
            yield from read_row(value, rule)
        case dict() if value and all(isinstance(samples, str | list) for samples in value.values()):
            for task_id, samples in value.items():
                yield from _read_field(task_id, "sample", samples, rule)
        case list() if value and all(isinstance(item, str | list) for item in value):
            for place, samples in enumerate(value):
                yield from _read_field(place, "code", samples, rule)
        case list():
            for place, row in enumerate(value):
                try:
                    yield from read_row(row, rule)
                except LayoutError as error:
                    raise LayoutError(f"item {place}: {error}") from error
        case _:
            raise LayoutError(f"it is {_described(value)}")


def read_row(row: Any, rule: Rule) -> Iterator[Sample]:
    """The samples of one row: an object with the id of a task."""
    task = next((row[key] for key in IDS if key in row), None) if isinstance(row, dict) else None
    if not isinstance(task, str | int):
        wanted = " or ".join(f"'{key}'" for key in IDS)
        raise LayoutError(f"it is {_described(row)}, where an object with {wanted} is needed")
    key = _choose(row, rule)
    try:
        meta = msgspec.convert(row, _Meta)
    except msgspec.ValidationError as error:
        raise LayoutError(str(error)) from error
    for sample in _read_field(str(task), key, row[key], rule):
        # The rank is that of the row. Several samples in one row are numbered.
        rank = None if isinstance(row[key], list) else meta.rank
        extras = meta.truncated, meta.log_probability, meta.usage
        yield Sample(sample.task, sample.text, sample.key, sample.kind, rank, *extras)


def _choose(row: Mapping[str, Any], rule: Rule) -> str:
    """The key of the text or texts of a row."""
    if rule.field:
        if rule.field not in row:
            raise LayoutError(f"it has no field '{rule.field}', but {_keys(row)}")
        return rule.field
    known = [key for name in KEYS for key in row if _singular(key) == name]
    if not known:
        raise LayoutError(f"it has {_keys(row)}, and none of them is known to hold a sample")
    return next((key for key in known if row[key]), known[0])


def _read_field(task: str | int, key: str, value: Any, rule: Rule) -> Iterator[Sample]:
    kind = rule.kind or KEYS.get(_singular(key), "reply")
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            inner = _choose(item, replace(rule, field=""))
            yield from _read_field(task, inner, item[inner], rule)
        elif isinstance(item, str) or item is None:
            yield Sample(task, item or "", key, kind)
        else:
            raise LayoutError(f"its field '{key}' holds {_described(item)}, where a text is needed")


def _singular(key: str) -> str:
    return key if key in KEYS else key.removesuffix("_list").removesuffix("s")


def _described(value: Any) -> str:
    match value:
        case dict():
            return f"an object with {_keys(value)}"
        case list():
            return "a list"
        case str():
            return "a text"
        case None:
            return "null"
    return f"the value {value}"


def _keys(row: Mapping[str, Any]) -> str:
    names = ", ".join(f"'{key}'" for key in list(row)[:12])
    return f"the keys {names}{' and more' if len(row) > 12 else ''}" if row else "no keys"
