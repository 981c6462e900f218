"""Texts, read as a kind of answer: which are the same, and which are not of that kind at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from asmeant.execution.shell import Entry, grow
from asmeant.execution.shell.facts import Facts
from asmeant.execution.shell.reading import read, same_answer
from asmeant.records import AnswerKind, Expectation

TREE = grow(
    [
        Entry("/w/a.txt", content=b"one\ntwo\none\n", time=1.7e9),
        Entry("/w/b c.txt", content=b"three\n", time=1.7e9),
        Entry("/w/d/a.txt", content=b"x\ny\n", time=1.7e9),
        Entry("/w/.h", time=1.7e9),
        Entry("/w/d/.g/x", time=1.7e9),
    ],
    "/w",
)
FACTS = Facts(TREE)
PART = Expectation("lines by file", ordered=False, extras=True, attributes=("line",))
FILES = Expectation("files", ordered=False, spacing=False, paths="any", folders=("d",), extras=True)


def same(one: str, other: str, expects: Expectation) -> bool:
    return same_answer(one, other, expects, FACTS, FACTS)


@pytest.mark.parametrize(
    ("kind", "one", "other", "is_same"),
    [
        ("text", "a b\n", "a b", True),
        ("text", "a b\n", "a  b\n", False),
        ("text", "a\n", "a\r\n", False),
        ("lines", "a\nb\n", "b\na\n", False),
        ("lines in any order", "a\nb\n", "b\na\n", True),
        ("lines in any order", "a\nb\n", "a\nb\nb\n", False),
        ("number", "13.5\n", "13.50\n", True),
        ("number", "3\n", "3 a.txt\n", True),
        ("number", "3 a.txt\n", "3 d/a.txt\n", False),
        ("number", "3\n", "a.txt:3\n", True),
        ("number", "3\n", "Lines: 3\n", True),
        ("number", "3\n", "3 4\n", False),
        ("number", "3\n", "3 K\n", False),
        ("number", "3\n", "3 nosuch.txt\n", False),
        ("number", "4.0K\n", "4096\n", True),
        ("number", "4.0K\n", "4097\n", False),
        ("number", "4.0K\n", "9" * 5000, False),
        ("number", f"{10**40}\n", f"{10**40 + 1}\n", False),
        ("value", "d41d8cd98f\n", "d41d8cd98f  a.txt\n", True),
        ("value", "MD5(a.txt)= d41d8cd98f\n", "d41d8cd98f  a.txt\n", True),
        ("value", "d41d8cd98f\n", "MD5(nosuch)= d41d8cd98f\n", False),
        ("nothing", "a\n", "b\n", True),
    ],
)
def test_values_and_lines(kind: AnswerKind, one: str, other: str, is_same: bool) -> None:
    assert same(one, other, Expectation(kind)) is is_same


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("a.txt\nb c.txt\n", "./b c.txt\n/w/a.txt\n", True),
        ("a.txt\nb c.txt\n", "a.txt\n", False),
        ("a.txt\n", "a.txt\nb c.txt\n", False),
        ("a.txt\n", "a.txt\na.txt\n", False),
        ("a.txt\n", "d/a.txt\n", False),
        ("a.txt\nd\n", "a.txt  d\n", True),
        ("a.txt\n", "'a.txt'\n", True),
        ("a.txt\n", "-rw-r--r-- 1 root root 12 Nov 14  2023 a.txt\n", True),
        ("a.txt\n", "-rw-r--r-- 1 root root 13 Nov 14  2023 a.txt\n", False),
        ("a.txt\n", "-rwxr--r-- 1 root root 12 Nov 14  2023 a.txt\n", False),
        ("a.txt\n", "17 4 -rw-r--r-- 1 root root 12 Nov 14 2023 ./a.txt\n", True),
        ("a.txt\n", "17 a.txt\n", False),
        ("d/a.txt\n", "d:\ntotal 4\na.txt\n", True),
        ("a.txt\n", "a.txt is here\n", False),
        ("gone\nlost\n", "lost\ngone\n", True),  # no files: compared as lines
        ("d\nd/a.txt\n", "d\n└── a.txt\n\n1 directory, 1 file\n", True),
        ("d\nd/a.txt\n", "d\n└── a.txt\n\n1 directory, 2 files\n", False),
        ("d\nd/a.txt\n", "d\na.txt\n", False),
        ("d\na.txt\n", ".\n├── d\n└── a.txt\n", False),
        ("d\na.txt\n", "d/\na.txt\n", True),
        ("d\na.txt\n", "d\na.txt*\n", False),  # it cannot be run
        ("a.txt\nb c.txt\n", "total 8\na.txt\nb c.txt\n", True),
        ("a.txt\nb c.txt\n", "total 9\na.txt\nb c.txt\n", False),
        ("a.txt\nb c.txt\n", "a.txt\nb c.txt\ntotal 8\n", True),
        ("a.txt\nb c.txt\n", "total 8\na.txt\nb c.txt\ntotal 8\n", False),
        ("total 8\n", "total 9\n", False),  # no files, and a number
    ],
)
def test_sets_of_files(one: str, other: str, is_same: bool) -> None:
    assert same(one, other, FILES) is is_same


def test_attributes_must_be_there_and_true() -> None:
    sized = Expectation("files with attributes", False, False, "any", attributes=("size",), extras=True)
    assert same("12 a.txt\n", "a.txt 12\n", sized)
    assert same("12 a.txt\n", "-rw-r--r-- 1 root root 12 Nov 14  2023 a.txt\n", sized)
    assert not same("12 a.txt\n", "a.txt\n", sized)
    assert not same("12 a.txt\n", "13 a.txt\n", sized)
    counted = Expectation("files with attributes", False, False, "any", attributes=("count",))
    assert same("a.txt:2\n", "a.txt: 2\n", counted)
    assert not same("a.txt:2\n", "a.txt:1\n", counted)


@pytest.mark.parametrize(
    ("attributes", "one", "other", "is_same"),
    [
        ((), "one\ntwo\nx\ny\n", "x\ny\none\ntwo\n", True),
        ((), "one\ntwo\nx\ny\n", "two\none\nx\ny\n", False),
        ((), "one\ntwo\n", "a.txt:one\na.txt:two\n", True),
        ((), "one\ntwo\n", "1:one\n2:two\n", True),
        ((), "one\ntwo\n", "1:one\n5:two\n", False),
        (("file",), "a.txt:one\nd/a.txt:x\n", "./d/a.txt:x\n./a.txt:one\n", True),
        (("file",), "a.txt:one\n", "one\n", False),
        (("file",), "a.txt:one\na.txt:two\nd/a.txt:x\n", "one\ntwo\na.txt\nx\nd/a.txt\n", True),
        (("file",), "a.txt:one\na.txt:two\nd/a.txt:x\n", "a.txt\none\ntwo\nd/a.txt\nx\n", True),
        (("file",), "a.txt:one\na.txt:two\nd/a.txt:x\n", "one\na.txt\nx\nd/a.txt\n", False),
        (("file",), "a.txt:one\nd/a.txt:x\n", "one\nd/a.txt\nx\na.txt\n", False),
        (("file",), "a.txt:one\n", "one\na.txt\nb c.txt\n", False),
        (("file",), "a.txt:one\n", "d/a.txt:one\n", False),
        (("file", "line"), "a.txt:1:one\n", "a.txt:3:one\n", False),
        (("file", "line"), "a.txt:1:one\n", "a.txt:one\n", False),
    ],
)
def test_lines_by_file(attributes: tuple[str, ...], one: str, other: str, is_same: bool) -> None:
    expects = Expectation("lines by file", ordered=False, attributes=attributes, extras=True)
    assert same(one, other, expects) is is_same


@pytest.mark.parametrize(
    ("other", "is_same"),
    [("11 directories\n", True), ("11 lines\n", True), ("12 lines\n", False), ("11 nosuch.txt\n", False)],
)
def test_a_count_may_say_what_is_counted(other: str, is_same: bool) -> None:
    assert same("11\n", other, Expectation("number", attributes=("count",))) is is_same


def test_totals_must_be_true() -> None:
    counted = Expectation("files with attributes", False, False, "any", attributes=("lines",), extras=True)
    rows = "3 a.txt\n2 d/a.txt\n"
    assert same(rows, rows + "5 total\n", counted)
    assert not same(rows, rows + "6 total\n", counted)
    total = replace(counted, totals=True)
    assert not same(rows + "5 total\n", rows, total)


@pytest.mark.parametrize(
    ("attributes", "other", "is_same"),
    [
        (("dump", "characters"), "0000000   a       b  \\n\n0000004\n", True),
        (("dump", "characters"), "6120620a\n", False),
        (("dump", "hex"), "6120620a\n", True),
        (("dump", "hex"), "6120620b\n", False),
        (("dump", "hex", "offset"), "6120620a\n", False),
    ],
)
def test_dumps(attributes: tuple[str, ...], other: str, is_same: bool) -> None:
    reference = "00000000: 6120 620a                                a b.\n"
    assert same(reference, other, Expectation("lines", attributes=attributes)) is is_same


def test_what_is_not_of_that_kind() -> None:
    assert read("hello\n", FILES, FACTS) is None
    assert read("hello\n", Expectation("number"), FACTS) is None


@pytest.mark.parametrize(
    ("expects", "one", "other", "is_same"),
    [
        (replace(FILES, directories=False), "a.txt\nd\n", "a.txt\n", True),
        (replace(FILES, directories=False), "a.txt\nd\n", "d\n", False),
        (replace(FILES, hidden=False), "a.txt\nd\n", "a.txt\nd\n.h\nd/.g/x\n", True),
        (replace(FILES, hidden=False), "a.txt\nd\n", "d\n.h\n", False),
        (replace(FILES, hidden=False, folders=("d/.g",)), "d/.g/x\n", "a.txt\n", False),
        (Expectation("lines", columns="2-", spacing=False), "3 a b\n", "a b\n", True),
        (Expectation("lines", columns="2-", spacing=False), "3 a b\n", "4 a b\n", True),
        (Expectation("lines", columns="2-", spacing=False), "3 a b\n", "3 a c\n", False),
        (Expectation("lines", columns="1"), "x a\ny b\n", "x\ny\n", True),
        (Expectation("lines", columns="1"), "x a\ny b\n", "y\nx\n", False),
        (Expectation("lines", columns="1"), "x a\n" * 6000, "y a\n" * 6000, False),
        (replace(PART, whole_lines=False), "a.txt:2:two\n", "a.txt:2:w\n", True),
        (replace(PART, whole_lines=False), "a.txt:2:two\n", "a.txt:2:x\n", False),
        (replace(PART, whole_lines=False), "a.txt:2:two\n", "a.txt:1:o\n", False),
        (PART, "a.txt:2:two\n", "a.txt:2:w\n", False),
        (Expectation("lines in any order", attributes=("paths",)), "Only in d/: x\n", "Only in /w/d: x\n", True),
        (Expectation("lines in any order", attributes=("paths",)), "Only in d/: x\n", "Only in .: x\n", False),
    ],
)  # fmt: skip
def test_what_right_commands_differ_in(expects: Expectation, one: str, other: str, is_same: bool) -> None:
    assert same(one, other, expects) is is_same
    assert same(other, one, expects) is is_same
