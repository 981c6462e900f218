"""Examples -> readings that fit them: one-step functions that only look at the surface. Pure.

`min(items)` fits a set about the shortest list if the shortest list is also the smallest one. Whether a
reading is wrong is not decided here: it may be what the task asks for.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from asmeant.authoring.varying.examples import Examples
from asmeant.authoring.varying.transformations import DOES_NOT_FIT

_STEPS: dict[str, Callable[[Any], Any]] = {
    "{}": lambda value: value,
    "len({})": len,
    "min({})": min,
    "max({})": max,
    "sum({})": sum,
    "sorted({})": sorted,
    "{}[0]": lambda value: value[0],
    "{}[-1]": lambda value: value[-1],
    "{}[::-1]": lambda value: value[::-1],
    "abs({})": abs,
    "str({})": str,
    "list({})": list,
    "tuple({})": tuple,
    "set({})": set,
    "{}.lower()": lambda value: value.lower(),
    "{}.upper()": lambda value: value.upper(),
    "{}.strip()": lambda value: value.strip(),
}
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {"==": operator.eq, ">": operator.gt, "<": operator.lt}
# Properties of a value that may be compared with a constant.
_MEASURES = ("{}", "len({})", "{}[0]", "{}[-1]", "sum({})")
_PAIRS: dict[str, Callable[[Any, Any], Any]] = {
    "{} + {}": lambda left, right: left + right,
    "{} - {}": lambda left, right: left - right,
    "{} * {}": lambda left, right: left * right,
    "{} // {}": lambda left, right: left // right,
    "{} % {}": lambda left, right: left % right,
    "min({}, {})": min,
    "max({}, {})": max,
    "{} < {}": lambda left, right: left < right,
    "{} == {}": lambda left, right: left == right,
    "{} in {}": lambda left, right: left in right,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """An expression of the arguments, such as `min(arguments[0])`, and its function."""

    expression: str
    function: Callable[[Sequence[Any]], Any] = field(compare=False)


def readings(examples: Examples) -> Iterator[Reading]:
    """Every one-step reading that gives the answers of all examples."""
    counts = {len(example.arguments) for example in examples}
    for place in range(min(counts)):
        values = [example.arguments[place] for example in examples]
        name = f"arguments[{place}]"
        for form, step in _STEPS.items():
            if _fits(examples, [(value,) for value in values], step):
                yield Reading(form.format(name), _of_one(place, step))
            elif form in _MEASURES and (reading := _threshold(examples, form, place, step)):
                yield reading
    for left, right in permutations(range(min(counts)), 2):
        pairs = [(example.arguments[left], example.arguments[right]) for example in examples]
        for form, pair in _PAIRS.items():
            if _fits(examples, pairs, pair):
                expression = form.format(f"arguments[{left}]", f"arguments[{right}]")
                yield Reading(expression, _of_two(left, right, pair))


def _of_one(place: int, step: Callable[[Any], Any]) -> Callable[[Sequence[Any]], Any]:
    return lambda arguments: step(arguments[place])


def _of_two(left: int, right: int, pair: Callable[[Any, Any], Any]) -> Callable[[Sequence[Any]], Any]:
    return lambda arguments: pair(arguments[left], arguments[right])


def _fits(examples: Examples, inputs: Sequence[tuple[Any, ...]], function: Callable[..., Any]) -> bool:
    try:
        return all(
            function(*values) == example.answer for values, example in zip(inputs, examples, strict=True)
        )
    except DOES_NOT_FIT:
        return False


def _threshold(examples: Examples, form: str, place: int, step: Callable[[Any], Any]) -> Reading | None:
    """A comparison with one constant that separates the examples answered True from those answered False.

    Equality of a whole argument with a constant does not count: it only repeats the examples.
    """
    answers = [example.answer for example in examples]
    if {*map(type, answers)} != {bool} or len(set(answers)) != 2:
        return None
    try:
        measures = [step(example.arguments[place]) for example in examples]
        right = [measure for measure, answer in zip(measures, answers, strict=True) if answer]
        wrong = [measure for measure, answer in zip(measures, answers, strict=True) if not answer]
        if form != "{}" and all(measure == right[0] for measure in right) and right[0] not in wrong:
            sign, constant = "==", right[0]
        elif min(right) > max(wrong):
            sign, constant = ">", max(wrong)
        elif max(right) < min(wrong):
            sign, constant = "<", min(wrong)
        else:
            return None
    except DOES_NOT_FIT:
        return None
    expression = f"{form.format(f'arguments[{place}]')} {sign} {constant!r}"
    return Reading(expression, lambda arguments: _SIGNS[sign](step(arguments[place]), constant))
