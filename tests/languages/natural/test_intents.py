from __future__ import annotations

import pytest

from asmeant.languages.natural import intent_tokens, language_name, normalised_intent


@pytest.mark.parametrize(
    ("intent", "tokens"),
    [
        ("List all files.", ["List", "all", "files"]),
        ('Find "a b.txt" here', ["Find", "'a b.txt'", "here"]),
        ("Say 'don't stop' twice", ["Say", '"don\'t stop"', "twice"]),
        ("don't list user's files", ["don't", "list", "user's", "files"]),
        ("Go to /etc/passwd. Then stop", ["Go", "to", "'/etc/passwd'", "Then", "stop"]),
        ("Count in .", ["Count", "in", "'.'"]),
        ("Find *.c, *.h, and -name", ["Find", "'*.c'", "'*.h'", "and", "'-name'"]),
        ('Show it (say "a b")', ["Show", "it", "say", "'a b'"]),
        ("one,two", ["one", "two"]),
        (r'Print "a\"b"', ["Print", repr(r"a\"b")]),
        ("", []),
        ("... ' \"", ["'...'"]),
    ],
)
def test_words_and_constants(intent: str, tokens: list[str]) -> None:
    found = list(intent_tokens(intent))
    assert [repr(token.value) if token.is_constant else token.value for token in found] == tokens
    assert all(intent[token.start : token.end] == token.value for token in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("List all files", "list all the files."),
        ("Listing all file", "lists all files"),
        ("Print two lines", "print 2 lines"),
        ("Find files (case insensitive)", "find files"),
        ("Find the “a b” string", 'find "a b" strings'),
        ("Search recursivly", "search recursively"),
        ("Copied a.txt", "Copy a.txt"),
        ("Удалить все файлы!", "удалить все файлы"),
    ],
)
def test_the_same_is_said(one: str, other: str) -> None:
    assert normalised_intent(one) == normalised_intent(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Find A.txt", "Find a.txt"),
        ('Find "files"', 'Find "file"'),
        ("List files in a", "List files with a"),
        ("Print 2 lines", "Print 3 lines"),
        ("Print ('a b')", "Print"),
    ],
)
def test_something_else_is_said(one: str, other: str) -> None:
    assert normalised_intent(one) != normalised_intent(other)


def test_nothing_but_little_words_stays() -> None:
    assert normalised_intent("the") == "the"
    assert normalised_intent("") == ""


@pytest.mark.parametrize(
    "text", ["'a " * 20_000, "(" * 100_000, "\\" * 100_000 + '"', "x" * 100_000, "." * 100_000]
)
def test_odd_text_takes_no_time(text: str) -> None:
    assert normalised_intent(text)


def test_language_names() -> None:
    assert language_name("ja") == "Japanese"
    assert language_name("tlh") == "tlh"
