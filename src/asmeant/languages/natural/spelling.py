"""Word -> the word that was meant. Two lists in spelling.toml, both small enough to read:

- words that intents about files and systems are made of: a word that is one slip away from one of them (a
  letter too many, too few or wrong, or two swapped) was meant to be it. Only long words, whose neighbours are
  hardly ever words themselves; those that are, are listed as such;
- slips that are often made in words of every day.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from asmeant.languages.natural.stemming import stem

# Shorter words have too many neighbours that are words themselves; longer ones are no words.
SHORTEST, LONGEST = 7, 30


@dataclass(frozen=True, slots=True)
class Spelling:
    vocabulary: tuple[str, ...]
    other_words: frozenset[str]
    slips: dict[str, str]


@cache
def _spelling() -> Spelling:
    found = tomllib.loads(files(__package__).joinpath("spelling.toml").read_text("utf-8"))
    return Spelling(
        tuple(found["vocabulary"].split()), frozenset(found["other_words"].split()), found["slips"]
    )


def respelt(word: str) -> str:
    """The word that a lower-case word was meant to be: mostly itself."""
    if word in _spelling().slips:
        return _spelling().slips[word]
    if not SHORTEST - 1 <= len(word) <= LONGEST or not word.isalpha() or word in _known():
        return word
    return _meant(word) or word


@cache
def _known() -> frozenset[str]:
    inflected = (form for word in _spelling().vocabulary for form in _forms(word))
    return frozenset(inflected) | _spelling().other_words


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2] not in "aeou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "z", "sh", "ch")) else f"{word}s"


def _forms(word: str) -> set[str]:
    """A word with the endings that English may give it; a form that does not exist harms nobody."""
    forms = {word, _plural(word), f"{word}ed", f"{word}ing", f"{word}ly", f"{word}er", f"{word}{word[-1]}ing",
             f"{word}{word[-1]}ed"}  # fmt: skip
    if word.endswith("e"):
        forms |= {f"{word}d", f"{word}r", f"{word[:-1]}ing", f"{word[:-1]}ion"}
    if word.endswith("y"):
        forms |= {f"{word[:-1]}ied"}
    return forms


@cache
def _meant(word: str) -> str | None:
    """The known word one slip away, where there is just one."""
    near = {
        known for piece in _shortened(word) for known in _index().get(piece, ()) if _one_slip(word, known)
    }
    known = near.pop() if len(near) == 1 else None
    return known if known and not _other_form(word, known) else None


def _other_form(word: str, known: str) -> bool:
    """Another ending is no slip: "follow" is not "follows"."""
    one, other = sorted((word, known), key=len)
    return other.startswith(one) or (word[:-1] == known[:-1] and stem(word) == stem(known))


@cache
def _index() -> dict[str, list[str]]:
    """Known words by what is left when a letter is lost: two words one slip apart share such a rest."""
    found: dict[str, list[str]] = {}
    for word in _spelling().vocabulary:
        for form in {word, _plural(word), *(_forms(word) if len(word) > SHORTEST else ())}:
            if len(form) >= SHORTEST:
                for piece in _shortened(form):
                    found.setdefault(piece, []).append(form)
    return found


def _shortened(word: str) -> set[str]:
    return {word, *(word[:place] + word[place + 1 :] for place in range(len(word)))}


def _one_slip(word: str, known: str) -> bool:
    """The first letter is hardly ever missed, so both must begin with it."""
    if word[0] != known[0]:
        return False
    if len(word) != len(known):
        longer, shorter = (word, known) if len(word) > len(known) else (known, word)
        return shorter in _shortened(longer)
    places = [place for place, (left, right) in enumerate(zip(word, known, strict=True)) if left != right]
    if len(places) == 2:
        first, second = places
        return second == first + 1 and word[first] == known[second] and word[second] == known[first]
    return len(places) == 1
