"""Needs, an intent -> Needs with what the intent minds. Pure.

Where nobody speaks of blanks, of upper and lower case, of hidden files or of what kind of thing is called so,
nobody means it, and commands that differ only there are equally right. So a tree has such things only where
they are minded.
"""

from __future__ import annotations

import re
from dataclasses import replace

from asmeant.authoring.grounding.needs import Difference, Needs
from asmeant.languages.bash.command import calls
from asmeant.languages.bash.understanding import understand

_BLANKS = re.compile(r"white ?-?space|\b(blank|space)s?\b|special char|\bsafe(ly)?\b|\bnull\b", re.IGNORECASE)
_CASE = re.compile(r"\bcased?\b|upper|lower|capital|(in)?sensitiv", re.IGNORECASE)
_HIDDEN = re.compile(
    r"\bhidden|\bdot ?-?(files?|director|folder)|(begin|start)\w* with (a |the )?(dot|period)"
)
_WHERE = re.compile(
    r"\b(in|under|from|of|within|inside|below|to|into|at|on|through)\s+(?:[\w'\"/.$~*-]+\s+){0,3}?(director(y|ies)|folders?)"
    r"(\s+tree)?|\b(director(y|ies)|folders?)\s+(tree|hierarchy|['\"/])",
    re.IGNORECASE,
)
_KIND = re.compile(r"\bregular\b|director(y|ies)\b|folders?\b|\blinks?\b|symlink|everything", re.IGNORECASE)
_ANY_CASE = re.compile(
    r"case[- ]?insensitiv|insensitive|ignor\w*( the)? case|not case[- ]sensitiv|regardless of( the)? case"
    r"|(any|either) case",
    re.IGNORECASE,
)
_FOLDING = frozenset({"-i", "-iname", "-ipath", "-iregex", "-iwholename", "-ilname", "--ignore-case", "-f"})


def minded(wanted: Needs, intent: str) -> Needs:
    hits: dict[Difference, re.Match[str] | None] = {
        "blanks": _BLANKS.search(intent),
        "case": _CASE.search(intent),
        "hidden": _HIDDEN.search(intent),
        "kinds": _KIND.search(_WHERE.sub(" ", intent)),
    }
    of_intent = (difference for difference, hit in hits.items() if hit)
    return replace(wanted, minded=(*wanted.minded, *of_intent))


def contradicts_case(command: str, intent: str) -> bool:
    """Whether a command minds case although its intent says that it does not matter: `[xX]` does not."""
    if not _ANY_CASE.search(intent) or "[" in command:
        return False
    flags = [flag for call in calls(understand(command)) for flag in call.flags]
    return not any(flag.name in _FOLDING or (flag.known and _FOLDING & {*flag.known.names}) for flag in flags)
