"""Text -> its words, by the rules of spaCy, and for Japanese by the dictionary of SudachiPy.

No model is needed, and nothing is downloaded. spaCy comes with the extra `lengths`, and is imported only
here. Punctuation marks count as words, as in ODEX's Table 2.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from asmeant.errors import UsageError

EXTRA = "pip install 'asmeant[lengths]'"


@cache
def word_splitter(language: str) -> Callable[[str], list[str]]:
    """A tokenizer for the language with this code, such as `es`. Needs the extra `lengths`."""
    pipeline = _pipeline(language)

    def split(text: str) -> list[str]:
        return [token.text for token in pipeline(text)]

    return split


def _pipeline(language: str) -> Any:
    try:
        return import_module("spacy").blank(language)
    except ImportError as error:  # also if the library of one language, such as Japanese, is missing
        raise UsageError(
            f"Counting the words of intents ({language}) needs spaCy, and SudachiPy for Japanese, which are "
            f"not all installed ({_line(error)}). Install it with: {EXTRA}"
        ) from error


def _line(error: ImportError) -> str:
    return str(error).strip().partition("\n")[0]
