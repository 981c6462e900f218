"""Drawings of a tree, read as rows with whole paths."""

from __future__ import annotations

import pytest

from asmeant.execution.shell.drawings import undrawn


@pytest.mark.parametrize(
    ("drawing", "rows"),
    [
        (".\n├── a\n│   └── b\n└── c\n", [".", "./a", "./a/b", "./c"]),
        (".\n|-- a\n|   `-- b\n`-- c\n", [".", "./a", "./a/b", "./c"]),
        ("|___w\n| |___a\n| | |___b\n| |___c\n", ["w", "w/a", "w/a/b", "w/c"]),
        ("   |-w\n   |---a\n", ["w", "w/a"]),
        ("- a\n- b\n", ["a", "b"]),
        ("_a\n-b\n|c\n", ["_a", "-b", "|c"]),  # names
        ("w\n├── -a\n└── _b\n", ["w", "w/-a", "w/_b"]),
        ("w\n├── w/a\n└── w/b c\n", ["w", "w/a", "w/b c"]),
        ("[drwx   40]  w\n└── [-rw- 3]  a\n", ["drwx   40 w", "-rw- 3 w/a"]),
        ("w\n└── l -> a/b\n", ["w", "w/l -> a/b"]),
        ("w/\n└── a/\n    └── b\n", ["w/", "w/a/", "w/a/b"]),
        ("w\n└── a\n\n1 directory, 1 file\n", ["w", "w/a", "", "1 directory, 1 file"]),
    ],
)
def test_each_name_gets_the_path_of_its_folder(drawing: str, rows: list[str]) -> None:
    assert [row.strip() for row in undrawn(drawing).rstrip().split("\n")] == rows
