"""Reply -> its sections, in order: fenced blocks, the contents of tags, and the text between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from asmeant.languages import python
from asmeant.prompts.extraction.fences import split_fences

MOST_TAGS = 200

Kind = Literal["fence", "tag", "text", "inline"]

# `<answer>` and `[PYTHON]` at the start of a line, whatever the word is.
_OPENING = re.compile(r"^[ \t]*(?:<([A-Za-z][\w:-]*)(?: [^<>\n]*)?>|\[([A-Z][A-Z_]+)\])", re.MULTILINE)
# `<answer><python>` and `</python></answer>`
_INNER_TAGS = re.compile(r"\A\s*(?:<[A-Za-z][\w:-]*(?: [^<>\n]*)?>\s*)+\n?|(?:</[A-Za-z][\w:-]*>\s*)+\Z")
_LONG_QUOTES = re.compile(r'"""|\'\'\'')


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a reply. `label` is the info string of the fence, or the name of the tag."""

    text: str
    kind: Kind = "text"
    label: str = ""
    closed: bool = True

    @property
    def is_enclosed(self) -> bool:
        return self.kind in ("fence", "tag")

    @property
    def may_be_python(self) -> bool:
        """Judged by the label: none, `python`, `py3`, `ipython`, `solution.py`.

        The name of a tag is not used.
        """
        return self.kind != "fence" or re.fullmatch(r"|i?py.*|.*\.py|code|repl", self.label) is not None


def split_sections(reply: str) -> list[Section]:
    sections: list[Section] = []
    for block in split_fences(reply, python.parses):
        if block.fenced:
            sections.append(Section(block.code, "fence", block.info, block.closed))
        else:
            sections += _split_tags(block.code)
    return [section for section in sections if section.text.strip()]


def _split_tags(text: str) -> Iterator[Section]:
    """The contents of the outermost tags, and the text between.

    A tag that is never closed only splits the text.
    """
    start = position = 0
    for _ in range(MOST_TAGS):
        opening = _OPENING.search(text, position)
        if opening is None:
            break
        position = opening.end()
        closing = _closing(opening).search(text, position)
        follows = text[position : position + 1]
        if _is_in_string(text, opening.start()) or not (closing or follows.isidentifier() or follows in "\n"):
            continue
        yield Section(text[start : opening.start()])
        if closing:
            inner = _INNER_TAGS.sub("\n", text[position : closing.start()])
            yield Section(inner, "tag", (opening[1] or opening[2]).lower())
            position = closing.end()
        start = position
    yield Section(text[start:])


def _closing(opening: re.Match[str]) -> re.Pattern[str]:
    mark = rf"</{opening[1]}>" if opening[1] else rf"\[/{opening[2]}\]"
    return re.compile(mark, re.IGNORECASE)


def _is_in_string(text: str, position: int) -> bool:
    """Whether the position is inside a triple-quoted string: a string of HTML contains tags, too."""
    return len(_LONG_QUOTES.findall(text, 0, position)) % 2 == 1
