"""A tree has blanks, other letters, hidden files and folders with wanted names only where they are minded."""

from __future__ import annotations

import pytest

from asmeant.authoring.grounding.minding import contradicts_case, minded
from asmeant.authoring.grounding.needs import Needs, needs


@pytest.mark.parametrize(
    ("intent", "minds"),
    [
        ("Find all *.c files in the current directory", ""),
        ("Find *.c case insensitively", "case"),
        ("Find all directories named x", "kinds"),
        ("Find regular files under the directory tree", "kinds"),
        ("Search the folder 'a' for text", ""),
        ("Delete them, with white space in names", "blanks"),
        ("List all hidden files", "hidden"),
        ("Read a line without backslash escapes", "backslashes"),
        ("List files that start with a dot", "hidden"),
    ],
)
def test_what_an_intent_minds(intent: str, minds: str) -> None:
    wanted = minded(Needs(), intent)
    names = ("backslashes", "blanks", "case", "hidden", "kinds")
    assert [name for name in names if name in wanted.minded] == minds.split()


@pytest.mark.parametrize(
    ("command", "minds"),
    [
        ("ls -a", True),
        ("ls", False),
        ("find . -not -path '*/.*'", True),
        ("find . -name '.git'", True),
        ("find . -name '*.c'", False),
        ("cat ./a", False),
    ],
)
def test_a_command_minds_hidden_files_where_it_names_them(command: str, minds: bool) -> None:
    assert minded(needs(command), "").minds("hidden") is minds


@pytest.mark.parametrize(
    ("intent", "command", "contradicts"),
    [
        ("find x (case insensitive)", "find . -iname x", False),
        ("find x (case insensitive)", "find . -name x", True),
        ("find x ignoring case", "grep -r x .", True),
        ("find x ignoring case", "grep -ri x .", False),
        ("find x", "find . -name x", False),
        ("find x (case insensitive)", "find . -name '[xX]'", False),
    ],
)
def test_references_that_mind_case_where_the_intent_does_not(
    intent: str, command: str, contradicts: bool
) -> None:
    assert contradicts_case(command, intent) is contradicts
