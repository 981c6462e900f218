from __future__ import annotations

import pytest

from asmeant.execution.shell import Change, Outcome, State
from asmeant.execution.shell.files import same_changes
from asmeant.execution.shell.tree import EMPTY, from_files
from asmeant.records import AnswerKind, Expectation

FILE = State("file", 0o644, size=2, digest="x", content=b"x\n")
TWIN = State("file", 0o644, size=2, digest="x", content=b"x\n", twin="/a")
HOLLOW = State("file", 0o644, digest="e", content=b"")
HOLES = State("file", 0o644, size=1 << 30, digest="e")
BREAK = State("file", 0o644, size=1, digest="b", content=b"\n")
NEAR, FAR = State("link", 0o777, target="a"), State("link", 0o777, target="/d/a")
ELSEWHERE = State("link", 0o777, target="/a")


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        (FILE, FILE, True),
        (FILE, TWIN, False),
        (TWIN, TWIN, True),
        (HOLLOW, BREAK, False),
        (HOLLOW, HOLES, False),
        (NEAR, FAR, True),
        (NEAR, ELSEWHERE, False),
        (FILE, None, False),
    ],
)
def test_what_is_there_afterwards(expected: State, found: State | None, same: bool) -> None:
    one, other = (
        Outcome("finished", 0, changes=(Change("/d/l", None, state),)) for state in (expected, found)
    )
    assert same_changes(one, other, Expectation(), EMPTY).same is same


@pytest.mark.parametrize(
    ("expected", "found", "why"),
    [
        ({"/a": 100}, {"/a": 150}, ""),
        ({"/a": 100}, {"/a": 5000}, "/a is touched, and has another time than expected"),
        ({"/a": 100}, {"/a": None}, "/a is touched, and has another time than expected"),
        ({"/a": None}, {}, "/a is not touched"),
        ({"/a": None}, {"/a": None, "/b": None}, "/b is touched, and should be as it was"),
        ({"/a": None}, {"/a": None, "/tmp/b": None}, ""),
        ({}, {"/a": None}, ""),
        ({}, {"/a": 100}, "/a is touched, and should be as it was"),
    ],
)
def test_when_it_was_touched(expected: dict[str, int | None], found: dict[str, int | None], why: str) -> None:
    reference, candidate = (
        Outcome(
            "finished",
            0,
            touched=tuple(times),
            set_times=tuple((path, at) for path, at in times.items() if at),
        )
        for times in (expected, found)
    )
    assert same_changes(reference, candidate, Expectation(), EMPTY).reason == why


def test_who_only_prints_touches_nothing() -> None:
    reference, candidate = Outcome("finished", 0, "x"), Outcome("finished", 0, "x", touched=("/a",))
    assert (
        same_changes(reference, candidate, Expectation(), EMPTY).reason
        == "/a is touched, and should be as it was"
    )


@pytest.mark.parametrize(
    ("kind", "expected", "written", "same"),
    [
        ("text", b"a\nb\n", b"a\nb", False),
        ("text", b"a\nb\n", b"a\nb\n\n", False),
        ("text", b"pear\n", b"pear", False),  # a line of a file
        ("text", b"PEAR\n", b"PEAR", True),
        ("text", b"PEAR", b"PEAR\n", True),
        ("text", b"PEAR\n", b"PEAR\n\n", False),
        ("number", b"5\n", b"5.0", True),  # although a file has that line
        ("lines in any order", b"a\nb\n", b"b\na\n", True),
        ("lines in any order", b"a\nb\n", b"b\na", False),
    ],
)
def test_line_breaks_at_the_end_of_a_written_file(
    kind: AnswerKind, expected: bytes, written: bytes, same: bool
) -> None:
    def outcome(text: bytes) -> Outcome:
        state = State("file", 0o644, size=len(text), digest=text.hex(), content=text)
        return Outcome("finished", 0, changes=(Change("/f", None, state),))

    tree = from_files({"fruit": "pear\nfig\n", "numbers": "5\n7\n"})
    expects = Expectation(kind, written=True)
    assert same_changes(outcome(expected), outcome(written), expects, tree).same is same
