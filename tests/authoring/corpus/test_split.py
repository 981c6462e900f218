from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.corpus.split import families, normal_command, overlaps, split
from asmeant.errors import UsageError


def test_families_hang_together() -> None:
    pairs = [
        Pair(0, "List all files", "ls -a"),
        Pair(1, "Go home", "cd"),
        Pair(2, "list all the files.", "ls -A"),  # the same intent
        Pair(3, "Show hidden ones", "ls  -A"),  # the same command
        Pair(4, "Say hello", "echo 'open"),
    ]
    assert families(pairs) == [[0, 2, 3], [1], [4]]


def test_the_normal_command() -> None:
    assert normal_command('ls  "-a"') == normal_command("ls -a")
    assert normal_command("echo  'open") == "echo 'open"


@settings(deadline=None, max_examples=20)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=80), st.integers(0, 5))
def test_nothing_is_shared_and_nothing_is_lost(numbers: list[tuple[int, int]], seed: int) -> None:
    pairs = [Pair(row, f"Print {one} lines", f"head -n {two}") for row, (one, two) in enumerate(numbers)]
    parts = split(pairs, Random(seed))
    assert sorted(pair.row for part in parts.values() for pair in part) == list(range(len(pairs)))
    assert not any(found.any for found in overlaps(parts))
    assert split(pairs, Random(seed)) == parts


@pytest.mark.parametrize(
    ("count", "shares", "sizes"),
    [(120, (10, 1, 1), [100, 10, 10]), (1000, (8, 1, 1), [800, 100, 100]), (7, (10, 1, 1), [5, 1, 1]), (0, (1, 1, 1), [0, 0, 0]), (30, (1, 0, 1), [15, 0, 15])],
)  # fmt: skip
def test_sizes_are_as_asked(count: int, shares: tuple[int, ...], sizes: list[int]) -> None:
    pairs = [Pair(row, f"Do {row}", f"echo {row}") for row in range(count)]
    found = [len(part) for part in split(pairs, Random(0), shares).values()]
    assert all(abs(one - other) <= 1 for one, other in zip(found, sizes, strict=True))


def test_a_large_family_is_no_test() -> None:
    pairs = [Pair(row, f"Do {row}", "ls" if row < 40 else f"echo {row}") for row in range(240)]
    for seed in range(5):
        parts = split(pairs, Random(seed))
        assert {pair.row for pair in parts["train"]} >= set(range(40))


def test_seeds_differ() -> None:
    pairs = [Pair(row, f"Do {row}", f"echo {row}") for row in range(60)]
    assert split(pairs, Random(0)) != split(pairs, Random(1))


def test_odd_shares_are_told() -> None:
    with pytest.raises(UsageError, match="The shares are 1:2, but there are 3 parts"):
        split([], Random(0), (1, 2))


def test_overlaps_are_found() -> None:
    parts = {
        "train": [Pair(0, "List all files", "ls -a")],
        "dev": [Pair(1, "list all the files", "ls  -a")],
        "test": [Pair(2, "Go home", "cd")],
    }
    one, *others = overlaps(parts)
    assert one.splits == ("train", "dev")
    assert (one.intents, one.normalised_intents, one.commands, one.normal_commands) == (0, 1, 0, 1)
    assert one.any
    assert not any(found.any for found in others)
