"""Language -> patterns for words that occur in descriptions, from wording.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

# Languages of descriptions that the rules support.
LANGUAGES = ("en", "es", "ja", "ru")
NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Wording:
    """Each pattern matches one word or phrase of its kind."""

    spaced: bool  # whether words are separated by blanks
    head_last: bool  # whether the head of a noun phrase is its last word
    means: re.Pattern[str]
    perhaps_means: re.Pattern[str]
    forbidding: re.Pattern[str]
    orders: re.Pattern[str]
    purposes: re.Pattern[str]
    modifiers: re.Pattern[str]
    techniques: re.Pattern[str]
    kinds: re.Pattern[str]
    inputs: re.Pattern[str]
    stops: re.Pattern[str]
    links: re.Pattern[str]
    of: re.Pattern[str]
    articles: re.Pattern[str]
    programs: re.Pattern[str]
    in_language: tuple[str, ...]


@cache
def table() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("wording.toml").read_text("utf-8"))


@cache
def wording(language: str) -> Wording:
    """The words of a language; those of English for an unsupported one."""
    name = language if language in LANGUAGES else "en"
    spaced = name != "ja"
    entries = dict(table()[name])
    in_language = tuple(entries.pop("in_language"))
    patterns = {key: pattern(words, spaced) for key, words in entries.items()}
    return Wording(spaced, name in ("en", "ja"), **patterns, in_language=in_language)


@cache
def structures() -> Mapping[str, re.Pattern[str]]:
    """The names of each structure, in all languages."""
    return {name: pattern(words, spaced=False) for name, words in table()["structures"].items()}


def pattern(words: Iterable[str], spaced: bool = True) -> re.Pattern[str]:
    """A pattern for any of the words, the longest first. `~` is any ending."""
    choices = "|".join(sorted((word.replace("~", r"\w*") for word in words), key=len, reverse=True))
    if not choices:
        return NEVER
    edges = (r"(?<![\w-])", r"(?![\w-])") if spaced else ("", "")
    return re.compile(f"{edges[0]}(?:{choices}){edges[1]}", re.IGNORECASE)
