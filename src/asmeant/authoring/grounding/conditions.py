"""Needs -> how entries are: on which side of each age, size and mode that is asked for. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from asmeant.authoring.grounding.measures import DAY, MINUTE
from asmeant.authoring.grounding.needs import Needs
from asmeant.execution.shell.tree import MADE

LARGEST = 4 << 20
MOST_MIXED = 24


@dataclass(frozen=True, slots=True)
class Condition:
    """How an entry is: so old, so large (None: as large as its text), with that mode."""

    age: float
    size: int | None
    mode: int


def conditions_of(wanted: Needs, random: Random) -> Iterator[Condition]:
    """So that each edge has something on either side; mixed, that no two conditions go together."""
    ages = [age for age in dict.fromkeys(_ages(wanted)) if age > 0] or [DAY / 3, 3 * DAY, 40 * DAY]
    sizes = list(dict.fromkeys(_sizes(wanted))) or [None]
    modes = list(dict.fromkeys(_modes(wanted, random))) or [0o644, 0o755, 0o600]
    # What nobody asks for need not be there in all combinations.
    asked = (ages if wanted.ages else ages[:1], sizes, modes if wanted.modes else modes[:1])
    mixed = [Condition(*values) for values in product(*asked)]
    random.shuffle(mixed)
    # Each value once, before all the others.
    first = [
        Condition(ages[turn % len(ages)], sizes[turn % len(sizes)], modes[turn % len(modes)])
        for turn in range(max(len(ages), len(sizes), len(modes)))
    ]
    random.shuffle(first)
    yield from dict.fromkeys((*first, *mixed[:MOST_MIXED]))


def _ages(wanted: Needs) -> Iterator[float]:
    for edge, unit in wanted.ages:
        yield from (edge + unit * share for share in (-0.5, 0.5, 1.5))
        if unit == MINUTE:  # far enough from the edge for who looks a few minutes later
            yield from (edge / 2, edge * 1.5 + 10 * unit)
    for date in wanted.dates:
        yield from (MADE - date + share * DAY for share in (-40, 40, 0.5, -0.5))
    if wanted.newer:  # than files that are 8 and 4 days old
        yield from (2 * DAY, 6 * DAY, 12 * DAY)


def _sizes(wanted: Needs) -> Iterator[int | None]:
    for edge, unit in wanted.sizes:
        found = (int(edge + unit * share) for share in (-1.5, -0.5, 0, 0.5))
        yield from (size for size in found if 0 <= size <= LARGEST)
    if wanted.empty:
        yield from (0, None)


def _modes(wanted: Needs, random: Random) -> Iterator[int]:
    """Each mode, others that lack one of its bits, and one with a bit more."""
    for mode in wanted.modes:
        bits = [1 << place for place in range(12) if mode >> place & 1]
        yield mode
        yield from (mode & ~bit for bit in random.sample(bits, min(3, len(bits))))
        yield from (mode | 0o020, 0o644)
