"""Text -> fenced blocks: backticks or tildes, labelled or not, indented, nested, left open."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

MOST_BLOCKS = 200
MOST_ENDS = 4

_OPENER = re.compile(
    r"^(?P<margin>[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$"
)
# `Answer: ```python`
_LATE_OPENER = re.compile(r"^(?P<margin>)[^`\n]*[:：][ \t]*(?P<fence>`{3,})[ \t]*(?P<info>[\w+#-]*)[ \t]*$")
_ONE_LINE = re.compile(r"`{3,}(?:(?P<info>python3?|py|bash|sh|shell|zsh)[ \t]+)?(?P<code>[^`\n]+)`{3,}")


@dataclass(frozen=True, slots=True)
class Block:
    info: str
    code: str
    closed: bool


@dataclass(frozen=True, slots=True)
class _End:
    """The block's last line lies before `stop`; reading goes on at `resume`."""

    stop: int
    resume: int
    closed: bool
    ragged: bool = False


def find_blocks(text: str, is_whole: Callable[[str], bool]) -> list[Block]:
    """The blocks that hold something, in order. `is_whole` tells code that is complete from code that is not.

    A fence inside a docstring ends the block too early, and only the code itself can tell.
    """
    lines = text.split("\n")
    found: list[Block] = []
    row = 0
    while row < len(lines) and len(found) < MOST_BLOCKS:
        opener = _OPENER.match(lines[row]) or _LATE_OPENER.match(lines[row])
        if opener is None:
            found += _blocks_within(lines[row])
            row += 1
            continue
        end = _find_end(lines, row + 1, opener, is_whole)
        code = _content(lines, row + 1, end, opener)
        if code.strip():
            found.append(Block(_label(opener["info"]), code, end.closed))
        row = end.resume
    return found


def _find_end(
    lines: Sequence[str], start: int, opener: re.Match[str], is_whole: Callable[[str], bool]
) -> _End:
    fence = opener["fence"]
    closers: list[int] = []
    inner = None
    for row in range(start, len(lines)):
        if _closes(lines[row], fence):
            closers.append(row)
            if is_whole(_content(lines, start, _End(row, row + 1, True), opener)):
                return _End(row, row + 1, True)
            if len(closers) == MOST_ENDS:
                break
        elif inner is None and not closers and _opens_another(lines[row], fence):
            inner = row
            if not "".join(lines[start:row]).strip():
                return _End(row, row, False)  # a fence around a fence
    if inner is not None:
        return _End(inner, inner, False)
    if closers:
        return _End(closers[0], closers[0] + 1, True)
    for row in range(start, len(lines)):
        if lines[row].rstrip().endswith(fence):
            return _End(row + 1, row + 1, True, ragged=True)
    return _End(len(lines), len(lines), False)


def _closes(line: str, fence: str) -> bool:
    bare = line.strip(" \t>")
    return len(bare) >= len(fence) and not bare.strip(fence[0])


def _opens_another(line: str, fence: str) -> bool:
    opener = _OPENER.match(line)
    return opener is not None and opener["fence"][0] == fence[0] and opener["info"].strip() != ""


def _content(lines: Sequence[str], start: int, end: _End, opener: re.Match[str]) -> str:
    margin = opener["margin"]
    inner = [_outdented(line, margin) for line in lines[start : end.stop]]
    if end.ragged:
        inner[-1] = inner[-1].rstrip().rstrip(opener["fence"][0])
    return "\n".join(inner)


def _outdented(line: str, margin: str) -> str:
    """A block in a list or a quotation is indented as its fence is."""
    if ">" in margin:
        return line.removeprefix(margin) if line.startswith(margin) else line.removeprefix(margin.rstrip())
    width = len(margin)
    return line[min(width, len(line) - len(line.lstrip(" \t"))) :] if width else line


def _label(info: str) -> str:
    """`Python title="x"`, `{.python}` and `python:main.py` are all python."""
    word = re.search(r"[\w+#-]+", info)
    return word[0].lower() if word else ""


def _blocks_within(line: str) -> list[Block]:
    if "```" not in line:
        return []
    return [Block(found["info"] or "", found["code"].strip(), True) for found in _ONE_LINE.finditer(line)]
