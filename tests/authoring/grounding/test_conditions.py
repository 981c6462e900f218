"""Every side of every edge comes before any is repeated."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from asmeant.authoring.grounding.conditions import LARGEST, conditions_of, of_folders
from asmeant.authoring.grounding.needs import Needs, needs

DAY = 86_400


@pytest.mark.parametrize(
    ("command", "ages", "sizes", "modes"),
    [
        ("find .", 3, 1, 3),
        ("find . -mtime +7", 3, 1, 3),
        ("find . -size +2k", 3, 4, 3),
        ("find . -mtime +7 -size +2k -perm 640", 3, 4, 6),
        ("find . -empty", 3, 2, 3),
    ],
)
def test_each_value_is_there(command: str, ages: int, sizes: int, modes: int) -> None:
    found = list(conditions_of(needs(command), Random(0)))
    seen = [len({getattr(condition, name) for condition in found}) for name in ("age", "size", "mode")]
    assert seen == [ages, sizes, modes]


def test_what_is_asked_for_comes_in_all_combinations() -> None:
    found = list(conditions_of(needs("find . -mtime +3 -size +2k"), Random(0)))
    assert any(found.age > 4 * DAY and (found.size or 0) > 2048 for found in found)
    assert len({(condition.age, condition.size) for condition in found}) == 12


def test_no_file_is_too_large_or_from_the_future() -> None:
    found = list(conditions_of(Needs(ages=((0, DAY),), sizes=((1 << 30, 1 << 30),)), Random(0)))
    assert all(condition.age > 0 for condition in found)
    assert all((condition.size or 0) <= LARGEST for condition in found)


@pytest.mark.parametrize(
    ("command", "is_met"),
    [
        ("find . -mtime +7", lambda days, mode: days > 7),
        ("find . -mtime -7", lambda days, mode: days < 7),
        ("find . ! -mtime -7", lambda days, mode: days >= 7),
        ("find . -perm 755", lambda days, mode: mode == 0o755),
        ("find . -perm /044 -mtime -30", lambda days, mode: mode & 0o044 and days < 30),
    ],
)
def test_folders_are_not_what_is_looked_for(command: str, is_met: Callable[[float, int], bool]) -> None:
    folder = of_folders(needs(command))
    assert not is_met(folder.age // DAY, folder.mode)
