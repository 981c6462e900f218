"""Reply -> the text after the model's reasoning. Reasoning contains drafts, and a draft is not the answer."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = r"think|thinking|thought|thoughts|reasoning|reflection|scratchpad|seed:think"
_OPENS = re.compile(rf"^[ \t]*(?:<({_NAMES})>|(\[THINK\])|(◁think▷))", re.MULTILINE | re.IGNORECASE)
# In a line of code, a tag is followed by a quote or a bracket. Here it ends the line.
_STRAY_END = re.compile(
    rf"(?:</(?:{_NAMES})>|\[/THINK\]|◁/think▷)[ \t]*(?=\n|\Z)|^[ \t]*</(?:{_NAMES})>",
    re.MULTILINE | re.IGNORECASE,
)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final\b[^<]*<\|message\|>")
_ANY_CHANNEL = re.compile(r"<\|channel\|>\s*\w+[^<]*<\|message\|>")


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply without its reasoning.

    `unfinished`: it ended within the reasoning, and `text` is the reasoning.
    """

    text: str
    unfinished: bool = False


def strip_reasoning(text: str) -> Answer:
    if channel := _last(_FINAL_CHANNEL, text):
        return Answer(text[channel.end() :])
    if channel := _ANY_CHANNEL.search(text):
        return Answer(text[channel.end() :], unfinished=True)
    answer = _without_thoughts(text)
    if not answer.unfinished and (ended := _last(_STRAY_END, answer.text)):
        # Some chat templates put the opening tag into the prompt, so that the reply has only the closing tag.
        after = answer.text[ended.end() :]
        answer = Answer(after) if after.strip() else Answer(answer.text[: ended.start()], unfinished=True)
    return answer


def _without_thoughts(text: str) -> Answer:
    answers = []
    position = 0
    while opened := _OPENS.search(text, position):
        if "```" in text[position : opened.start()]:
            break  # the code has started: a tag in it belongs to the code
        answers.append(text[position : opened.start()])
        closed = _closing(opened).search(text, opened.end())
        if closed is None:
            answer = "".join(answers)
            return Answer(answer) if answer.strip() else Answer(text[opened.end() :], unfinished=True)
        position = closed.end()
    return Answer("".join(answers) + text[position:])


def _closing(opened: re.Match[str]) -> re.Pattern[str]:
    mark = f"</{opened[1]}>" if opened[1] else "[/THINK]" if opened[2] else "◁/think▷"
    return re.compile(re.escape(mark), re.IGNORECASE)


def _last(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    match = None
    for match in pattern.finditer(text):  # noqa: B007
        pass
    return match
