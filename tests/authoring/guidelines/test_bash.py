"""Commands and their intents: the verdict of the parser, constants, clean-up, duplicates."""

from __future__ import annotations

import pytest

from asmeant.authoring.guidelines import check_pair, duplicates


@pytest.mark.parametrize(
    ("intent", "command", "on_intent", "on_code"),
    [
        ("Find files named a.txt", "find . -name a.txt", [], []),
        ("Find files named a.txt", "find . -name b.txt", ["constants differ"], []),
        ("Count the lines", "wc -l | (", [], ["syntax"]),
        ("Count the lines", "", [], ["empty"]),
        ("Find all files", "sudo /bin/find .", [], ["clean-up"]),
        ("Print the direcory", "pwd", ["clean-up"], []),
        ("Write a file", "ls > a.txt", [], ["scope"]),
        ("word " * 51, "ls", ["long intent", "clean-up"], []),
        ("", "ls", ["empty"], []),
    ],
)  # fmt: skip
def test_pairs(intent: str, command: str, on_intent: list[str], on_code: list[str]) -> None:
    remarks = check_pair(intent, command, code_language="bash")
    assert [remark.rule for remark in remarks.intent] == on_intent
    assert [remark.rule for remark in remarks.code] == on_code


def test_remarks_say_where_and_what_instead() -> None:
    remarks = check_pair("Find files named a.txt", "sudo find . -name b.txt", code_language="bash")
    (different,), (changed,) = remarks.intent, remarks.code
    assert "Find files named a.txt"[different.start : different.end] == "a.txt"
    assert changed.proposal == "find . -name b.txt"


def test_duplicates_have_the_same_meaning() -> None:
    others = [
        ("p1", "List the files", "ls  -a -l"),
        ("p2", "list files.", "pwd"),
        ("p3", "Count", "wc"),
        ("p4", "Count", "wc | ("),
    ]
    remarks = list(duplicates("List the files.", "ls -al", others))
    assert [remark.message.split("'")[1] for remark in remarks] == ["p1", "p2"]
    assert "intent and command" in remarks[0].message
    assert next(duplicates("Count", "(", others)).message == "'p3' has the same intent."
