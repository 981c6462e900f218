"""Families of transformations of the answer: its form, its order, additional values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations
from operator import eq

from asmeant.authoring.varying.conversions import CONVERSIONS
from asmeant.authoring.varying.examples import Example, Examples, Value, same
from asmeant.authoring.varying.transformations import Family, Transformation, exactly

LONGEST_PERMUTED = 3


def converted(_examples: Examples) -> Iterator[Transformation]:
    """The answer in another form."""
    for conversion in CONVERSIONS:
        yield _of_answer(f"answer from {conversion.name}", conversion.there, conversion.back)


def _of_answer(name: str, there: Callable[[Value], Value], back: Callable[[Value], Value]) -> Transformation:
    return Transformation(
        name,
        lambda example: replace(example, answer=there(example.answer)),
        lambda example: replace(example, answer=back(example.answer)),
    )


def any_iterable(_examples: Examples) -> Iterator[Transformation]:
    """A generator, a map, a view or a tuple instead of a list (`list(f(x))`), and likewise for a tuple."""
    for kind in (list, tuple):

        def through(example: Example, kind: type = kind) -> Example:
            exactly(example.answer, kind)
            if example.through:
                raise ValueError("the answer is converted already")
            return replace(example, through=kind.__name__)

        yield Transformation(
            f"any iterable for a {kind.__name__}", through, lambda example: replace(example, through="")
        )


def permuted(examples: Examples) -> Iterator[Transformation]:
    """Every other order of an answer that always has the same two or three elements."""
    lengths = {len(example.answer) if isinstance(example.answer, tuple) else 0 for example in examples}
    length = lengths.pop() if len(lengths) == 1 else 0
    if not 2 <= length <= LONGEST_PERMUTED:
        return
    for order in permutations(range(length)):
        inverse = tuple(order.index(position) for position in range(length))
        name = f"answer in order {' '.join(str(position + 1) for position in order)}"
        yield _of_answer(name, _ordered(order), _ordered(inverse))


def _ordered(order: tuple[int, ...]) -> Callable[[Value], Value]:
    return lambda answer: tuple(exactly(answer, tuple)[position] for position in order)


def category_to_bool(examples: Examples) -> Iterator[Transformation]:
    """True and False instead of two categories, in both directions: `'Yes'` and `'No'`."""
    categories = list(dict.fromkeys(_texts(examples)))
    for yes in categories if len(categories) == 2 else ():
        no = next(category for category in categories if category != yes)
        yield _of_answer(f"answer {yes!r} as True", partial(eq, yes), {True: yes, False: no}.__getitem__)


def _texts(examples: Examples) -> Iterator[str]:
    for example in examples:
        if isinstance(example.answer, str):
            yield example.answer
        else:
            return


def filtering(_examples: Examples) -> Iterator[Transformation]:
    """A filter instead of a validator: valid values are returned, alone or in a list; otherwise nothing."""
    for name, wrap, nothing in _FILTERS:

        def keep(
            example: Example, wrap: Callable[[Value], Value] = wrap, nothing: Value = nothing
        ) -> Example:
            (argument,) = example.arguments
            valid = exactly(example.answer, bool)
            return replace(example, answer=wrap(argument) if valid else nothing)

        def say(example: Example, nothing: Value = nothing) -> Example:
            return replace(example, answer=not same(example.answer, nothing))

        yield Transformation(name, keep, say)


_FILTERS: tuple[tuple[str, Callable[[Value], Value], Value], ...] = (
    ("a list of what is valid", lambda argument: [argument], []),
    ("the elements if they are valid", lambda argument: exactly(argument, list), []),
    ("the text if it is valid", lambda argument: exactly(argument, str), ""),
    ("the argument if it is valid", lambda argument: argument, None),
)


def with_work(_examples: Examples) -> Iterator[Transformation]:
    """The answer together with the element that has it, or how often it occurs.

    It applies if the answer of every example is the largest or smallest of its argument's elements, or of a
    measure of them.
    """
    for measure_name, measure in _MEASURES.items():
        for extreme in (max, min):
            for work_name, work in _WORK.items():
                name = f"{extreme.__name__} {measure_name} with {work_name}"
                yield from _with_work(name, measure, extreme, work)


def _with_work(
    name: str,
    measure: Callable[[Value], Value],
    extreme: Callable[..., Value],
    work: Callable[[Value, Value, Callable[[Value], Value]], Value],
) -> Iterator[Transformation]:
    def show(example: Example) -> tuple[Value, Value]:
        (elements,) = example.arguments
        if not same(example.answer, extreme(map(measure, exactly(elements, list, tuple)))):
            raise ValueError("the answer is another value")
        return example.answer, work(elements, example.answer, measure)

    yield Transformation(
        name,
        lambda example: replace(example, answer=show(example)),
        lambda example: replace(example, answer=exactly(example.answer, tuple)[0]),
    )
    yield Transformation(
        f"{name} first",
        lambda example: replace(example, answer=show(example)[::-1]),
        lambda example: replace(example, answer=exactly(example.answer, tuple)[1]),
    )


_MEASURES: dict[str, Callable[[Value], Value]] = {
    "element": lambda element: element,
    "length": len,
    "sum": sum,
}


def _holder(elements: Value, answer: Value, measure: Callable[[Value], Value]) -> Value:
    holders = [element for element in elements if same(measure(element), answer)]
    if len(holders) != 1:
        raise ValueError("several elements have it")
    return holders[0]


def _count(elements: Value, answer: Value, measure: Callable[[Value], Value]) -> Value:
    return sum(same(measure(element), answer) for element in elements)


_WORK: dict[str, Callable[[Value, Value, Callable[[Value], Value]], Value]] = {
    "its element": _holder,
    "its count": _count,
}


FAMILIES: tuple[Family, ...] = (
    converted,
    any_iterable,
    permuted,
    category_to_bool,
    filtering,
    with_work,
)
