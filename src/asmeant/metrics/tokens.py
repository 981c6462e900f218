"""Code -> tokens, in the ways that papers cut it. Each text is cut once, however many metrics ask."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module, metadata
from typing import Any

from asmeant.errors import UsageError

Tokens = tuple[str, ...]
# A run's texts come chunk by chunk, and every metric has seen a chunk before the next one comes.
REMEMBERED = 2048

_CAMEL = re.compile(r"([a-z])([A-Z])")
_WORD_OR_MARK = re.compile(r"[A-Za-z0-9_]+|[^\sA-Za-z0-9_]")
_QUOTES = str.maketrans("'\"", "``")
# The marks that mteval-v13a sets apart. Points and commas stay within numbers, and hyphens after anything
# but a digit.
_MARK = re.compile(r"""([{|}~[\\\]^_`!"#$%&()*+:;<=>?@/])""")
_POINT_BEFORE_DIGIT = re.compile(r"[.,][0-9]")
_POINT_AFTER_OTHERS = re.compile(r"([^0-9])([.,])")
_POINT_BEFORE_OTHERS = re.compile(r"([.,])([^0-9])")
_HYPHEN_AFTER_DIGIT = re.compile(r"([0-9])(-)")


@lru_cache(REMEMBERED)
def conala(code: str) -> Tokens:
    """CoNaLa's: runs of ASCII word characters, cut where camelCase rises; any other mark is one token.

    Both quotes are the same mark. White space is gone, and with it Python's indentation.
    """
    if _CAMEL.search(code):
        code = _CAMEL.sub(r"\1 \2", code)
    return tuple(_WORD_OR_MARK.findall(code.translate(_QUOTES)))


def spaced(code: str) -> str:
    """CoNaLa's tokens with a space between: what ODEX hands to the metrics of a library."""
    return " ".join(conala(code))


@lru_cache(REMEMBERED)
def mteval_13a(text: str) -> Tokens:
    """Those of mteval-v13a, made for news, as sacrebleu has them."""
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    if "&" in text:
        for name, mark in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
            text = text.replace(name, mark)
    text = " ".join(_MARK.split(f" {text} "))
    if _POINT_BEFORE_DIGIT.search(text):
        text = _set_apart(_POINT_AFTER_OTHERS, 2, text)
        text = _set_apart(_POINT_BEFORE_OTHERS, 1, text)
    else:
        text = text.replace(".", " . ").replace(",", " , ")
    if "-" in text:
        text = _set_apart(_HYPHEN_AFTER_DIGIT, 2, text)
    return tuple(text.split())


def _set_apart(pattern: re.Pattern[str], group: int, text: str) -> str:
    """Spaces around one of the two groups of a pattern. Quicker than `sub`, which expands a template."""
    parts = pattern.split(text)
    parts[group::3] = [f" {part} " for part in parts[group::3]]
    return "".join(parts)


_LETTERS_AND_DIGITS = re.compile(r"[a-z0-9]+")


@lru_cache(REMEMBERED)
def rouge_words(text: str) -> Tokens:
    """Those of rouge-score: lower-case ASCII letters and digits, and nothing else."""
    return tuple(_LETTERS_AND_DIGITS.findall(text.lower()))


def library(module: str, metric: str) -> Any:
    """A library that comes with an extra, when it is first needed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise UsageError(
            f"The metric '{metric}' needs {module.partition('.')[0].replace('_', '-')}, which is not "
            f"installed ({error}). Install it with: pip install 'asmeant[metrics]'"
        ) from error


def version(package: str) -> str:
    """`name:version` of a library, for a signature."""
    try:
        return f"{package}:{metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return f"{package}:missing"
