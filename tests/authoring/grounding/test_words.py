"""Words that are known without running anything, and words that are numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from asmeant.authoring.grounding.words import mode_of, moments, numbers, sizes, values, words
from asmeant.languages.bash.command import calls
from asmeant.languages.bash.understanding import understand


@pytest.mark.parametrize(
    ("command", "names", "expected"),
    [
        ("head -n 3 a", ["-n"], ["3"]),
        ("head --lines=3 a", ["-n"], ["3"]),
        ("head -3 a", ["-n"], ["3"]),
        ("head -n 3 a", ["-c"], []),
        ("find . -name a -name 'b*'", ["-name", "-iname"], ["a", "b*"]),
        ("find . -name $x -name $(date)", ["-name"], []),
    ],
)
def test_values_of_flags(command: str, names: list[str], expected: list[str]) -> None:
    (call, *_) = calls(understand(command))
    assert values(call, *names) == expected


def test_all_words() -> None:
    (call,) = calls(understand("cut -d, -f $n a.csv b.csv"))
    assert [word.value for word in words(call)] == ["a.csv", "b.csv", ","]


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("644", 0o644),
        ("4000", 0o4000),
        ("u+x", 0o100),
        ("g=rw", 0o060),
        ("a+r", 0o444),
        ("u+s", 0o4000),
        ("o+t", 0o1000),
        ("+x", 0o111),
        ("+s", 0o6000),
        ("+t", 0o1000),
        ("?", None),
    ],
)
def test_modes(text: str, mode: int | None) -> None:
    assert mode_of(text) == mode


@pytest.mark.parametrize(
    ("measures", "expected"),
    [
        (numbers(["+7", "x", "99999999", "3"]), [7, 3]),
        (sizes(["-10k", "5", "k"], "b"), [(10_240, 1024), (2560, 512)]),
        (sizes(["10", "2K", "1MB", "all"], "c"), [(10, 1), (2048, 1024), (1 << 20, 1 << 20)]),
        (moments(["2020-01-01", "yesterday"]), [1_577_836_800.0]),
    ],
)
def test_numbers(measures: Iterator[object], expected: list[object]) -> None:
    assert list(measures) == expected
