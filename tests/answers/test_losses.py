"""What a command did in a view -> whether something is lost by it."""

from __future__ import annotations

import hashlib

import pytest

from asmeant.answers.losses import loss
from asmeant.execution.shell.changes import Change, State


def file(content: bytes, shown: bool = True) -> State:
    digest = hashlib.blake2b(content, digest_size=16).hexdigest()
    return State("file", 0o644, size=len(content), digest=digest, content=content if shown else None)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ([(None, file(b"new"))], None),
        ([(file(b"one\n"), file(b"one\ntwo\n"))], None),  # added to its end
        ([(file(b"one\n"), file(b"One\ntwo\n"))], "overwrites 1 file or directory that exists"),
        ([(file(b"one\n"), file(b""))], "overwrites 1 file or directory that exists"),
        # Too large to be shown: what was there may be gone.
        ([(file(b"one\n"), file(b"one\ntwo\n", False))], "overwrites 1 file or directory that exists"),
        ([(file(b"x"), None), (State("directory", 0o755), None)], "deletes 2 existing files or directories"),
        (
            [(file(b"x"), None), (file(b"x"), file(b"y"))],
            "deletes 1 and overwrites 1 existing files or direc",
        ),
        ([(file(b"x"), State("link", 0o777, target="y"))], "overwrites 1 file"),
        ([(State("file", 0o600, digest="x"), State("file", 0o644, digest="x"))], None),  # its mode
    ],
)
def test_what_is_lost(changes: list[tuple[State | None, State | None]], text: str | None) -> None:
    danger = loss([Change(f"/{n}", *change) for n, change in enumerate(changes)], "command")
    assert (danger is None) == (text is None)
    if danger is not None and text is not None:
        assert (danger.kind, danger.start, danger.end) == ("destroys", 0, 7)
        assert danger.text.startswith(text)
