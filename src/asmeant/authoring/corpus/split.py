"""Pairs -> train, dev and test that share nothing: no intent, no command, whatever their wording.

Pairs whose intents say the same, or whose commands are the same, belong together; so do those that hang
together through others. Such a family is never divided. (The published split moves single pairs and so leaves
intents and commands in two parts: see docs/papers/nl2bash.md.)
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

PARTS = ("train", "dev", "test")
SHARES = (10, 1, 1)
# A family that would be more than this of a small part goes to the largest: 20 wordings of `ls` are no test.
LARGEST_SHARE = 0.02


@dataclass(frozen=True, slots=True)
class Overlap:
    """What two parts have in common."""

    parts: tuple[str, str]
    intents: int
    normalised_intents: int
    commands: int
    normal_commands: int

    @property
    def any(self) -> bool:
        return bool(self.intents or self.normalised_intents or self.commands or self.normal_commands)


def split(
    pairs: Sequence[Pair], rng: Random, shares: Sequence[int] = SHARES, names: Sequence[str] = PARTS
) -> dict[str, list[Pair]]:
    """The pairs of each part in their order; sizes as near to the shares as families allow."""
    if len(shares) != len(names) or min(shares) < 0 or not sum(shares):
        said = ":".join(map(str, shares))
        raise UsageError(
            f"The shares are {said}, but there are {len(names)} parts. Say them like this: 10:1:1"
        )
    room = [len(pairs) * share / sum(shares) for share in shares]
    largest = max(range(len(shares)), key=lambda part: shares[part])
    most = [size if part == largest else max(1.0, LARGEST_SHARE * size) for part, size in enumerate(room)]
    chosen: dict[int, int] = {}
    units = families(pairs)
    rng.shuffle(units)
    for family in sorted(units, key=len, reverse=True):
        part = _part(len(family), room, most, largest, rng)
        room[part] -= len(family)
        chosen.update(dict.fromkeys(family, part))
    return {
        name: [pair for place, pair in enumerate(pairs) if chosen[place] == part]
        for part, name in enumerate(names)
    }


def _part(size: int, room: Sequence[float], most: Sequence[float], largest: int, rng: Random) -> int:
    """A part by chance, in proportion to the room that is left where the family fits."""
    fitting = [
        max(0.0, left) if size <= min(left + 0.5, most[part]) else 0.0 for part, left in enumerate(room)
    ]
    return rng.choices(range(len(room)), fitting)[0] if any(fitting) else largest


def families(pairs: Sequence[Pair]) -> list[list[int]]:
    """Places of pairs that hang together by intent or command, in the order of their first."""
    leader = list(range(len(pairs)))

    def root(place: int) -> int:
        while leader[place] != place:
            leader[place] = leader[leader[place]]
            place = leader[place]
        return place

    first: dict[tuple[str, str], int] = {}
    for place, pair in enumerate(pairs):
        for key in keys(pair).items():
            one, other = sorted((root(first.setdefault(key, place)), root(place)))
            leader[other] = one
    found: dict[int, list[int]] = {}
    for place in range(len(pairs)):
        found.setdefault(root(place), []).append(place)
    return list(found.values())


def keys(pair: Pair) -> dict[str, str]:
    """By what a pair is recognised: as it is, and without what is mere wording."""
    return {
        "intent": pair.intent,
        "normalised intent": normalised_intent(pair.intent),
        "command": pair.command,
        "normal command": normal_command(pair.command),
    }


@lru_cache(maxsize=1 << 16)
def normal_command(command: str) -> str:
    """The normal form; of what is no Bash, the words."""
    try:
        return normal(command)
    except BashSyntaxError:
        return " ".join(command.split())


def overlaps(parts: Mapping[str, Iterable[Pair]]) -> list[Overlap]:
    """What each two parts have in common. All zero: the split is free of overlap."""
    seen: dict[str, dict[str, set[str]]] = {}
    for name, pairs in parts.items():
        sets = seen.setdefault(name, {})
        for pair in pairs:
            for kind, key in keys(pair).items():
                sets.setdefault(kind, set()).add(key)
    kinds = ("intent", "normalised intent", "command", "normal command")
    return [
        Overlap(
            (one, other), *(len(seen[one].get(kind, set()) & seen[other].get(kind, set())) for kind in kinds)
        )
        for one, other in combinations(seen, 2)
    ]
