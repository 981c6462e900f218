"""Intents and code <-> tokens of three sizes, for intents in the form in which they are learnt and copied.

Of an intent no mark is kept that only says how it is put together again. Python is cut as the intent is: by
words and marks of punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asmeant.languages.bash.tokens import END, GLUE, START, Size, join, split
from asmeant.languages.natural.stemming import stem


def intent_tokens(intent: str, level: Size) -> list[str]:
    """The tokens as they are written, which can be copied."""
    return [token for token in split(intent, level, "intent") if token not in (GLUE, START, END)]


def learned_form(tokens: Sequence[str], level: Size) -> list[str]:
    """As the encoder reads them: in lower case, and words by their stem."""
    if level == "character":
        return [token.lower() for token in tokens]
    return [stem(token.lower()) if token.isascii() and token.isalpha() else token.lower() for token in tokens]


def command_tokens(code: str, level: Size, language: str) -> list[str]:
    # What is not Bash is cut by blanks, and then into runs of letters and digits.
    return split(code, level, "command" if language == "bash" else "intent")


def command_of(tokens: Iterable[str], level: Size) -> str:
    return join(tokens, level)
