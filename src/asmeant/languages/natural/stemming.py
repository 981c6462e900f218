"""Word -> stem. A light stemmer for English: it removes inflections, and keeps different words different."""

from __future__ import annotations

import re

_VOWEL = re.compile(r"[aeiouy]")
_IRREGULAR = {
    "is": "be", "are": "be", "was": "be", "were": "be", "has": "have", "had": "have", "does": "do",
    "found": "find", "made": "make", "written": "write", "wrote": "write", "given": "give", "gave": "give",
    "taken": "take", "took": "take", "ran": "run", "sent": "send", "kept": "keep", "left": "leave",
    "begun": "begin", "began": "begin", "children": "child", "indices": "index", "indexes": "index",
    "shown": "show", "hidden": "hide", "gotten": "get", "got": "get", "held": "hold", "built": "build",
    "dies": "die", "dying": "die", "lies": "lie", "lying": "lie", "ties": "tie", "tying": "tie",
    "news": "news", "this": "this", "thus": "thus", "plus": "plus", "bus": "bus", "gas": "gas", "us": "us",
    "during": "during", "string": "string", "bring": "bring", "thing": "thing", "something": "something",
    "nothing": "nothing", "anything": "anything", "everything": "everything", "ping": "ping",
}  # fmt: skip


def stem(word: str) -> str:
    """A lower-case word without the endings of the plural, the past, -ing and -ly."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    word = _without_plural(word)
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for suffix in ("edly", "ingly", "ing", "ed"):
        base = word.removesuffix(suffix)
        if base != word and len(base) > 1 and _VOWEL.search(base):
            return _closed(base)
    if word.endswith("ly") and len(word) > 4:
        return _closed(word[:-2])
    return _closed(word)


def _without_plural(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1]


def _closed(base: str) -> str:
    """One form for each stem: listed and list, moving and move, stopped and stop, copied and copy."""
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeiouls":
        return base[:-1]
    if base.endswith("i") and len(base) > 2:
        return f"{base[:-1]}y"
    return base.removesuffix("e") if len(base) > 2 else base
