"""Reply -> clean text; text -> turns, split at special tokens such as `<|im_end|>`."""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_MARKS = 200

# `<|eot_id|>`, `<｜end▁of▁sentence｜>`: no programming language uses this form.
_TOKEN = r"<[|｜][^\s<>|｜]{1,60}[|｜]>"
# `</s>`, `[/INST]`: closed but never opened. `<eos>`: at the end of a line, or alone on a line.
_CLOSING = r"</[A-Za-z][\w:-]{0,40}>|\[/[A-Z][A-Z_]{1,40}\]"
_OPENING = r"(?:(?<=[^\s<>(\[{,'\"=])|(?<=\n)[ \t]*)<[A-Za-z][\w:-]{0,40}>(?=[ \t]*(?:\n|\Z))"
_MARK = re.compile(f"{_TOKEN}|{_CLOSING}|{_OPENING}")
# The start of a turn names the speaker: `<|im_start|>assistant`.
_TURN_BEGINS = re.compile(
    rf"\A\s*(?:<s>|(?:{_TOKEN}|<start_of_turn>)(?:[a-z]+(?=\s*(?:\n|\Z|<[|｜])))?)+[ \t]*\n?"
)
_LONG_QUOTES = re.compile(r'"""|\'\'\'')
_LANGUAGE_LINE = {
    "python": re.compile(r"^\s*(?:python3?|py)[ \t]*\n(?=\s*\S)", re.IGNORECASE),
    "bash": re.compile(r"^\s*(?:bash|sh|shell)[ \t]*\n(?=\s*\S)", re.IGNORECASE),
}


def clean(text: str) -> str:
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return text.removeprefix("\ufeff")


def split_turns(text: str) -> list[str]:
    """Split a reply at special tokens such as `<|im_end|>`, which a server should have removed."""
    while begins := _TURN_BEGINS.match(text):
        text = text[begins.end() :]
    turns = []
    position = 0
    for mark in _turn_marks(text):
        turns.append(text[position : mark.start()])
        position = mark.end()
    turns.append(text[position:])
    return [turn for turn in turns if turn.strip()]


def _turn_marks(text: str) -> Iterator[re.Match[str]]:
    position = 0
    for _ in range(MOST_MARKS):
        mark = _MARK.search(text, position)
        if mark is None:
            return
        position = mark.end()
        if not _is_data(text, mark) and not _has_counterpart(text, mark):
            yield mark


def _is_data(text: str, mark: re.Match[str]) -> bool:
    """Whether the token is in a string, a comment or inline code: `text.split("<|endoftext|>")`."""
    start = text.rfind("\n", 0, mark.start()) + 1
    end = (text + "\n").find("\n", mark.end())
    ahead, behind = text[start : mark.start()], text[mark.end() : end]
    if any(ahead.count(quote) % 2 and quote in behind for quote in "'\"`"):
        return True
    if not mark[0].startswith(("<|", "<｜")) and "#" in ahead:
        return True
    is_open = len(_LONG_QUOTES.findall(text, 0, start)) % 2 == 1
    return is_open and _LONG_QUOTES.search(text, mark.end()) is not None


def _has_counterpart(text: str, mark: re.Match[str]) -> bool:
    """Whether the token is one of a pair of tags, `<code>` and `</code>`."""
    if mark[0].startswith(("</", "[/")):
        opening = re.escape(mark[0][:1] + mark[0][2:-1]) + r"(?!\w)"
        return re.compile(opening).search(text, 0, mark.start()) is not None
    word = mark[0].strip()
    return not word.startswith(("<|", "<｜")) and text.find(f"</{word[1:]}", mark.end()) >= 0


def strip_language(text: str, code_language: str) -> str:
    """Remove a first line that only names the language: the rest of a fence without its backticks."""
    line = _LANGUAGE_LINE.get(code_language)
    return line.sub("", text, count=1) if line else text
