"""Options as decorators: several as one, and a group that a verb gets as one record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import reduce, wraps
from typing import Any, TypeVar, cast

import click

Verb = TypeVar("Verb", bound=Callable[..., Any])


def combine(*options: Callable[[Any], Any]) -> Callable[[Verb], Verb]:
    """Several options as one decorator, shown in the order in which they are given."""
    return lambda verb: reduce(lambda done, option: option(done), reversed(options), verb)


def words(_context: click.Context, _option: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """Words may be repeated or joined by commas: --lang en --lang es, or --lang en,es."""
    return tuple(word.strip() for part in value for word in part.split(",") if word.strip())


def grouped(
    argument: str, build: Callable[..., object], options: Mapping[str, Callable[[Any], Any]]
) -> Callable[..., Callable[[Verb], Verb]]:
    """A group of options that a verb gets as one record, by the name of that argument.

    Called with `without`, it leaves some of them out: the record has its defaults there.
    """

    def group(without: Collection[str] = ()) -> Callable[[Verb], Verb]:
        chosen = {name: option for name, option in options.items() if name not in without}

        def decorate(verb: Verb) -> Verb:
            @wraps(verb)
            def call(*arguments: Any, **values: Any) -> Any:
                fields = {name: values.pop(name) for name in chosen}
                return verb(*arguments, **values, **{argument: build(**fields)})

            return combine(*chosen.values())(cast("Verb", call))

        return decorate

    return group
