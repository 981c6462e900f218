"""An error -> words for a person: the line that raised it, and a traceback less the frames that are ours."""

from __future__ import annotations

import linecache
import traceback

# In a line that raised an error, Python marks the operator. For that it imports a parser and parses the line,
# which takes longer than all else in most trials.
MARK_OPERATORS = "_extract_caret_anchors_from_line_segment"


def remember_line(source: str, name: str) -> None:
    """So that a traceback can show it. As Python reads a file: each line ends with a line break."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    linecache.cache[name] = (len(source), None, [line + "\n" for line in lines], name)


def forget_lines() -> None:
    linecache.cache.clear()


def shown(error: BaseException) -> str:
    """The traceback, less the frames that are ours."""
    frame = error.__traceback__
    while frame is not None and not frame.tb_frame.f_code.co_filename.startswith("<"):
        frame = frame.tb_next
    mark_operators = vars(traceback).get(MARK_OPERATORS)
    try:
        vars(traceback)[MARK_OPERATORS] = lambda segment: None
        return "".join(traceback.format_exception(type(error), error, frame, limit=-6))
    except BaseException:
        return "an error that cannot be printed\n"
    finally:
        vars(traceback)[MARK_OPERATORS] = mark_operators


def cause(error: BaseException, shown: str) -> dict[str, str]:
    """The type of an error, and whether its traceback names the candidate."""
    raised_by = "candidate" if 'File "<candidate>"' in shown else "probe"
    return {"exception": str(type(error).__name__), "raised_by": raised_by}


def describe(error: BaseException) -> str:
    try:
        kind, text = str(type(error).__name__), str(error)
        if isinstance(error, AssertionError) and not text:
            lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.line]
            text = lines[-1] if lines else ""
        return f"{kind}: {' '.join(text.split())[:300]}"
    except BaseException:
        return "an error that cannot be printed"
