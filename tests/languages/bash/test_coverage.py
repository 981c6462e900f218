"""How much of commands we know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from asmeant.languages.bash.coverage import coverage


def test_counts() -> None:
    found = coverage(
        ["ls -l | sort -n", "foo -x", "ls --frobnicate", "$cmd", "$cmd x", "uniq a b c", "echo '"]
    )
    assert (found.commands, found.not_bash, found.fully_typed) == (7, 1, 2)
    assert found.known_utilities == {"ls": 2, "sort": 1, "uniq": 1}
    assert found.unknown_utilities == {"foo": 1}
    assert found.known_flags == {"ls -l": 1, "sort -n": 1}
    assert found.unknown_flags == {"ls --frobnicate": 1}


def test_nothing() -> None:
    assert coverage([]).commands == 0


@pytest.mark.data
def test_of_the_published_corpus(released_data: Path) -> None:
    rows = json.loads((released_data / "nl2bash" / "split_rows.json").read_text())["filtered"]
    commands = (released_data / "nl2bash" / "all.cm").read_text(encoding="utf-8").split("\n")
    found = coverage(commands[row] for row in rows)
    flags = sum(found.known_flags.values()), sum(found.unknown_flags.values())
    utilities = sum(found.known_utilities.values()), sum(found.unknown_utilities.values())
    assert found.fully_typed / (found.commands - found.not_bash) > 0.99
    assert flags[0] / sum(flags) > 0.99
    assert utilities[0] / sum(utilities) > 0.998
