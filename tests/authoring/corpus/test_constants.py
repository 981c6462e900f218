from __future__ import annotations

import pytest

from asmeant.authoring.corpus.constants import Difference, differences


@pytest.mark.parametrize(
    ("intent", "command", "found"),
    [
        ("Show a.txt", "cat b.txt", [Difference("file", ("a.txt",), ("b.txt",))]),
        ("Change permissions to 644", "chmod 755 x", [Difference("number", ("644",), ("755",))]),
        ('Find "apple"', "grep 'pear' x", [Difference("text", ("apple",), ("pear",))]),
    ],
)
def test_what_differs(intent: str, command: str, found: list[Difference]) -> None:
    assert list(differences(intent, command)) == found


@pytest.mark.parametrize(
    ("intent", "command"),
    [
        ("Show a.txt", "cat a.txt"),
        ("Show the file", "cat a.txt"),
        ("Show a.txt", "cat *"),
        ("Show the file b in /a", "cat /a/b"),
        ("Files older than 2 weeks", "find . -mtime +14"),
        ("Files of more than 10 kB", "find . -size +10240c"),
        ("Files of the last 24 hours", "find . -mtime 0"),
        ("Regular/normal files", "find /home/me -type f"),
        ("Show a.txt", "cat 'b.txt"),
        ("Find .TXT files", "find . -name '*.txt'"),
    ],
)
def test_what_does_not(intent: str, command: str) -> None:
    assert list(differences(intent, command)) == []
