"""Text <-> tokens: join undoes split."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.languages.bash.tokens import Kind, Size, join, split

SIZES: tuple[Size, ...] = ("character", "token", "sub-token")
KINDS: tuple[Kind, ...] = ("intent", "command")


@pytest.mark.parametrize(
    ("text", "size", "kind", "expected"),
    [
        ("ls -l", "character", "command", "l|s|<space>|-|l"),
        ("ls -l", "token", "command", "ls|-l"),
        ("find . -name '*.c' -exec rm {} \\;", "token", "command", "find|.|-name|'*.c'|-exec|rm|{}|\\;"),
        ('ls "my file"', "token", "command", 'ls|"my file"'),
        ("a|b", "token", "command", "a|<glue>|PIPE|<glue>|b"),
        ("a  b", "token", "command", "a|<space>|<space>|b"),
        (" a\n", "token", "command", "<space>|a|\n"),
        ("x=$(ls a)", "token", "command", "x=|<glue>|$(|<glue>|ls|a|<glue>|)"),
        ("comm <(ls) f", "token", "command", "comm|<(|<glue>|ls|<glue>|)|f"),
        ("not 'bash", "token", "command", "not|'bash"),
        ("echo <glue>", "token", "command", "echo|<<glue>"),
        ('ls "my file"', "sub-token", "command", 'ls|<arg>|"|my|<space>|file|"|</arg>'),
        ("find . -mtime +7", "sub-token", "command", "find|.|-mtime|<arg>|+|7|</arg>"),
        ("cat a12.txt", "sub-token", "command", "cat|<arg>|a|12|.|txt|</arg>"),
        ('Find "a b", in x.txt.', "token", "intent", 'Find|"a b"|<glue>|,|in|x.txt|<glue>|.'),
        ("(e.g. *.c) user's", "token", "intent", "(|<glue>|e.g|<glue>|.|*.c|<glue>|)|user's"),
        ("files older than 7d", "sub-token", "intent", "files|older|than|<arg>|7|d|</arg>"),
        ("", "token", "intent", ""),
    ],
)
def test_split(text: str, size: Size, kind: Kind, expected: str) -> None:
    found = split(text, size, kind)
    assert "|".join("PIPE" if token == "|" else token for token in found) == expected
    assert join(found, size) == text


PIECES = st.sampled_from(
    [
        "<glue>",
        "<space>",
        "<arg>",
        "</arg>",
        "<<arg>",
        " ",
        "  ",
        "\n",
        "\t",
        "'",
        '"',
        "a",
        "b1",
        "$(",
        ")",
        "|",
        "-x",
        "<",
        "`",
        "\\",
        "é",
        "\u2028",
    ]
)


@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=14).map("".join)))
def test_join_undoes_split(text: str) -> None:
    for size in SIZES:
        for kind in KINDS:
            tokens = split(text, size, kind)
            assert all(tokens)
            assert join(tokens, size) == text


@pytest.mark.data
def test_join_undoes_split_for_released_pairs(released_data: Path) -> None:
    for kind, name in (("intent", "all.nl"), ("command", "all.cm")):
        for text in (released_data / "nl2bash" / name).read_text(encoding="utf-8").split("\n")[::4]:
            for size in SIZES:
                assert join(split(text, size, "intent" if kind == "intent" else "command"), size) == text
