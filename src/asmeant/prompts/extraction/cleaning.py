"""Reply -> text: one kind of line end, and none of the marks by which a model's turn begins and ends."""

from __future__ import annotations

import re

_TURN_BEGINS = re.compile(
    r"^\s*(?:<s>|<\|im_start\|>assistant|<\|assistant\|>|<\|start_header_id\|>assistant<\|end_header_id\|>"
    r"|<start_of_turn>model|<｜Assistant｜>)\n?"
)
# Behind a quote it is data: text.split("<|endoftext|>").
_TURN_ENDS = re.compile(
    r"(?<!['\"])(?:<\|(?:im_end|endoftext|end_of_text|eot_id|eom_id|end|return|file_sep|fim_\w+)\|>|<end_of_turn>"
    r"|<eos>|<file_sep>|<fim_\w+>|<｜[^\n｜]*｜>|</s>(?=[ \t]*(?:\n|\Z)))"
)
_LANGUAGE_LINE = {
    "python": re.compile(r"^\s*(?:python3?|py)[ \t]*\n(?=\s*\S)", re.IGNORECASE),
    "bash": re.compile(r"^\s*(?:bash|sh|shell)[ \t]*\n(?=\s*\S)", re.IGNORECASE),
}


def clean(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return text.removeprefix("\ufeff")


def strip_turn_marks(text: str) -> str:
    """What a server should have kept to itself: `<|im_end|>` and its like, and all that follows the first."""
    text = _TURN_BEGINS.sub("", text, count=1)
    ends = _TURN_ENDS.search(text)
    return text[: ends.start()] if ends else text


def strip_language(text: str, code_language: str) -> str:
    """Without a first line that names the language: what is left of a fence whose marks were taken off."""
    line = _LANGUAGE_LINE.get(code_language)
    return line.sub("", text, count=1) if line else text
