"""Examples -> the same examples for another signature (MBUPP, section 3.2).

A transformation rewrites an example and can undo that. **It applies to a set of examples if undoing it
restores each one exactly**: examples that differ in the original set stay different. This one rule replaces a
list of conditions for each kind. A family is a function that proposes transformations for a set of examples,
without checking whether they apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from asmeant.authoring.varying.examples import Example, Examples, Value, meaning, same

Rewriting = Callable[[Example], Example]
# What Python raises if a value does not have the form that a rewriting needs.
DOES_NOT_FIT = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    SyntaxError,
    RecursionError,
)


@dataclass(frozen=True, slots=True)
class Transformation:
    """One way to ask for the same function: `rewrite` an example, and `undo` it."""

    name: str
    rewrite: Rewriting
    undo: Rewriting

    def apply(self, examples: Examples) -> Examples | None:
        """The rewritten examples. None if the transformation does not apply, or changes nothing."""
        try:
            rewritten = tuple(self.rewrite(example) for example in examples)
            restored = tuple(self.undo(example) for example in rewritten)
        except DOES_NOT_FIT:
            return None
        if not all(map(_same_example, restored, examples)) or meaning(rewritten) == meaning(examples):
            return None
        return rewritten


def _same_example(left: Example, right: Example) -> bool:
    return (
        same(left.arguments, right.arguments)
        and same(left.answer, right.answer)
        and left.through == right.through
    )


Family = Callable[[Examples], Iterator[Transformation]]


def arity(examples: Examples) -> int:
    """The number of arguments if it is the same in all examples; otherwise 0."""
    counts = {len(example.arguments) for example in examples}
    return counts.pop() if len(counts) == 1 else 0


def exactly(value: Value, *kinds: type) -> Value:
    """The value, which must have one of these types. A bool is not a number here."""
    if type(value) not in kinds:
        raise TypeError(f"{type(value).__name__} is none of {kinds}")
    return value
