from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.execution.shell.latitude import Latitude
from asmeant.execution.shell.rows import equivalence

STRICT = Latitude()
EXACT = Latitude(exact_spacing=True)
ASKED = Latitude(told=("wc -l a.txt", "echo sum"), intent="Count the lines of b.txt")
COUNTS = Latitude(counts=True)
HERE = Latitude(here="/w", names={"/w/a", "/w/d/a", "/w/d/b", "a"}, told=("ls", "ls d"))
LISTING = Latitude(
    any_order=True,
    sources=frozenset({"find", "ls"}),
    speakers=frozenset({"find", "ls"}),
    first_says_more=True,
    second_says_more=True,
    names={"a.txt", "b.txt", "/w", "/w/a.txt", "/w/b.txt"},
)


@pytest.mark.parametrize(
    ("one", "other", "latitude", "found"),
    [
        ("a\nb\n", "a\nb\n", STRICT, ""),
        ("a\nb\n", "a\nb", STRICT, "spacing"),
        ("a  b\n\n", "a b\n", STRICT, "spacing"),
        ("", "\n", STRICT, "spacing"),
        ("a\n", "", STRICT, None),
        ("a\nb\n", "b\na\n", STRICT, None),
        ("a\nb\n", "b\na\n", LISTING, "order"),
        ("a\na\nb\n", "a\nb\nb\n", LISTING, None),
        # One root for all rows, and the rest of every row is the same.
        ("./x/a\n./x/b\n", "x/a\nx/b\n", STRICT, "paths"),
        ("/w/x/a\n/w/x/b\n", "x/a\nx/b\n", STRICT, "paths"),
        (".\n./a\n", "/w\n/w/a\n", STRICT, "paths"),
        ("/w/dir/\n", "/w/dir\n", STRICT, "paths"),
        ("a\n", "/w/a\n", STRICT, "paths"),
        ("a\nb\n", "/w/a\n/v/b\n", STRICT, None),
        ("ca\n", "a\n", STRICT, None),
        ("./a:3:x\n", "a:3:x\n", STRICT, "paths"),
        # Sizes, where the commands speak of sizes.
        ("4.0K\t/w\n", "4\t/w\n", LISTING, "units"),
        ("112K\t/w\n", "112\t/w\n", LISTING, "units"),
        ("1.5M a\n", "1572864 a\n", LISTING, "units"),
        ("4.0K\t/w\n", "5\t/w\n", LISTING, None),
        ("4.0K\n", "4096\n", STRICT, None),
        # The same words in the same order.
        ("a b\nc\n", "a\nb\nc\n", STRICT, "line breaks"),
        ("a b\nc\n", "b\na\nc\n", STRICT, None),
        ("3\n", "3 a.txt\n", ASKED, "label"),
        ("sum: 3\n", "3\n", ASKED, "label"),
        ("3 lines\n", "3 a.txt\n", ASKED, "label"),
        ("3 c.txt\n", "3\n", ASKED, None),
        ("3 a.txt\n", "3 b.txt\n", ASKED, None),
        ("0123456789abcdef -\n", "0123456789abcdef a.txt\n", ASKED, "label"),
        # How it is spaced, where that was asked for.
        ("a\nb\n", "a\nb\n\n", EXACT, "spacing"),
        ("a\nb\n", "a\n\nb\n", EXACT, None),
        ("a b\n", "a  b\n", EXACT, None),
        ("a b\n", "a\nb\n", EXACT, None),
        ("1\ta\n", "1 a\n", EXACT, None),
        # Numbers of lines, and of what is counted.
        ("1 a\n2\n3 b\n", "1:a\n2:\n3:b\n", STRICT, "numbering"),
        ("2 a\n1 b\n", "2:a\n1:b\n", STRICT, None),
        ("1\n2\n", "1:\n2:\n", STRICT, None),
        ("2 a\n1 b\n", "a: 2\nb: 1\n", COUNTS, "sides"),
        ("2 a\n1 b\n", "a: 2\nb: 1\n", STRICT, None),
        ("2 a\n1 b\n", "a: 1\nb: 2\n", COUNTS, None),
        # Files of the same name elsewhere are others.
        ("a\n", "/w/a\n", HERE, "paths"),
        ("a\n", "d/a\n", HERE, None),
        ("b\n", "d/b\n", HERE, "paths"),
        (".\n", "/w\n", STRICT, None),
        ("'a'\n", "a\n", HERE, "paths"),
        ("'b'\n", "b\n", STRICT, None),
        ("a.txt b.txt\n", "./b.txt\n./a.txt\n", LISTING, "line breaks"),
        ("11 directories\n", "11\n", STRICT, "label"),
        ("3\n", "3 4\n", STRICT, None),
        ("3\n", "13 a.txt\n", STRICT, None),
        ("a\n", "a b\n", STRICT, None),
        ("3\n4\n", "3 a\n4 b\n", STRICT, None),
        # More about each of the same files.
        ("a.txt\nb.txt\n", "-rw- 1 root 3 a.txt\n-rw- 1 root 4 b.txt\n", LISTING, "columns"),
        ("total 8\n-rw- 1 root 3 a.txt\n", "a.txt\n", LISTING, "frame, columns"),
        ("/w/a.txt\n", "/w/a.txt:3:text\n", LISTING, "columns"),
        ("a.txt\n", "-rw- 1 root 3 a.txt\n-rw- 1 root 4 b.txt\n", LISTING, None),
        ("a.txt\nb.txt\n", "-rw- 1 root 3 a.txt\n-rw- 1 root 4 c.txt\n", LISTING, None),
        ("3\n", "line 3 of 7 and more words\n", LISTING, None),
        ("a.txt\nb.txt\n", "a.txt b.txt\na.txt b.txt\n", LISTING, None),
        ("a.txt\nb.txt\nc/\n", "1 a.txt b.txt c\n2 a.txt b.txt c\n3 a.txt b.txt c\n", LISTING, None),
        ("a.txt\n", "-rw- 1 root 3 a.txt\n", STRICT, None),
        # A number is never another number.
        ("10 9\n", "9 10\n", LISTING, None),
        ("11\n", "10\n", LISTING, None),
        ("5\n", "5.0\n", LISTING, None),
    ],
)
def test_the_least_equivalence_is_named(one: str, other: str, latitude: Latitude, found: str | None) -> None:
    assert equivalence(one, other, latitude) == found


def test_only_who_may_say_more_does() -> None:
    names, details = "a.txt\nb.txt\n", "3 a.txt\n4 b.txt\n"
    first = Latitude(sources=frozenset({"ls"}), first_says_more=True, names={"a.txt", "b.txt"})
    assert equivalence(details, names, first) == "columns"
    assert equivalence(names, details, first) is None


def test_folders_need_not_be_listed_among_files() -> None:
    latitude = Latitude(any_order=True, sources=frozenset({"find"}), folders={"/w", "/w/d"})
    assert equivalence("/w\n/w/d\n/w/d/a\n", "/w/d/a\n", latitude) == "folders, spacing"
    assert equivalence("/w\n/w/d\n", "/w/d/a\n", latitude) is None
    assert equivalence("/w\n/w/d/a\n/w/b\n", "/w/d/a\n", latitude) is None
    ordered = replace(latitude, any_order=False)
    assert equivalence("/w\n/w/d\n/w/d/a\n", "/w/d\n/w\n/w/d/a\n", ordered) is None


LINES = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=8), max_size=6)


@given(LINES, LINES)
def test_it_does_not_matter_which_comes_first(one: list[str], other: list[str]) -> None:
    left, right = "\n".join(one), "\n".join(other)
    for latitude in (STRICT, LISTING):
        assert (equivalence(left, right, latitude) is None) == (equivalence(right, left, latitude) is None)


@given(LINES)
def test_a_text_is_as_it_is(lines: list[str]) -> None:
    assert equivalence("\n".join(lines), "\n".join(lines), STRICT) == ""


@given(LINES.filter(lambda lines: any(line.split() for line in lines)), st.text("abc", min_size=1))
def test_a_row_more_is_another_answer(lines: list[str], more: str) -> None:
    text = "\n".join(lines)
    assert equivalence(text, f"{text}\nrow {more}", STRICT) is None
