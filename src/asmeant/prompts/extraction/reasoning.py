"""Text -> what is said after thinking. Thoughts hold drafts, and a draft is not the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = r"think|thinking|thought|thoughts|reasoning|reflection|scratchpad|seed:think"
_OPENS = re.compile(rf"^[ \t]*(?:<({_NAMES})>|(\[THINK\])|(◁think▷))", re.MULTILINE | re.IGNORECASE)
# Inside a line of code the mark is followed by a quote or a bracket, not by the line's end.
_STRAY_END = re.compile(
    rf"(?:</(?:{_NAMES})>|\[/THINK\]|◁/think▷)[ \t]*(?=\n|\Z)|^[ \t]*</(?:{_NAMES})>",
    re.MULTILINE | re.IGNORECASE,
)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final\b[^<]*<\|message\|>")
_ANY_CHANNEL = re.compile(r"<\|channel\|>\s*\w+[^<]*<\|message\|>")


@dataclass(frozen=True, slots=True)
class Said:
    """`unfinished`: the reply ended within its reasoning, and `text` is that reasoning."""

    text: str
    unfinished: bool = False


def strip_reasoning(text: str) -> Said:
    if channel := _last(_FINAL_CHANNEL, text):
        return Said(text[channel.end() :])
    if channel := _ANY_CHANNEL.search(text):
        return Said(text[channel.end() :], unfinished=True)
    said = _without_thoughts(text)
    if not said.unfinished and (ended := _last(_STRAY_END, said.text)):
        # Some templates open the thoughts in the prompt, so that only the end is seen.
        after = said.text[ended.end() :]
        said = Said(after) if after.strip() else Said(said.text[: ended.start()], unfinished=True)
    return said


def _without_thoughts(text: str) -> Said:
    kept = []
    position = 0
    while opened := _OPENS.search(text, position):
        if "```" in text[position : opened.start()]:
            break  # code has begun: what looks like a mark is part of it
        kept.append(text[position : opened.start()])
        closed = _closing(opened).search(text, opened.end())
        if closed is None:
            answer = "".join(kept)
            return Said(answer) if answer.strip() else Said(text[opened.end() :], unfinished=True)
        position = closed.end()
    return Said("".join(kept) + text[position:])


def _closing(opened: re.Match[str]) -> re.Pattern[str]:
    mark = f"</{opened[1]}>" if opened[1] else "[/THINK]" if opened[2] else "◁/think▷"
    return re.compile(re.escape(mark), re.IGNORECASE)


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = None
    for found in pattern.finditer(text):  # noqa: B007
        pass
    return found
