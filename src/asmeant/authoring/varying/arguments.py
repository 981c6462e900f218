"""Families of transformations of the arguments: their order, number and form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations

from asmeant.authoring.varying.conversions import CONVERSIONS, Conversion
from asmeant.authoring.varying.examples import Example, Examples, Value
from asmeant.authoring.varying.transformations import Family, Transformation, arity, exactly

MOST_PERMUTED = 4


def permuted(examples: Examples) -> Iterator[Transformation]:
    """Every other order of up to four arguments."""
    count = arity(examples)
    if count > MOST_PERMUTED:
        return
    for order in permutations(range(count)):
        inverse = tuple(order.index(position) for position in range(count))
        name = f"arguments in order {' '.join(str(position + 1) for position in order)}"
        yield Transformation(name, _ordered(order), _ordered(inverse))


def _ordered(order: tuple[int, ...]) -> Callable[[Example], Example]:
    return lambda example: replace(
        example, arguments=tuple(example.arguments[position] for position in order)
    )


def without_redundant(examples: Examples) -> Iterator[Transformation]:
    """One argument less, if the others determine it: the length of another, or a copy of it."""
    count = arity(examples)
    for position in range(count):
        for source in range(count):
            if source != position:
                for relation, derive in _DERIVATIONS.items():
                    yield _without(position, source, relation, derive)


def _without(position: int, source: int, relation: str, derive: Callable[[Value], Value]) -> Transformation:
    kept_source = source - (source > position)

    def remove(example: Example) -> Example:
        arguments = example.arguments
        return replace(example, arguments=arguments[:position] + arguments[position + 1 :])

    def insert(example: Example) -> Example:
        derived = derive(example.arguments[kept_source])
        arguments = (*example.arguments[:position], derived, *example.arguments[position:])
        return replace(example, arguments=arguments)

    return Transformation(f"without argument {position + 1} ({relation} {source + 1})", remove, insert)


_DERIVATIONS: dict[str, Callable[[Value], Value]] = {
    "the length of": len,
    "the length of an element of": lambda value: len(value[0]),
    "the last index of": lambda value: len(value) - 1,
    "the largest of": max,
    "a copy of": lambda value: value,
}


def grouped(examples: Examples) -> Iterator[Transformation]:
    """Several arguments as one collection, and one collection as several arguments."""
    for kind in (list, tuple):
        if arity(examples) > 1:
            yield Transformation(f"arguments as one {kind.__name__}", _gathered(kind), _spread(kind))
        yield Transformation(f"{kind.__name__} as several arguments", _spread(kind), _gathered(kind))


def _gathered(kind: type) -> Callable[[Example], Example]:
    return lambda example: replace(example, arguments=(kind(example.arguments),))


def _spread(kind: type) -> Callable[[Example], Example]:
    def spread(example: Example) -> Example:
        (collection,) = example.arguments
        return replace(example, arguments=tuple(exactly(collection, kind)))

    return spread


def converted(examples: Examples) -> Iterator[Transformation]:
    """One argument, or all of them, in another form."""
    count = arity(examples)
    for conversion in CONVERSIONS:
        for position in range(count):
            yield _converted((position,), f"argument {position + 1}", conversion)
        if count > 1:
            yield _converted(tuple(range(count)), "arguments", conversion)


def _converted(positions: tuple[int, ...], subject: str, conversion: Conversion) -> Transformation:
    def each(convert: Callable[[Value], Value]) -> Callable[[Example], Example]:
        return lambda example: replace(
            example,
            arguments=tuple(
                convert(argument) if position in positions else argument
                for position, argument in enumerate(example.arguments)
            ),
        )

    return Transformation(f"{subject} from {conversion.name}", each(conversion.there), each(conversion.back))


FAMILIES: tuple[Family, ...] = (permuted, without_redundant, grouped, converted)
