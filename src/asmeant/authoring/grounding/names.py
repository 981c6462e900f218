"""Needs -> names of entries: those that a command searches for, similar ones, and others. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import permutations
from random import Random

from asmeant.authoring.grounding.needs import Needs
from asmeant.languages.bash.patterns import glob_example, near_misses

OTHERS = ("notes.txt", "data.csv", "README", "main.c", "photo.jpg", "daily.log", "run.sh", "index.html")
ODD, UPPER = ("Makefile", "lib.so.1"), "UPPER.TXT"


def names_for(needs: Needs, random: Random) -> tuple[list[str], list[str]]:
    """Names that a command searches for, two for each pattern; and others, some of which are similar."""
    right = [glob_example(pattern, random) for _ in range(2) for pattern in needs.names]
    right += _of_two(needs.names, random)
    if needs.minds("case"):
        right += [glob_example(pattern, random).swapcase() for pattern in needs.names]
    close = [
        name for pattern, example in zip(needs.names, right, strict=False)
        for name in _some(list(near_misses(pattern, example, needs.minds("case"))), random)
    ]  # fmt: skip
    fillings = ["9", "10"] if needs.has_numbers else []  # `sort -V` puts x9 before x10
    fillings += ["two words"] if needs.minds("blanks") else []
    right += [name.replace("*", filling) for name in needs.names for filling in fillings if "*" in name]
    listed = [text.example(random) for text in needs.listed]
    others = [*close, *listed, *random.sample(OTHERS, 4), random.choice(ODD)]
    others += [UPPER] if needs.minds("case") else []
    others += ["two words.txt"] if needs.minds("blanks") else []
    others += [".profile_old"] if needs.minds("hidden") else []
    return _usable(right), _usable(others)


def _of_two(patterns: Sequence[str], random: Random) -> Iterator[str]:
    """Names that two patterns match: `test_*` and `*.py` both match `test_old.py`."""
    for first, second in permutations(patterns, 2):
        name = glob_example(first.replace("*", glob_example(second, random), 1), random)
        if "*" in first and fnmatchcase(name, first) and fnmatchcase(name, second):
            yield name


def _usable(names: Iterable[str]) -> list[str]:
    stripped = dict.fromkeys(name.strip("/") for name in names)
    return [name for name in stripped if name.strip(".") and "/" not in name]


def _some(names: list[str], random: Random) -> list[str]:
    return random.sample(names, min(3, len(names)))
