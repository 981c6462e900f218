"""A session with an interpreter -> what was typed in it."""

from __future__ import annotations

import re

# `>>> x`, `... y`, `In [3]: x`, `   ...: y`
_TYPED = re.compile(r"^[ \t]*(?:>>>|In \[\d*\]:)(?: |$)", re.MULTILINE)
_CONTINUED = re.compile(r"^[ \t]*\.\.\.:?(?: |$)")


def is_transcript(text: str) -> bool:
    return _TYPED.search(text) is not None


def is_numbered(text: str) -> bool:
    """`In [1]: x = 1` is Python too: an annotation of a list's item."""
    return re.search(r"^In \[\d+\]: ", text, re.MULTILINE) is not None


def typed(text: str) -> str:
    """The input lines, without their prompts; what was printed is dropped."""
    kept = []
    typing = False
    for line in text.split("\n"):
        if prompt := _TYPED.match(line):
            kept.append(line[prompt.end() :])
            typing = True
        elif typing and (prompt := _CONTINUED.match(line)):
            kept.append(line[prompt.end() :])
        else:
            typing = False
    return "\n".join(kept)
