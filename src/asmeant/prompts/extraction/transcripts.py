"""Text with an interpreter session -> the text with only the input lines of the session."""

from __future__ import annotations

import re

# `>>> x`, `... y`, `In [3]: x`, `   ...: y`
_TYPED = re.compile(r"^[ \t]*(?:>>>|In \[\d*\]:)(?: |$)", re.MULTILINE)
_AT_MARGIN = re.compile(r"^(?:>>>|In \[\d*\]:)(?: |$)", re.MULTILINE)
_CONTINUED = re.compile(r"^[ \t]*\.\.\.:?(?: |$)")


def has_session(text: str) -> bool:
    """Whether the text has an interpreter session, except in a docstring."""
    if _AT_MARGIN.search(text):
        return True
    return _TYPED.search(text) is not None and not re.search(r"^[ \t]*(?:def|class)\b", text, re.MULTILINE)


def is_numbered(text: str) -> bool:
    """Whether it is an IPython session. `In [1]: x = 1` also parses as Python, as an annotated assignment."""
    return re.search(r"^In \[\d+\]: ", text, re.MULTILINE) is not None


def typed_lines(text: str) -> str:
    """The text with its sessions reduced to the input lines, without prompts and printed output."""
    lines: list[str] = []
    in_session = typing = False
    prompt = _TYPED if not _AT_MARGIN.search(text) else _AT_MARGIN
    for line in text.split("\n"):
        if begins := prompt.match(line):
            lines.append(line[begins.end() :])
            in_session = typing = True
        elif typing and (goes_on := _CONTINUED.match(line)):
            lines.append(line[goes_on.end() :])
        else:
            typing = False
            if not in_session:
                lines.append(line)
            in_session = in_session and bool(line.strip())  # an empty line ends the output
    return "\n".join(lines)
