"""Compound statements as keywords, words and lists of commands."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.command import Argument, Block, Operator
from asmeant.languages.bash.understanding import understand


@pytest.mark.parametrize(
    ("source", "kind", "pieces"),
    [
        ("(ls)", "subshell", "( 1 )"),
        ("{ ls; pwd; }", "group", "{ 2 }"),
        ("if a; then b; elif c; then d; else e; fi", "if", "if 1 then 1 elif 1 then 1 else 1 fi"),
        ("while a; do b; done", "while", "while 1 do 1 done"),
        ("until a; do b; done", "until", "until 1 do 1 done"),
        ("for x in a *; do b; done", "for", "for x in 'a' '*' ; do 1 done"),
        ("for x; do b; done", "for", "for x ; do 1 done"),
        ("for ((i=0; i<3; i++)); do b; done", "for", "for ((i=0; i<3; i++)); do 1 done"),
        ("select x in a; do b; done", "select", "select x in 'a' ; do 1 done"),
        ("case $x in a|b) c;; *) d; esac", "case", "case '$x' in 'a' | 'b' ) 1 ;; '*' ) 1 ;; esac"),
        ("[[ -f a && ! b == c || ( d ) ]]", "condition", "[[ -f 'a' && ! 'b' == 'c' || ( 'd' ) ]]"),
        ("((x + 1))", "arithmetic", "(( 'x + 1' ))"),
        ("f() { ls; }", "function", "f () 1"),
        ("coproc C { ls; }", "coprocess", "coproc C 1"),
        ("coproc ls", "coprocess", "coproc 1"),
    ],
)
def test_blocks(source: str, kind: str, pieces: str) -> None:
    (block,) = understand(source).commands
    assert isinstance(block, Block)
    assert block.kind == kind
    written = [
        piece.text
        if isinstance(piece, Operator)
        else f"'{piece.text}'"
        if isinstance(piece, Argument)
        else str(len(piece.commands))
        for piece in block.pieces
    ]
    assert " ".join(written) == pieces


def test_redirections() -> None:
    (block,) = understand("{ ls; } > out").commands
    assert isinstance(block, Block)
    assert [redirection.target.value for redirection in block.redirections] == ["out"]
