"""Pairs -> train, dev and test splits that share no intent and no command, even in other words.

Pairs with the same normalised intent or command form a family, also indirectly through other pairs. A family
is never divided. (The published split moves single pairs, so some intents and commands are in two splits: see
docs/papers/nl2bash.md.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random

from asmeant.authoring.corpus.pairs import Pair
from asmeant.errors import UsageError
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash.normal import normal
from asmeant.languages.natural import normalised_intent

SPLITS = ("train", "dev", "test")
SHARES = (10, 1, 1)
# A family that would be more than this share of a small split goes to the largest one.
LARGEST_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much two splits have in common."""

    splits: tuple[str, str]
    intents: int
    normalised_intents: int
    commands: int
    normal_commands: int

    @property
    def any(self) -> bool:
        return bool(self.intents or self.normalised_intents or self.commands or self.normal_commands)


def split(
    pairs: Sequence[Pair], rng: Random, shares: Sequence[int] = SHARES, names: Sequence[str] = SPLITS
) -> dict[str, list[Pair]]:
    """The pairs of each split, in order. The sizes are as close to the shares as the families allow."""
    if len(shares) != len(names) or min(shares) < 0 or not sum(shares):
        text = ":".join(map(str, shares))
        raise UsageError(
            f"The shares are {text}, but there are {len(names)} parts. Say them like this: 10:1:1"
        )
    room = [len(pairs) * share / sum(shares) for share in shares]
    largest = max(range(len(shares)), key=lambda number: shares[number])
    most = [size if number == largest else max(1.0, LARGEST_SHARE * size) for number, size in enumerate(room)]
    chosen: dict[int, int] = {}
    units = families(pairs)
    rng.shuffle(units)
    for family in sorted(units, key=len, reverse=True):
        number = _choose_split(len(family), room, most, largest, rng)
        room[number] -= len(family)
        chosen.update(dict.fromkeys(family, number))
    return {
        name: [pair for position, pair in enumerate(pairs) if chosen[position] == number]
        for number, name in enumerate(names)
    }


def _choose_split(size: int, room: Sequence[float], most: Sequence[float], largest: int, rng: Random) -> int:
    """A random split for a family that fits, weighted by the room that is left."""
    fitting = [
        max(0.0, left) if size <= min(left + 0.5, most[number]) else 0.0 for number, left in enumerate(room)
    ]
    return rng.choices(range(len(room)), fitting)[0] if any(fitting) else largest


def families(pairs: Sequence[Pair]) -> list[list[int]]:
    """Groups of positions of pairs that are related by intent or command, in order of their first pair."""
    leader = list(range(len(pairs)))

    def root(position: int) -> int:
        while leader[position] != position:
            leader[position] = leader[leader[position]]
            position = leader[position]
        return position

    first: dict[tuple[str, str], int] = {}
    for position, pair in enumerate(pairs):
        for key in keys(pair).items():
            smaller, larger = sorted((root(first.setdefault(key, position)), root(position)))
            leader[larger] = smaller
    groups: dict[int, list[int]] = {}
    for position in range(len(pairs)):
        groups.setdefault(root(position), []).append(position)
    return list(groups.values())


def keys(pair: Pair) -> dict[str, str]:
    """The keys by which pairs are compared: intent and command, as written and normalised."""
    return {
        "intent": pair.intent,
        "normalised intent": normalised_intent(pair.intent),
        "command": pair.command,
        "normal command": normal_command(pair.command),
    }


@lru_cache(maxsize=1 << 16)
def normal_command(command: str) -> str:
    """The normal form of a command; its words if it is not Bash."""
    try:
        return normal(command)
    except BashSyntaxError:
        return " ".join(command.split())


def overlaps(splits: Mapping[str, Iterable[Pair]]) -> list[Overlap]:
    """What each two splits have in common. All counts are zero if there is no overlap."""
    keys_by_split: dict[str, dict[str, set[str]]] = {}
    for name, pairs in splits.items():
        sets = keys_by_split.setdefault(name, {})
        for pair in pairs:
            for kind, key in keys(pair).items():
                sets.setdefault(kind, set()).add(key)
    kinds = ("intent", "normalised intent", "command", "normal command")
    return [
        Overlap(
            (first, second),
            *(
                len(keys_by_split[first].get(kind, set()) & keys_by_split[second].get(kind, set()))
                for kind in kinds
            ),
        )
        for first, second in combinations(keys_by_split, 2)
    ]
