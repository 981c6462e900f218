"""Intent -> remarks that need no code: one sentence, quotes that close, the right language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from asmeant.authoring.describing.remarks import Remark
from asmeant.languages.natural import language_name
from asmeant.languages.natural.detecting import detect
from asmeant.languages.natural.slots import slots

# A sentence ends with a mark, and the next begins with a capital. "e.g. A" and "J. Doe" do not end one.
_END = re.compile(r"(?<![.\s]\w)[.!?]+(?=\s+[A-ZА-ЯЁÁÉÍÓÚÑ¿¡])|[。！？](?=\s*\S)")


def intent_remarks(intent: str, language: str = "") -> Iterator[Remark]:
    if not intent.strip():
        yield Remark("empty", 0, len(intent), "The intent is empty. Say what the code does.")
        return
    yield from _sentences(intent)
    if intent.count("`") % 2:
        last = intent.rindex("`")
        yield Remark("backquotes", last, last + 1, "A backquote is opened and not closed.")
    detected = detect(intent)
    if language and detected and detected != language:
        message = f"The intent reads as {language_name(detected)}, and should be {language_name(language)}."
        yield Remark("language", 0, len(intent), message)


def _sentences(intent: str) -> Iterator[Remark]:
    quoted = slots(intent)
    for match in _END.finditer(intent):
        if not any(slot.start < match.start() < slot.end for slot in quoted):
            rest = match.end() + len(intent[match.end() :]) - len(intent[match.end() :].lstrip())
            yield Remark("one sentence", rest, len(intent), "Write one sentence: this begins another one.")
            return
