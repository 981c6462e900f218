"""Dumps, read as the bytes that they show."""

from __future__ import annotations

import pytest

from asmeant.execution.shell.dumps import Dump, read_dump

HEX, CHARACTERS, OFFSET = "hex", "characters", "offset"


@pytest.mark.parametrize(
    ("text", "content", "forms"),
    [
        ("0000000   a       b  \\n\n0000004\n", b"a b\n", {CHARACTERS, OFFSET}),  # od -c
        ("0000000   a       b  \\n                                                \n0000004\n", b"a b\n", {CHARACTERS, OFFSET}),
        ("00000000  61 20 62 0a                                       |a b.|\n00000004\n", b"a b\n", {HEX, CHARACTERS, OFFSET}),
        ("00000000: 6120 620a                                a b.\n", b"a b\n", {HEX, CHARACTERS, OFFSET}),  # xxd
        ("0000000 2061 0a62\n0000004\n", b"a b\n", {HEX, OFFSET}),  # hexdump, od -x
        ("0000000 020141 005142\n0000004\n", b"a b\n", {"octal", OFFSET}),  # od
        ("0000000 020141 000142\n0000003\n", b"a b", {"octal", OFFSET}),  # half a word is filled up
        (" 61 20 62 0a\n", b"a b\n", {HEX}),  # od -An -tx1
        ("6120620a\n", b"a b\n", {HEX}),  # xxd -p
        ("00000000: 01100001 00100000 01100010 00001010              a b.\n", b"a b\n", {"binary", CHARACTERS, OFFSET}),
        ("00000000  61 61 61 61 61 61 61 61  61 61 61 61 61 61 61 61  |aaaaaaaaaaaaaaaa|\n*\n00000030\n", b"a" * 48, {HEX, CHARACTERS, OFFSET}),
    ],
)  # fmt: skip
def test_bytes_and_the_forms_in_which_they_are_shown(text: str, content: bytes, forms: set[str]) -> None:
    assert read_dump(text) == Dump(content, frozenset(forms))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello world\n",
        "00000000  61 20 62 0a                                       |a c.|\n00000004\n",  # not its picture
        "00000000: 6120 620a                                a b.\n00000010: 61  a\n",  # not its offset
        "00000000  61 20 62 0a                                       |a b.|\n00000009\n",  # not its end
        " 61 61\n*\n",  # nobody knows how often
        "00000000  61  |a|\n*\nfffffffff\n",
        "".join(f"{place:08x}  61  |a|\n*\n" for place in range(0, 1 << 32, 1 << 20)),  # and that, too
        " 61" + " " * 50_000 + "x\n",  # and that is said quickly
    ],
)
def test_what_is_no_dump(text: str) -> None:
    assert read_dump(text) is None
