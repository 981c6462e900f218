"""Options as decorators: several as one, and a group that a command receives as one record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import reduce, wraps
from typing import Any, TypeVar, cast

import click

Verb = TypeVar("Verb", bound=Callable[..., Any])


def combine(*options: Callable[[Any], Any]) -> Callable[[Verb], Verb]:
    """Several options as one decorator, shown in the order of the arguments."""
    return lambda verb: reduce(lambda done, option: option(done), reversed(options), verb)


def words(_context: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Words that may be repeated or joined by commas: --lang en --lang es, or --lang en,es."""
    return tuple(word.strip() for text in value for word in text.split(",") if word.strip())


def grouped(
    argument: str, build: Callable[..., object], options: Mapping[str, Callable[[Any], Any]]
) -> Callable[..., Callable[[Verb], Verb]]:
    """A group of options that a command receives as one record, in the argument of this name.

    Call it with `without` to leave some options out: the record then has its defaults there.
    """

    def group(without: Collection[str] = ()) -> Callable[[Verb], Verb]:
        included = {name: option for name, option in options.items() if name not in without}

        def decorate(verb: Verb) -> Verb:
            @wraps(verb)
            def call(*arguments: Any, **values: Any) -> Any:
                fields = {name: values.pop(name) for name in included}
                return verb(*arguments, **values, **{argument: build(**fields)})

            return combine(*included.values())(cast("Verb", call))

        return decorate

    return group
