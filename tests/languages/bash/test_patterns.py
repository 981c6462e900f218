"""Texts that are made for a pattern are matched by it, and those beside it are not."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from random import Random

import pytest

from asmeant.languages.bash.patterns import Dialect, glob_example, near_misses, regex_example

GLOBS = [
    "*.txt",
    "a?c",
    "[abc]x",
    "[!abc]x",
    "data[0-9]*",
    "report.pdf",
    "*",
    ".*",
    "[[:digit:]]*",
    "lib*.so.[0-9]",
]


@pytest.mark.parametrize("pattern", GLOBS)
def test_a_name_matches_its_glob(pattern: str) -> None:
    plain = pattern.replace("[:digit:]", "0-9")
    assert all(fnmatchcase(glob_example(pattern, Random(seed)), plain) for seed in range(20))


@pytest.mark.parametrize("pattern", [pattern for pattern in GLOBS if pattern not in ("*", ".*")])
def test_a_near_miss_does_not(pattern: str) -> None:
    name = glob_example(pattern, Random(1))
    found = list(near_misses(pattern, name, minds_case=True))
    assert found or pattern.startswith(("data", "[[:"))
    assert not any(fnmatchcase(close, pattern) for close in found)


def test_letters_of_another_case_are_near_only_where_that_is_minded() -> None:
    assert "A.TXT" in list(near_misses("*.txt", "a.txt", minds_case=True))
    assert "A.TXT" not in list(near_misses("*.txt", "a.txt", minds_case=False))


def test_an_escaped_star_is_a_star() -> None:
    assert glob_example(r"a\*b", Random(0)) == "a*b"


@pytest.mark.parametrize(
    ("regex", "dialect", "python"),
    [
        ("foo", "basic", "foo"),
        ("^a.*b$", "basic", "^a.*b$"),
        (r"\(ab\)\{2\}c", "basic", "(ab){2}c"),
        (r"a\|b", "basic", "a|b"),
        ("a+(b)", "basic", r"a\+\(b\)"),
        ("(ab|cd)+x?", "extended", "(ab|cd)+x?"),
        ("[0-9]{3}-[[:alpha:]]", "extended", "[0-9]{3}-[A-Za-z]"),
        (r"\d+\.\d", "extended", r"\d+\.\d"),
        (r"(?:x|y)z", "extended", "(?:x|y)z"),
        (r".*\.\(jpg\|png\)", "emacs", r".*\.(jpg|png)"),
        (r".*/a+", "emacs", ".*/a+"),
        ("[^a-z]x", "basic", "[^a-z]x"),
        (r"\bword\b", "extended", r"\bword\b"),
        ("a{", "extended", "a{"),
        ("[", "basic", r"\["),
        ("x{2,}", "extended", "x{2,}"),
    ],
)
def test_a_text_matches_its_regular_expression(regex: str, dialect: Dialect, python: str) -> None:
    texts = [regex_example(regex, dialect, Random(seed)) for seed in range(20)]
    assert [text for text in texts if not re.search(python, text)] == []


def test_a_fixed_text_is_itself() -> None:
    assert regex_example("a.*b", "fixed", Random(0)) == "a.*b"


@pytest.mark.parametrize(
    "regex",
    ["(", ")", "a)b", "*", "(?=x", "\\", "[a", "a{99999}", "((((", "(?", "x{,}", "(" * 999, "(" * 99_999],
)
def test_what_is_hardly_a_regular_expression_does_no_harm(regex: str) -> None:
    for dialect in ("basic", "extended", "emacs"):
        assert len(regex_example(regex, dialect, Random(0))) <= 1000
