"""Needs, an intent -> Needs with the differences that the intent cares about. Pure.

If an intent does not mention blanks, backslashes, upper and lower case, hidden files or kinds of entries,
then commands that differ only there are equally right. So a tree has such entries only if the intent mentions
them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from asmeant.authoring.grounding.needs import Difference, Needs, needs

_MENTIONS: dict[Difference, re.Pattern[str]] = {
    "backslashes": re.compile(r"backslash|\bescap", re.IGNORECASE),
    "blanks": re.compile(
        r"white ?-?space|\b(blank|space)s?\b|special char|\bsafe(ly)?\b|\bnull\b", re.IGNORECASE
    ),
    "case": re.compile(r"\bcased?\b|upper|lower|capital|(in)?sensitiv", re.IGNORECASE),
    "hidden": re.compile(
        r"\bhidden|\bdot ?-?(files?|director|folder)|(begin|start)\w* with (a |the )?(dot|period)"
    ),
    "kinds": re.compile(
        r"\bregular\b|director(y|ies)\b|folders?\b|\blinks?\b|symlink|everything", re.IGNORECASE
    ),
}
_WHERE = re.compile(
    r"\b(in|under|from|of|within|inside|below|to|into|at|on|through)\s+(?:[\w'\"/.$~*-]+\s+){0,3}?(director(y|ies)|folders?)"
    r"(\s+tree)?|\b(director(y|ies)|folders?)\s+(tree|hierarchy|['\"/])",
    re.IGNORECASE,
)
_ANY_CASE = re.compile(
    r"case[- ]?insensitiv|insensitive|ignor\w*( the)? case|not case[- ]sensitiv|regardless of( the)? case"
    r"|(any|either) case",
    re.IGNORECASE,
)


def minded(wanted: Needs, intent: str) -> Needs:
    texts = {"kinds": _WHERE.sub(" ", intent)}
    of_intent = (name for name, pattern in _MENTIONS.items() if pattern.search(texts.get(name, intent)))
    return replace(wanted, minded=(*wanted.minded, *of_intent))


def contradicts_case(command: str, intent: str) -> bool:
    """Whether a command is case-sensitive although its intent says that case does not matter."""
    return _ANY_CASE.search(intent) is not None and "[" not in command and not needs(command).folds
