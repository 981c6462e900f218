"""Template, values -> text. One pass: braces inside a value, such as a dict, are never looked at again."""

from __future__ import annotations

import re
from collections.abc import Mapping

# What each word in braces stands for: the documentation and the messages are made from this table.
PLACEHOLDERS = {
    "intent": "what is asked, in its own language",
    "language_name": "Python or Bash",
    "entry": "the name of the function that the probes call",
    "head": "the scaffold's `before` down to the colon of the function's head",
    "lead": "what follows the head in `before`, often `    return `",
    "before": "the whole of what stands before the code",
    "after": "what stands after the code",
    "probes": "the probes that are shown, none unless asked for",
    "shots": "the answered tasks, each written by `shot`, a blank line after each",
    "code": "the first reference, in a shot or an answer",
}

_WORD = re.compile(r"\{\{([a-z_]+)\}\}|\{([a-z_]+)\}")
# Alone on its line, indented or behind a comment sign: written line by line, and gone when there is nothing.
_OWN_LINE = re.compile(r"^([ \t]*(?:# )?)\{([a-z_]+)\}(\n|\Z)", re.MULTILINE)


def words(template: str) -> list[str]:
    """The placeholders that a template uses, in order."""
    return [found[2] for found in _WORD.finditer(template) if found[2]]


def fill(template: str, values: Mapping[str, str]) -> str:
    """The template with each placeholder replaced. `{{word}}` stands for the word in braces itself."""
    parts = []
    end = 0
    for line in _OWN_LINE.finditer(template):
        parts += [_fill_inline(template[end : line.start()], values), _own_line(line, values)]
        end = line.end()
    parts.append(_fill_inline(template[end:], values))
    return "".join(parts)


def _own_line(line: re.Match[str], values: Mapping[str, str]) -> str:
    margin, word, newline = line.groups()
    if not values[word]:
        return ""
    return "\n".join(margin + text if text.strip() else text for text in values[word].split("\n")) + newline


def _fill_inline(template: str, values: Mapping[str, str]) -> str:
    return _WORD.sub(lambda found: f"{{{found[1]}}}" if found[1] else values[found[2]], template)
