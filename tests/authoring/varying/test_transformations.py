"""A transformation applies where undoing it gives back every example. Nothing else decides."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from asmeant.authoring.varying import answers, arguments
from asmeant.authoring.varying.examples import Example, Examples, same
from asmeant.authoring.varying.transformations import Transformation

FAMILIES = (*arguments.FAMILIES, *answers.FAMILIES)


def applied(examples: Examples) -> dict[str, Examples]:
    """What each transformation that applies makes of the examples."""
    rewritten = {
        transformation.name: transformation.apply(examples)
        for family in FAMILIES
        for transformation in family(examples)
    }
    return {name: made for name, made in rewritten.items() if made is not None}


scalars = st.one_of(st.integers(-99, 99), st.booleans(), st.text("ab1 ", max_size=3), st.floats(-9, 9))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.lists(inner, max_size=3).map(tuple), st.sets(scalars, max_size=2)
    ),
    max_leaves=4,
)
examples = st.integers(1, 3).flatmap(
    lambda count: st.lists(
        st.builds(Example, st.lists(values, min_size=count, max_size=count).map(tuple), values),
        min_size=1,
        max_size=3,
    ).map(tuple)
)


@given(examples)
def test_undoing_gives_back_every_example(originals: Examples) -> None:
    for family in FAMILIES:
        for transformation in family(originals):
            made = transformation.apply(originals)
            if made is not None:
                for example, original in zip(map(transformation.undo, made), originals, strict=True):
                    assert same(example.arguments, original.arguments)
                    assert same(example.answer, original.answer)


def test_what_would_lose_something_does_not_apply() -> None:
    loses = Transformation(
        "first", lambda example: replace(example, answer=example.answer[0]), lambda example: example
    )
    assert loses.apply((Example((), [1, 2]),)) is None


def test_what_changes_nothing_does_not_apply() -> None:
    assert (
        Transformation("same", lambda example: example, lambda example: example).apply((Example((), 1),))
        is None
    )
