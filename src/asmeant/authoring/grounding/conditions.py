"""Needs -> conditions of entries: on both sides of each age, size and mode that is searched for. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle, islice, product
from random import Random
from typing import Any

from asmeant.authoring.grounding.needs import DATED, NEWER, Needs
from asmeant.authoring.grounding.owners import OTHER_GROUP, OTHER_USER, USERS, owner_numbers
from asmeant.authoring.grounding.words import AGES, DAY, MINUTE, mode_of, moments, numbers, settled
from asmeant.execution.guest.users import GROUPS
from asmeant.execution.shell.tree import MADE
from asmeant.languages.bash.command import Condition as Test

# Beyond this many bytes of text, a file continues with a hole.
LARGEST = 2 << 30
MOST_MIXED = 24


@dataclass(frozen=True, slots=True)
class Condition:
    """The age, size (None: that of its text), mode, owner and group of an entry."""

    age: float
    size: int | None
    mode: int
    owner: int = 0
    group: int = 0


def conditions_of(needs: Needs, random: Random) -> Iterator[Condition]:
    """Conditions on both sides of each limit, combined so that no two of them always coincide."""
    ages = [age for age in dict.fromkeys(_ages(needs)) if age > 0] or [DAY / 3, 3 * DAY, 40 * DAY]
    sizes = list(dict.fromkeys(_sizes(needs))) or [None]
    modes = list(dict.fromkeys(_modes(needs, random))) or [0o644, 0o755, 0o600]
    owners = _sides(owner_numbers(needs.users, USERS), OTHER_USER)
    groups = _sides(owner_numbers(needs.groups, GROUPS), OTHER_GROUP)
    sides: tuple[list[Any], ...] = (ages, sizes, modes, owners, groups)
    # Conditions that are not searched for need not be in all combinations.
    choices = (ages if needs.ages else ages[:1], sizes, modes if needs.modes else modes[:1], owners, groups)
    mixed = [Condition(*values) for values in product(*choices)]
    random.shuffle(mixed)
    # Each value once, before all the others.
    most = max(len(side) for side in sides)
    first = [
        Condition(*values) for values in islice(zip(*(cycle(side) for side in sides), strict=True), most)
    ]
    random.shuffle(first)
    yield from dict.fromkeys((*first, *mixed[:MOST_MIXED]))


def _sides(numbers: Mapping[str, int], other: int) -> list[int]:
    """Root, and if users are named, these and one more."""
    return [*dict.fromkeys((0, *numbers.values(), other))] if numbers else [0]


def of_folders(needs: Needs) -> Condition:
    """The condition of folders that only contain what is searched for: as few tests as possible should hold.

    If an intent is about files, a command that also finds their folders is as right as one that does not.
    """
    ages = (*FOLDER_AGES, *(_ages(needs) if needs.minds("folders") else ()))
    choices = [Condition(age, None, mode) for age, mode in product(ages, FOLDER_MODES)]
    most_or_least = max if needs.minds("folders") else min
    return most_or_least(choices, key=lambda choice: sum(_may_hold(test, choice) for test in needs.tests))


FOLDER_AGES, FOLDER_MODES = (20 * DAY, 60.0, 3 * DAY, 4000 * DAY), (0o755, 0o700, 0o711)


def _may_hold(test: Test, folder: Condition, otherwise: bool = True) -> bool:
    """Whether find's expression can hold for a folder. `otherwise` is the value of any other test."""
    if test.kind == "not":
        return not _may_hold(test.operands[0], folder, not otherwise)
    if test.kind in ("and", "or"):
        return (all if test.kind == "and" else any)(
            _may_hold(item, folder, otherwise) for item in test.operands
        )
    flag = test.flag.name if test.flag else ""
    value = next((word.value for word in settled(test.flag)), "") if test.flag else ""
    if flag in AGES:
        return _compared(value, int(folder.age // AGES[flag]))
    if flag in NEWER:
        return folder.age < 8 * DAY
    if flag in DATED:
        return any(MADE - folder.age > date for date in moments([value]))
    return _has_mode(value, folder.mode) if flag == "-perm" else otherwise


def _compared(value: str, count: int) -> bool:
    number = next(numbers([value]), count)
    return count > number if value[:1] == "+" else count < number if value[:1] == "-" else count == number


def _has_mode(value: str, mode: int) -> bool:
    bits = mode_of(value.lstrip("-/+"))
    if bits is None:
        return True
    if value[0] == "-":
        return mode & bits == bits
    return bool(mode & bits) if value[0] in "/+" else mode == bits


def _ages(needs: Needs) -> Iterator[float]:
    for edge, unit in needs.ages:
        yield from (edge + unit * share for share in (-0.5, 0.5, 1.5))
        if unit == MINUTE:  # far enough from the limit to hold a few minutes later
            yield from (edge / 2, edge * 1.5 + 10 * unit)
    for date in needs.dates:
        yield from (MADE - date + share * DAY for share in (-40, 40, 0.5, -0.5))
    if needs.newer:  # relative to files that are 8 and 4 days old
        yield from (2 * DAY, 6 * DAY, 12 * DAY)


def _sizes(needs: Needs) -> Iterator[int | None]:
    for edge, unit in needs.sizes:
        sizes = (int(edge + unit * share) for share in (-1.5, -0.5, 0, 0.5))
        yield from (size for size in sizes if 0 <= size <= LARGEST)
    if needs.empty:
        yield from (0, None)


def _modes(needs: Needs, random: Random) -> Iterator[int]:
    """Each mode, others that lack one of its bits, and one with an additional bit."""
    for mode in needs.modes:
        bits = [1 << place for place in range(12) if mode >> place & 1]
        yield mode
        yield from (mode & ~bit for bit in random.sample(bits, min(3, len(bits))))
        yield from (mode | 0o020, 0o644)
