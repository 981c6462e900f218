"""Template, values -> text. In one pass: braces inside a value, such as a dict, are not placeholders."""

from __future__ import annotations

import re
from collections.abc import Mapping

# The placeholders and their meaning. The documentation and the messages use this table.
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
# A placeholder alone on its line: its value keeps the indentation or `# `, and an empty value removes the
# line.
_OWN_LINE = re.compile(r"^([ \t]*(?:# )?)\{([a-z_]+)\}(\n|\Z)", re.MULTILINE)


def words(template: str) -> list[str]:
    """The placeholders that a template uses, in order."""
    return [match[2] for match in _WORD.finditer(template) if match[2]]


def fill(template: str, values: Mapping[str, str]) -> str:
    """The template with each placeholder replaced. `{{word}}` is an escaped `{word}`."""
    texts = []
    end = 0
    for line in _OWN_LINE.finditer(template):
        texts += [_fill_inline(template[end : line.start()], values), _own_line(line, values)]
        end = line.end()
    texts.append(_fill_inline(template[end:], values))
    return "".join(texts)


def _own_line(line: re.Match[str], values: Mapping[str, str]) -> str:
    margin, word, newline = line.groups()
    if not values[word]:
        return ""
    return "\n".join(margin + text if text.strip() else text for text in values[word].split("\n")) + newline


def _fill_inline(template: str, values: Mapping[str, str]) -> str:
    return _WORD.sub(lambda match: f"{{{match[1]}}}" if match[1] else values[match[2]], template)
