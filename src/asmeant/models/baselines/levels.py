"""Intents and code <-> tokens of three sizes, as they are learnt and copied.

Tokens of an intent have no marks for joining them again. Python is split as intents are: into words and
punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asmeant.languages.bash.tokens import END, GLUE, START, Size, join, split
from asmeant.languages.natural.stemming import stem


def intent_tokens(intent: str, level: Size) -> list[str]:
    """The tokens as written, which can be copied."""
    return [token for token in split(intent, level, "intent") if token not in (GLUE, START, END)]


def learned_form(tokens: Sequence[str], level: Size) -> list[str]:
    """The tokens as the encoder reads them: in lower case, and words by their stem."""
    if level == "character":
        return [token.lower() for token in tokens]
    return [stem(token.lower()) if token.isascii() and token.isalpha() else token.lower() for token in tokens]


def command_tokens(code: str, level: Size, language: str) -> list[str]:
    # Text that is not Bash is split at blanks, and then into runs of letters and digits.
    return split(code, level, "command" if language == "bash" else "intent")


def command_of(tokens: Iterable[str], level: Size) -> str:
    return join(tokens, level)
