"""A command in one line of English."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.phrases import summary
from asmeant.languages.bash.understanding import understand


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("ls", "list directories and files"),
        ("ls -l d", "list directories and files [d] (long listing)"),
        ("head -5 f", "print the first lines [f] (5 lines)"),
        ("grep -m 3 x", "print lines that match a pattern [x] (stop after 3 lines)"),
        ("cut -d: -f1", "print parts of each line (fields are separated by this: :; these fields: 1)"),
        ("foo x", "run foo [x]"),
        ("tail -n +3 f", "print the last lines [f] (+3 lines; with + from that line on)"),
        ("echo a >> f 2> g", "print text [a], added to f"),
        ("sort < f > g", "sort lines, reading f, written into g"),
        ("ls | wc -l", "list directories and files, then on its output count lines, words and bytes (lines)"),
        (
            "cd d && ls || pwd",
            "go to another directory [d]; if that succeeds, list directories and files; if that fails, print where one is",
        ),
        ("ls; pwd &", "list directories and files; then print where one is (in the background)"),
        ("! ls", "the opposite of: list directories and files"),
        ("time ls", "say how long this takes: list directories and files"),
        ("sudo ls", "run a command as another user, mostly the super user: list directories and files"),
        ("A=1 B=2", "set A, B"),
        ("> f", "open files"),
        ("(ls)", "in a shell of its own: list directories and files"),
        ("[[ -f x ]]", "say by status whether x is a regular file"),
        (
            "if ls; then pwd; else rm x; fi",
            "if this succeeds: list directories and files, then print where one is; otherwise delete files [x]",
        ),
        (
            "while ls; do pwd; done",
            "as long as this succeeds: list directories and files, each time print where one is",
        ),
        ("for f in a b; do ls; done", "for each of a, b: list directories and files"),
        ("", ""),
    ],
)
def test_summary(source: str, expected: str) -> None:
    assert summary(understand(source)) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("-mtime +7", "changed more than 7 days ago"),
        ("-mmin -5", "changed less than 5 minutes ago"),
        ("-atime 1", "read 1 days ago"),
        ("-size +1M", "takes up more than 1M space"),
        ("-type f,d", "is a regular file or a directory"),
        ("-name '*.c' -print", "its name matches: '*.c' and print the path"),
        ("! -empty", "not (is an empty file or directory)"),
        (
            "\\( -empty -o -name x \\) -print",
            "(is an empty file or directory or its name matches: x) and print the path",
        ),
        ("-exec ls {} \\;", "run a command on it: list directories and files [{}]"),
        ("-fprintf o %p", "write into a file in this format: o %p"),
        ("-frobnicate", "unknown"),
    ],
)
def test_conditions(expression: str, expected: str) -> None:
    assert (
        summary(understand(f"find . {expression}"))
        == f"find files below directories, and act on them [.] ({expected})"
    )


def test_deep_conditions_end() -> None:
    source = "find . " + "\\( -name a -o " * 500 + "-empty" + " \\)" * 500
    assert "..." in summary(understand(source))
