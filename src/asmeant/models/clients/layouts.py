"""JSON of somebody's sample file -> Samples: who is answered, with what, and what kind of text that is. Pure.

What a text is follows from the key that it stands under:

    text reply response output generation answer sample    a reply, in which the code is looked for
    completion                                             a continuation of the prompt
    solution code                                          code, taken as it is

Several keys in one row: the first of them that is not empty, in this order. A key in the plural
(`completions`, `code_list`) or with a list has several samples. A list of lists has code, in the order of the
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
    """The JSON is not laid out in a way that we know; says what was found."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What the user says of a file: which field holds the samples, and what they are. Empty: by the key."""

    field: str = ""
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """`task` is the id of a task or, where a file has none, its place. Without a rank, samples count up."""

    task: str | int
    text: str
    key: str
    kind: Kind
    rank: int | None = None
    truncated: bool = False
    log_probability: float | None = None
    usage: Usage | None = None


class _Meta(msgspec.Struct):
    """What a row may say besides its text."""

    rank: int | None = None
    truncated: bool = False
    log_probability: float | None = None
    usage: Usage | None = None


def is_row(value: Any) -> bool:
    return isinstance(value, dict) and any(key in value for key in IDS)


def read_whole(value: Any, rule: Rule) -> Iterator[Sample]:
    """The samples of a file that is one JSON value."""
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
        # A rank is that of a row: several samples in one row count up.
        rank = None if isinstance(row[key], list) else meta.rank
        extras = meta.truncated, meta.log_probability, meta.usage
        yield Sample(sample.task, sample.text, sample.key, sample.kind, rank, *extras)


def _choose(row: Mapping[str, Any], rule: Rule) -> str:
    """The key of a row that holds its text or texts."""
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
