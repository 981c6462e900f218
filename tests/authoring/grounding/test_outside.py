"""What no file can give a command."""

from __future__ import annotations

import pytest

from asmeant.authoring.grounding.outside import beyond_files


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("find . -name x -mtime +3", ""),
        ("cat a > /dev/null", ""),
        ("date +%Y", ""),
        ("ssh host ls", "depends on the network"),
        ("ps aux | grep x", ""),
        ("shuf a", ""),
        ("find . -ok rm {} \\;", "waits for somebody"),
        ("find . -ctime -1", "asks when a file was made or its status changed"),
        ("find . -user bob", "asks who owns a file"),
        ("chown bob a", "asks who owns a file"),
    ],
)
def test_reasons(command: str, reason: str) -> None:
    assert beyond_files(command)[0] == reason
