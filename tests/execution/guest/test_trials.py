"""Whether a library is there, without importing it."""

from __future__ import annotations

import sys

import pytest

from asmeant.execution.guest.trials import installed


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("sys", True),
        ("os.path", True),
        ("msgspec", True),
        ("xml.dom.minidom", True),
        ("xml.dom.nothing", False),
        ("nothing", False),
        ("nothing.at_all", False),
        ("no name", False),
        ("", False),
    ],
)
def test_whether_a_library_is_there(name: str, there: bool) -> None:
    before = set(sys.modules)
    assert installed(name) is there
    assert set(sys.modules) == before
