"""Arguments of some calls -> arguments of many: values of the same types, with the important cases. Pure.

Each new call differs from a known one in one or more of its arguments: empty, a single element, larger,
negative, reversed, duplicated. Types that the known calls never have are not invented.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from asmeant.authoring.varying.examples import written

Arguments = tuple[Any, ...]
MOST = 200


def more_inputs(known: Sequence[Arguments], most: int = MOST, seed: int = 0) -> list[Arguments]:
    """The known inputs first, without duplicates."""
    random = Random(seed)
    inputs: dict[str, Arguments] = {written(arguments): arguments for arguments in known}
    for arguments in known:
        for place in range(len(arguments)):
            for value in neighbours(arguments[place]):
                changed = (*arguments[:place], value, *arguments[place + 1 :])
                inputs.setdefault(written(changed), changed)
    for first in known:
        for second in known:
            if len(first) == len(second):
                mixed = tuple(random.choice(pair) for pair in zip(first, second, strict=True))
                inputs.setdefault(written(mixed), mixed)
    attempts = 0
    while known and any(known) and len(inputs) < most and attempts < 4 * most:
        attempts += 1
        changed = tuple(_any_neighbour(value, random) for value in random.choice(list(inputs.values())))
        inputs.setdefault(written(changed), changed)
    return list(inputs.values())[: max(most, len(known))]


def _any_neighbour(value: Any, random: Random) -> Any:
    options = list(neighbours(value))
    return random.choice(options) if options and random.random() < 0.7 else value


def neighbours(value: Any) -> Iterator[Any]:
    """Values of the same type that are nearly this one, or special."""
    match value:
        case bool():
            yield not value
        case int():
            yield from dict.fromkeys((value + 1, value - 1, 0, 1, -value, value * 2))
        case float():
            yield from dict.fromkeys((value + 1, value - 0.5, 0.0, -value, value * 2))
        case str():
            yield from _texts(value)
        case bytes():
            yield from dict.fromkeys((b"", value[::-1], value + value, value[:-1]))
        case list() | tuple():
            yield from (type(value)(items) for items in _sequences(list(value)))
        case set() | frozenset():
            yield from (type(value)(items) for items in _sequences(sorted(value, key=repr)))
        case dict():
            yield from _mappings(value)
        case _:
            pass


def _texts(value: str) -> Iterator[str]:
    options = (
        "", value[:1], value[1:], value[:-1], value[::-1], value + value, value + " ", value.upper(),
        value.lower(), value.swapcase(), value.replace(" ", ""), f"{value}1", f"{value[:1]}{value}",
    )  # fmt: skip
    yield from (text for text in dict.fromkeys(options) if text != value)


def _sequences(items: list[Any]) -> Iterator[list[Any]]:
    yield []
    if not items:
        return
    yield items[:1]
    yield items[1:]
    yield items[::-1]
    yield items + items
    yield [*items, items[0]]
    with suppress(TypeError):
        yield sorted(items)
    for place, item in enumerate(items[:3]):
        for changed in neighbours(item):
            yield [*items[:place], changed, *items[place + 1 :]]


def _mappings(value: dict[Any, Any]) -> Iterator[dict[Any, Any]]:
    yield {}
    entries = list(value.items())
    yield dict(entries[1:])
    yield dict(reversed(entries))
    for key, item in entries[:3]:
        for changed in neighbours(item):
            yield {**value, key: changed}
