"""Examples -> why they would accept a trivial answer. Pure: nothing is run.

Answers are compared as an assertion compares them, by `==`: `(1, 0)` passes for `(1.0, 0.0)`.
"""

from __future__ import annotations

from asmeant.authoring.varying.examples import Examples


def refusal(examples: Examples) -> str:
    """The simplest trivial program that passes all examples. Empty if there is none."""
    first = examples[0]
    if all(example.answer == first.answer for example in examples):
        return "a function that always returns the same value passes"
    if all(example.answer == example.arguments for example in examples):
        return "a function that returns its arguments as a tuple passes"
    if all(example.answer == list(example.arguments) for example in examples):
        return "a function that returns its arguments as a list passes"
    for position in range(min(len(example.arguments) for example in examples)):
        if all(example.answer == example.arguments[position] for example in examples):
            return f"a function that returns its argument {position + 1} unchanged passes"
    contradicting = len({repr(example.arguments) for example in examples}) < len(
        {repr((example.arguments, example.answer)) for example in examples}
    )
    return "two examples contradict each other" if contradicting else ""
