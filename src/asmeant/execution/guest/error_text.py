"""An error -> words for a person: the line that raised it, and a traceback less the frames that are ours."""

from __future__ import annotations

import contextlib
import linecache
import traceback


def remember_line(source: str, name: str) -> None:
    """So that a traceback can show it. As Python reads a file: each line ends with a line break."""
    lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    linecache.cache[name] = (len(source), None, [line + "\n" for line in lines], name)


def forget_lines() -> None:
    linecache.cache.clear()


def show(error: BaseException) -> None:
    """The traceback, less the frames that are ours."""
    frame = error.__traceback__
    while frame is not None and not frame.tb_frame.f_code.co_filename.startswith("<"):
        frame = frame.tb_next
    with contextlib.suppress(BaseException):
        traceback.print_exception(type(error), error, frame, limit=-6)


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
