"""Text -> fenced blocks and the text between them. Fences may be nested, unlabelled or never closed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

MOST_BLOCKS = 200
MOST_ENDS = 4

_OPENER = re.compile(
    r"^(?P<margin>[ \t>]*(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?)(?P<fence>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)$"
)
# `Answer: ```python`; without a colon only with a label, as a line of code may end in a fence.
_LATE_OPENER = re.compile(
    r"^(?P<margin>)[^`\n]*(?P<fence>(?<=[:：])`{3,}|(?<=[:：][ \t])`{3,}|`{3,}(?=[ \t]*[A-Za-z]))"
    r"[ \t]*(?P<info>[\w+#-]*)[ \t]*$"
)
_ONE_LINE = re.compile(r"`{3,}(?:(?P<info>python3?|py|bash|sh|shell|zsh)[ \t]+)?(?P<code>[^`\n]+)`{3,}")


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block. `fenced` is False for the text between two blocks."""

    info: str
    code: str
    closed: bool = True
    fenced: bool = True


@dataclass(frozen=True, slots=True)
class _End:
    """A block ends before line `stop`, and reading continues at `resume`.

    `glued`: the fence is on a line of code.
    """

    stop: int
    resume: int
    closed: bool
    glued: bool = False


def find_blocks(text: str, is_whole: Callable[[str], bool]) -> list[Block]:
    """The fenced blocks that are not empty, in order."""
    return [block for block in split_fences(text, is_whole) if block.fenced]


def split_fences(text: str, is_whole: Callable[[str], bool]) -> list[Block]:
    """The blocks and the text between them, in order. `is_whole` says whether code is complete.

    It is needed for fences inside docstrings, which would end a block too early.
    """
    lines = text.split("\n")
    blocks: list[Block] = []
    between: list[str] = []
    row = 0
    while row < len(lines) and len(blocks) < MOST_BLOCKS:
        opener = _OPENER.match(lines[row]) or _LATE_OPENER.match(lines[row])
        if opener is None:
            within = _blocks_within(lines[row])
            between += [] if within else [lines[row]]
            blocks += within
            row += 1
            continue
        end = _find_end(lines, row + 1, opener, is_whole)
        code = _with_first_line(opener["info"], _content(lines, row + 1, end, opener), is_whole)
        blocks += [
            Block("", "\n".join(between), fenced=False),
            Block(_label(opener["info"]), code, end.closed),
        ]
        between = []
        row = end.resume
    blocks.append(Block("", "\n".join([*between, *lines[row:]]), fenced=False))
    return [block for block in blocks if block.code.strip()]


def _find_end(
    lines: Sequence[str], start: int, opener: re.Match[str], is_whole: Callable[[str], bool]
) -> _End:
    fence = opener["fence"]
    ends: list[_End] = []
    for end in _possible_ends(lines, start, fence):
        if end.closed and is_whole(_content(lines, start, end, opener)):
            return end
        ends.append(end)
        if not end.closed or len(ends) == MOST_ENDS:
            break
    if not ends:
        return _End(len(lines), len(lines), closed=False)
    # No end gives complete code. Prefer the first one, unless a labelled fence opens the next block.
    return ends[-1] if not ends[-1].closed and not any(end.glued for end in ends) else ends[0]


def _possible_ends(lines: Sequence[str], start: int, fence: str) -> Iterator[_End]:
    """The lines where the block may end, up to the start of the next block."""
    closers = False
    for row in range(start, len(lines)):
        line = lines[row]
        if fence not in line:
            continue
        if _closes(line, fence) or _closes_with_words(line, fence):
            closers = True
            yield _End(row, row + 1, closed=True)
        elif _opens_another(line, fence):
            if not closers:
                yield _End(row, row, closed=False)
                return
        elif line.rstrip().endswith(fence) and line.count(fence) % 2:
            yield _End(row + 1, row + 1, closed=True, glued=True)


def _closes(line: str, fence: str) -> bool:
    bare = line.strip(" \t>")
    return len(bare) >= len(fence) and not bare.strip(fence[0])


def _closes_with_words(line: str, fence: str) -> bool:
    """` ``` This prints the sum.`: an opening fence is followed by one word and settings instead."""
    opener = _OPENER.match(line)
    words = opener["info"].split() if opener and opener["fence"][0] == fence[0] else []
    return len(words) > 2 and not re.search(r"[={}\[]|^def |^import |^from ", " ".join(words[1:]))


def _opens_another(line: str, fence: str) -> bool:
    opener = _OPENER.match(line)
    return opener is not None and opener["fence"][0] == fence[0] and opener["info"].strip() != ""


def _content(lines: Sequence[str], start: int, end: _End, opener: re.Match[str]) -> str:
    margin = opener["margin"]
    inner = [_without_margin(line, margin) for line in lines[start : end.stop]]
    if end.glued:
        inner[-1] = inner[-1].rstrip().rstrip(opener["fence"][0])
    return "\n".join(inner)


def _without_margin(line: str, margin: str) -> str:
    """A block in a list or a quotation is indented like its fence."""
    if ">" in margin:
        return line.removeprefix(margin) if line.startswith(margin) else line.removeprefix(margin.rstrip())
    width = len(margin)
    return line[min(width, len(line) - len(line.lstrip(" \t"))) :] if width else line


def _with_first_line(info: str, code: str, is_whole: Callable[[str], bool]) -> str:
    """The code, with the rest of the fence's line above it if that is code: ` ```python def f(x):`."""
    _, _, rest = info.partition(" ")
    for line in (rest, info):
        if "(" in line and not is_whole(code) and is_whole(f"{line}\n{code}"):
            return f"{line}\n{code}"
    return code


def _label(info: str) -> str:
    """`Python title="x"`, `{.python}` and `python:main.py` are all python."""
    word = re.search(r"[\w+#-][\w+#.-]*", info)
    return word[0].lower() if word else ""


def _blocks_within(line: str) -> list[Block]:
    if "```" not in line:
        return []
    return [Block(match["info"] or "", match["code"].strip()) for match in _ONE_LINE.finditer(line)]
