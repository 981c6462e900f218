"""One way to compute a metric, as a record. What a signature says is printed from the record that is used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Literal

from asmeant.metrics.tokens import Tokens, conala

# Which candidates are compared, in the words of a signature.
Chosen = Literal[
    "rank 0",
    "first that parses",
    "best of each task",
    "all of each task",  # they count together as one
    "best rank over all tasks",  # one score for each rank, of which the highest is taken (ODEX)
]


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A way to cut code into tokens, under the name that signatures print. `prepare` comes first."""

    name: str
    split: Callable[[str], Tokens]
    prepare: Callable[[str], str] = str

    def __call__(self, code: str) -> Tokens:
        return self.split(self.prepare(code))

    def __str__(self) -> str:
        return self.name


CONALA = Tokenizer("conala", conala)


@dataclass(frozen=True, slots=True)
class MetricProtocol:
    """What all ways to compute a metric have. A metric adds fields of its own, which its signature prints."""

    about: str
    candidate: Chosen = "rank 0"

    def __str__(self) -> str:
        return self.about

    def settings(self) -> Iterator[str]:
        """`key:value` of every field that a metric adds and that is set."""
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name not in ("about", "candidate") and value is not None:
                shown = f"{value:g}" if isinstance(value, float) else str(value)
                yield f"{field.name.replace('_', '-')}:{shown}"
