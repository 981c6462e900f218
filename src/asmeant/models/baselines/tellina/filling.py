"""Which constant fills which slot: matching pairs in order of their score, each constant and slot once.

Taking the best pair first gives the stable matching, because both sides of a pair have the same score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asmeant.models.baselines.tellina.constants import Constant
from asmeant.models.baselines.tellina.formatting import argument_for, fits
from asmeant.models.baselines.tellina.templates import Slot

FALLBACK = {"Path": ".", "File": "file", "Directory": "dir", "Regex": '"*"', "Quantity": "10", "Number": "1"}


@dataclass(frozen=True, slots=True)
class Defaults:
    """Arguments of slots that no constant fills: the most frequent ones in training, by context."""

    by_place: Mapping[str, str]
    by_type: Mapping[str, str]

    def argument(self, slot: Slot) -> str:
        kind = slot.sign + slot.type
        return (
            self.by_place.get(f"{slot.before} {kind}")
            or self.by_type.get(kind)
            or slot.sign + FALLBACK.get(slot.type, slot.type.lower())
        )


def learned_defaults(unfilled: Sequence[tuple[Slot, str]]) -> Defaults:
    places: dict[str, Counter[str]] = {}
    types: dict[str, Counter[str]] = {}
    for slot, argument in unfilled:
        kind = slot.sign + slot.type
        places.setdefault(f"{slot.before} {kind}", Counter())[argument] += 1
        types.setdefault(kind, Counter())[argument] += 1
    return Defaults(_most_common(places), _most_common(types))


def _most_common(counts: Mapping[str, Counter[str]]) -> dict[str, str]:
    return {name: arguments.most_common(1)[0][0] for name, arguments in counts.items()}


def true_matches(slots: Sequence[Slot], arguments: Sequence[str], constants: Sequence[Constant]) -> list[int]:
    """For each slot, the constant that its argument comes from; -1 for none."""
    free = set(range(len(constants)))
    matches = []
    for slot, argument in zip(slots, arguments, strict=True):
        rated = [(_likeness(argument, slot, constants[number]), -number) for number in free]
        best, number = max(rated, default=(0, 0))
        matches.append(-number if best else -1)
        if best:
            free.discard(-number)
    return matches


def _likeness(argument: str, slot: Slot, constant: Constant) -> int:
    """2 if the constant becomes this argument, 1 if the argument contains it, 0 otherwise."""
    if not fits(constant, slot):
        return 0
    bare = argument.strip("\"'")
    if argument_for(constant, slot).strip("\"'") == bare:
        return 2
    core = constant.unit if constant.type == "Extension" else constant.text
    return int(len(core) > 1 and core in bare)


def matched(
    slots: Sequence[Slot], constants: Sequence[Constant], scores: Sequence[Sequence[float]]
) -> list[int]:
    """For each slot a constant, or -1.

    `scores[slot]` has one score per constant, and that of none at the end.
    """
    pairs = [
        (row[number], place, number)
        for place, (slot, row) in enumerate(zip(slots, scores, strict=True))
        for number, constant in enumerate(constants)
        if fits(constant, slot) and row[number] > row[-1]
    ]
    constant_numbers = [-1] * len(slots)
    for _, place, number in sorted(pairs, reverse=True):
        if constant_numbers[place] < 0 and number not in constant_numbers:
            constant_numbers[place] = number
    return constant_numbers
