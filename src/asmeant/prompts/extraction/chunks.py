"""Text -> chunks: unindented lines, each with the lines that belong to it. For broken code and for prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_CHUNKS = 2_000

_MARKS = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*|[()\[\]{}]')
_LONG_QUOTES = ('"""', "'''")
_CONTINUES = re.compile(r"[)\]}]|(?:else|elif|except|finally)\b")


def chunks(text: str) -> list[str]:
    """Unindented lines, each with the indented lines, brackets and triple-quoted strings that follow it."""
    lines = text.split("\n")
    starts = list(_starts(lines, long_strings=text.count('"""') % 2 == 0 and text.count("'''") % 2 == 0))
    if not starts:
        return []
    ends = [*starts[1:], len(lines)]
    return ["\n".join(lines[start:end]) for start, end in zip(starts, ends, strict=True)][:MOST_CHUNKS]


def _starts(lines: list[str], long_strings: bool) -> Iterator[int]:
    quote = ""
    depth = 0
    has_start = joined = False  # joined: the line before is a decorator, or ends in a backslash
    for row, line in enumerate(lines):
        if not line.strip() and not quote:
            depth = 0  # prose leaves brackets open; code seldom has an empty line within
            continue
        inside = quote or depth or joined or line[:1] in (" ", "\t") or _CONTINUES.match(line)
        if not has_start or not (inside or _is_comment_within(lines, row)):
            yield row
        has_start = True
        joined = line.startswith("@") or line.endswith("\\")
        quote, change = _open_after(line, quote, long_strings)
        depth = max(0, depth + change)


def _is_comment_within(lines: list[str], row: int) -> bool:
    """Whether this is an unindented comment inside an indented block."""
    return lines[row].startswith("#") and row + 1 < len(lines) and lines[row + 1][:1] in (" ", "\t")


def _open_after(line: str, quote: str, long_strings: bool) -> tuple[str, int]:
    """The triple quotes that are open at the end of a line, and the change in the number of open brackets."""
    change = 0
    position = 0
    while True:
        if quote:
            if (end := line.find(quote, position)) < 0:
                return quote, change
            quote, position = "", end + 3
        elif mark := _MARKS.search(line, position):
            position = mark.end()
            change += (mark[0] in "([{") - (mark[0] in ")]}")
            quote = mark[0] if long_strings and mark[0] in _LONG_QUOTES else ""
        else:
            return quote, change
