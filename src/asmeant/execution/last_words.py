"""A message of a process -> what it says of its end, as far as it can be believed. Pure."""

from __future__ import annotations

import json
from typing import Any

CLAIMS = ("finished", "failed", "out of memory", "timed out")
VALUE = b'{"value": '
FINISHED = b'{"ending": "finished"}'


def is_forged(frame: bytes) -> bool:
    """Whether somebody made a message up. What is no message may be the words of two processes at once."""
    if frame.startswith(VALUE) or last_word(frame):
        return False
    try:
        json.loads(frame)
    except (ValueError, RecursionError):
        return False
    return True


def last_word(frame: bytes) -> dict[str, Any]:
    """What a process says of its end, as far as it can be believed: it has no say in what was not run."""
    if frame == FINISHED:
        return {"ending": "finished"}
    try:
        final = json.loads(frame)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(final, dict) or final.get("ending") not in CLAIMS:
        return {}
    functions = final.get("functions", [])
    texts = [final.get(key, "") for key in ("reason", "at", "lacks", "exception", "raised_by")]
    listed = functions if isinstance(functions, list) else [None]
    return final if all(isinstance(text, str) for text in [*texts, *listed]) else {}
