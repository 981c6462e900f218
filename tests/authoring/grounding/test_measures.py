"""Words that are numbers."""

from __future__ import annotations

import pytest

from asmeant.authoring.grounding.measures import bytes_in, mode_of, moments, numbers, sizes_in


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
        ("?", None),
    ],
)
def test_modes(text: str, mode: int | None) -> None:
    assert mode_of(text) == mode


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (numbers("+7"), [7]),
        (numbers("x"), []),
        (numbers("99999999"), []),
        (sizes_in("-10k"), [(10_240, 1024)]),
        (sizes_in("5"), [(2560, 512)]),
        (sizes_in("k"), []),
        (bytes_in("10"), [10]),
        (bytes_in("2K"), [2048]),
        (bytes_in("1MB"), [1 << 20]),
        (bytes_in("all"), []),
        (moments("2020-01-01"), [1_577_836_800.0]),
        (moments("yesterday"), []),
    ],
)
def test_numbers(found: object, expected: list[object]) -> None:
    assert list(found) == expected  # type: ignore[call-overload]
