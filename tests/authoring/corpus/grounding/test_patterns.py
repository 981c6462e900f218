from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.authoring.corpus.grounding.patterns import glob_examples, regex_examples, to_python


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("*.c", ("alpha.c", "beta2.c")),
        ("core", ("core",)),
        ("a?c", ("axc",)),
        ("[0-9]*", ("0alpha", "0beta2")),
        ("[!a]*", ("zalpha", "zbeta2")),
        (r"\*.c", ("*.c",)),
        ("*", ("alpha", "beta2")),
        ("", ()),
        ("..", ()),
        ("a/b", ()),
    ],
)
def test_names_that_a_glob_matches(pattern: str, names: tuple[str, ...]) -> None:
    found = glob_examples(pattern, 2)
    assert found == names
    if "\\" not in pattern:
        assert all(fnmatchcase(name, pattern) for name in found)


@pytest.mark.parametrize(
    ("regex", "extended", "texts"),
    [
        ("foo", False, ("foo",)),
        ("^foo$", False, ("foo",)),
        ("a.c", False, ("axc", "ayc")),
        (r"a\|b", False, ("a", "b")),
        ("a|b", False, ("a|b",)),
        ("a|b", True, ("a", "b")),
        ("(ab){2}c+", True, ("ababc", "ababcc")),
        ("[[:digit:]]", False, ("0",)),
        ("[^a]b", True, ("qb",)),
        (r"\<word\>", False, ("word",)),
        (r"a\+", False, ("a", "aa")),
        ("(", True, ()),
        ("[", False, ()),
        ("", False, ()),
        ("a{99999999999}", True, ()),
        ("((a{999}){999}){999}", True, ()),
    ],
)
def test_texts_that_a_regex_matches(regex: str, extended: bool, texts: tuple[str, ...]) -> None:
    assert regex_examples(regex, extended) == texts
    assert all(re.search(to_python(regex, extended), text) for text in texts)


def test_fixed_strings_match_themselves() -> None:
    assert regex_examples("a.*[", fixed=True) == ("a.*[",)


@given(st.text(alphabet="ab.*+?()[]{}|\\^$-12,", max_size=12), st.booleans())
def test_whatever_is_given_matches(regex: str, extended: bool) -> None:
    for text in regex_examples(regex, extended):
        assert re.search(to_python(regex, extended), text)
