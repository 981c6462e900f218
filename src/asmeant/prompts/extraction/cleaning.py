"""Reply -> text: one kind of line end, and none of the marks by which a model's turn begins and ends."""

from __future__ import annotations

import re

_TURN_BEGINS = re.compile(
    r"^\s*(?:<s>|<\|im_start\|>assistant|<\|assistant\|>|<\|start_header_id\|>assistant<\|end_header_id\|>"
    r"|<start_of_turn>model|<｜Assistant｜>)\n?"
)
_TURN_ENDS = re.compile(
    r"(?:<\|(?:im_end|endoftext|end_of_text|eot_id|eom_id|end|return)\|>|<end_of_turn>|<eos>"
    r"|<｜end▁of▁sentence｜>|(?<!['\"])</s>)[ \t]*(?=\n|\Z)"
)


def clean(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return text.removeprefix("\ufeff")


def strip_turn_marks(text: str) -> str:
    """What a server should have kept to itself: `<|im_end|>` and its like, and all that follows the first."""
    text = _TURN_BEGINS.sub("", text, count=1)
    ends = _TURN_ENDS.search(text)
    return text[: ends.start()] if ends else text
