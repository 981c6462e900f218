from __future__ import annotations

import pytest

from asmeant.execution.shell.tools import asks_clock, missing_tools


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("cat a | sort", ()),
        ("cowsay hi | fortune", ("fortune",)),  # of cowsay nothing is known
        ("find . -exec fortune {} \\;", ("fortune",)),
        ("echo fortune", ()),
        ("echo 'bash: ls: command not found' >&2", ()),
        ("if [ -f a ]; then cd b; fi", ()),
        ("'", ()),
    ],
)
def test_missing_tools_follow_from_the_words(command: str, names: tuple[str, ...]) -> None:
    known = [name for name in missing_tools(command) if name != "cowsay"]
    assert tuple(known) == names


def test_who_asks_the_clock() -> None:
    assert asks_clock("date +%s")
    assert not asks_clock("cat a.txt")
