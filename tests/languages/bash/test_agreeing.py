"""What right commands for one intent differ in does not matter."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.expecting import expectation


@pytest.mark.parametrize(
    ("one", "other", "field", "value"),
    [
        ("find . -size +9c", "find . -type f -size +9c", "directories", False),
        ("find . -type f -size +9c", "find . -size +9c -type f", "directories", True),
        ("find . -type d", "find .", "directories", True),
        ("tree d", "find d", "hidden", False),
        ("tree -a d", "find d", "hidden", True),
        ("ls -l", "ls -lA", "hidden", False),
        ("od -t c a", "hexdump -C a", "attributes", ("dump", "characters", "offset")),
        ("grep -rn x .", "grep -rno x .", "whole_lines", False),
        ("grep -rn x .", "grep -n -r x .", "whole_lines", True),
        ("ls -l | sort", "ls -l | sort | cut -d' ' -f2-", "columns", "2-"),
        ("md5sum * | awk '{print $1}' | sort", "md5sum * | sort", "columns", "1"),
        ("ls | sort", "ls | sort | cut -c2-", "columns", ""),
        ("ls | sort", "ls | sort | awk -F: '{print $1}'", "columns", ""),
        ("ls | sort", "ls | sort | head -n 1", "columns", ""),
    ],
)
def test_what_does_not_matter(one: str, other: str, field: str, value: object) -> None:
    for commands in ((one, other), (other, one)):
        assert getattr(expectation(commands), field) == value


def test_one_command_alone_leaves_nothing_out() -> None:
    expects = expectation(("find . -type f",))
    assert (expects.directories, expects.whole_lines, expects.columns) == (True, True, "")
