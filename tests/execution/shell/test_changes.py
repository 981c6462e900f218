"""What differs between two states, in words."""

from __future__ import annotations

import pytest

from asmeant.execution.shell import Change, State

FILE = State("file", 0o644, 5, size=3, digest="d")
FOLDER = State("directory", 0o755, 5)
LINK = State("link", 0o777, 5, target="a")

TABLE = [
    (None, FILE, ("created",), "created: 3 bytes"),
    (None, LINK, ("created",), "created: link to a"),
    (None, State("pipe", 0o644), ("created",), "created: pipe"),
    (FILE, None, ("deleted",), "deleted"),
    (FOLDER, None, ("deleted",), "directory deleted"),
    (FILE, FOLDER, ("type",), "file became directory"),
    (FILE, State("file", 0o644, 5, size=4, digest="e"), ("content",), "modified: 4 bytes"),
    (FILE, State("file", 0o600, 5, size=3, digest="d"), ("mode",), "mode 644 -> 600"),
    (FILE, State("file", 0o644, None, size=3, digest="d"), ("time",), "touched"),
    (FILE, State("file", 0o600, 9, size=3, digest="e"), ("content", "mode", "time"), "modified: 3 bytes, mode 644 -> 600, touched"),
    (LINK, State("link", 0o777, 5, target="b"), ("target",), "link to b"),
    # That something was written in a folder shows by what is in it.
    (FOLDER, State("directory", 0o700, None), ("mode",), "mode 755 -> 700"),
    (FOLDER, State("directory", 0o755, 9), ("time",), "touched"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "what", "words"), TABLE)
def test_a_change_in_words(
    before: State | None, after: State | None, what: tuple[str, ...], words: str
) -> None:
    change = Change("/a", before, after)
    assert (change.what, str(change)) == (what, words)
