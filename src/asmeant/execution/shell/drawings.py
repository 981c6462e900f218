"""A drawing of a tree -> rows with whole paths. Pure.

`tree` prints each name below its folder's and further to the right; so does `find` with a `sed` behind it.
"""

from __future__ import annotations

import re

# The lines of a drawing: they end in a dash and a blank, or in a bar and a dash. Else rows are only indented.
LINES = re.compile(r"[\s│├└─|`+\\_-]*[─-]\s(?=\S)|[\s│|]*[├└|`+\\][─_-]+|\s*")
# What `tree -p`, `tree -s` and the like tell of a file stands before its name.
COLUMNS = re.compile(r"\[([^\]]*)\]\s+")


def undrawn(text: str) -> str:
    """Each name with the path of its folder before it: that of the last row that begins further left."""
    rows: list[str] = []
    folders: list[tuple[int, str]] = []
    for line in text.split("\n"):
        lines = LINES.match(line)
        start = lines.end() if lines else 0
        columns = COLUMNS.match(line, start)
        name, arrow, target = line[columns.end() if columns else start :].partition(" -> ")
        while folders and folders[-1][0] >= start:
            folders.pop()
        inner = folders[-1][1].rstrip("/") + "/" if folders and name else ""
        path = name if name.startswith(inner) else inner + name  # `tree -f` prints whole paths
        if name:
            folders.append((start, path))
        rows.append(f"{columns[1] if columns else ''} {path}{arrow}{target}")
    return "\n".join(rows)
